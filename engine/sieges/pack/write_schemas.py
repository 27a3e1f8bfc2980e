"""Writes the JSON Schema files that editors read: `python -m sieges.pack.write_schemas`.

The schema of a step belongs to a layer above this one, so it is handed in: `write` takes it as a value, the command
takes the name of a function that gives it (`--steps module:function`) and imports that only when it runs.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from sieges.locate import schemas_folder
from sieges.pack.schema import Schema, file_schema, schema_names

STEPS = "sieges.language.verbs:step_schema"
"""Where the command finds the schema of a step, if nobody says otherwise."""


def schema_files(step_schema: Schema | None = None) -> dict[str, str]:
    """File name -> text of every schema file."""
    return {
        f"{name}.schema.json": json.dumps(file_schema(name, step_schema), indent=2, ensure_ascii=False) + "\n"
        for name in schema_names()
    }


def stale(folder: Path, step_schema: Schema | None = None) -> list[str]:
    """The files in `folder` that are missing, are not what `write` would write, or belong to no section."""
    wanted = schema_files(step_schema)
    there = {path.name: path.read_text("utf-8") for path in folder.glob("*.schema.json")}
    return sorted(name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name))


def write(folder: Path, step_schema: Schema | None = None) -> list[str]:
    """Write what is stale in `folder`, and remove schemas of sections that are no more; returns their names."""
    changed = stale(folder, step_schema)
    wanted = schema_files(step_schema)
    for name in changed:
        if name in wanted:
            (folder / name).write_text(wanted[name], "utf-8", newline="\n")
        else:
            (folder / name).unlink()
    return changed


def step_schema_at(name: str) -> Schema | None:
    """The schema that the function `module:function` gives; None where there is no such function.

    Raises:
        ImportError: the module is there and cannot be imported.
    """
    module, _, function = name.partition(":")
    try:
        if importlib.util.find_spec(module) is None:
            return None
    except ModuleNotFoundError:
        return None
    give = getattr(importlib.import_module(module), function, None)
    return None if give is None else cast(Schema, give())


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m sieges.pack.write_schemas", description=__doc__)
    parser.add_argument(
        "--steps", default=STEPS, metavar="MODULE:FUNCTION", help="gives the schema of a step"
    )
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is stale")
    chosen = parser.parse_args(arguments)
    folder = schemas_folder()
    step_schema = step_schema_at(chosen.steps)
    if step_schema is None:
        print(f"{chosen.steps} is not there: any mapping passes for a step", file=sys.stderr)
    names = stale(folder, step_schema) if chosen.check else write(folder, step_schema)
    for name in names:
        print(f"stale: {name}" if chosen.check else f"wrote {folder / name}")
    return 1 if chosen.check and names else 0


if __name__ == "__main__":
    sys.exit(main())
