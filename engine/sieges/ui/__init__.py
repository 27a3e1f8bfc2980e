"""What people use: the command line, the terminal table, printing."""
