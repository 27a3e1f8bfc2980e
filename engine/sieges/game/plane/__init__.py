"""A plane: points in whole grains, round bases and outlines, straight ways, what can be seen. No floats."""
