"""What `make bench` measures: speed against a game written by hand, loading, and size."""
