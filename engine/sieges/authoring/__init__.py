"""What people who write packs begin with and lean on: starters, and schemas that know a pack's own names."""
