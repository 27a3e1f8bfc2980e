"""`python -m sieges` is the command `sieges`."""

from sieges.ui.main import main

if __name__ == "__main__":
    main(prog_name="sieges")
