"""Writes typed steps out as Python: `output` the lines, `lowering` the pausing form, `assembly` the whole program."""
