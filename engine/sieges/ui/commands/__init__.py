"""The subcommands of `sieges`, a module each; it is loaded when it is called."""
