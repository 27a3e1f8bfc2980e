"""What is found out about a pack by playing it: examples, many games, where its rules come from."""
