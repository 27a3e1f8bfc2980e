"""Games: rules ready for play, positions, what is pending, what a side may see."""
