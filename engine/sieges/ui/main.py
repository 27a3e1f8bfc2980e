"""The command `sieges`: loads the one subcommand that is asked for, and sees to it that nobody meets a traceback."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from sieges import __version__
from sieges.ui.usage import like

COMMANDS = {
    "play": "Play a game, or go on with one.",
    "campaign": "Play games in a row, of which something is kept.",
    "list": "List the packs that came with the engine.",
    "new": "Begin a pack of one's own with a small siege that plays at once.",
    "check": "Check packs and run their examples.",
    "schema": "Write schemas that know a pack's own names, for editors.",
    "rules": "Show a pack's rules, and where each is implemented and shown.",
    "sources": "Show where a pack's data comes from.",
    "odds": "Tell the exact odds of what ends by chance alone.",
    "simulate": "Play many games and count who wins.",
    "balance": "Look for what is degenerate in a pack's games.",
    "coverage": "Count which rules of a pack have ever happened.",
    "test": "Check a pack, and look for games of it that go wrong.",
    "fuzz": "Look for games that go wrong, as fast as games go.",
    "mutate": "Change a pack's rules and see whether its examples notice.",
    "replay": "Play a saved game again, and say whether it is the same.",
    "history": "List the games played here.",
    "explain": "Show a pack's rules as the Python they are compiled to.",
}
"""Subcommands with their short help, so that `--help` need not load them; each is a module of `sieges.ui.commands`."""

FAILED, USAGE, INTERRUPTED = 1, 2, 130
UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))
"""Numbers of the errors that say that there is no room."""


class LazyGroup(click.Group):
    """A group whose commands are modules, loaded when called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"sieges.ui.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            raise click.UsageError(like("command", name, COMMANDS), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and leave with an exit code: 0 fine, 1 a mistake in a pack or a failure, 2 usage."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        _open_what_is_closed()
        _never_fail_to_print()
        try:
            code = super().main(args, prog_name, complete_var, False, **extra)
            sys.stdout.flush()
        except click.ClickException as error:
            error.show()
            code = error.exit_code
        except (click.Abort, KeyboardInterrupt):
            # A second Ctrl-C ends what still has to be ended, without a word.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            code = INTERRUPTED
        except BrokenPipeError:
            _quiet_end()
        except Exception as error:
            if os.environ.get("SIEGES_TRACEBACK"):
                raise
            code = _say(error)
        sys.exit(code if isinstance(code, int) else 0)


def _say(error: Exception) -> int:
    """Tell the user in one line, or as a list of what is wrong with a pack; the exit code."""
    loading, runtime = sys.modules.get("sieges.loading"), sys.modules.get("sieges.game.runtime")
    if loading is not None and isinstance(error, loading.PackError):
        click.echo(str(error).rstrip("\n"), err=True)
        return USAGE if _is_unknown(error) else FAILED
    if runtime is not None and isinstance(error, runtime.Fault):
        click.echo(f"The pack did something impossible in play.\n{error}", err=True)
        return FAILED
    if isinstance(error, OSError) and error.strerror:
        named = f"{error.filename}: " if error.filename is not None else ""
        if not named and error.errno in UNWRITABLE:
            # Files of ours name themselves, so it is what was printed.
            named = "the standard output cannot be written: "
            _drop_output()
        click.echo(f"Error: {named}{error.strerror}", err=True)
        return FAILED
    words = " ".join(str(error).split())
    click.echo(
        f"Error: {type(error).__name__}{': ' if words else ''}{words} "
        "(a fault of this program; SIEGES_TRACEBACK=1 shows where)",
        err=True,
    )
    return FAILED


def _is_unknown(error: Any) -> bool:
    """Whether a pack could not even be found, or lacks the mode asked for: then the mistake is the user's."""
    from sieges.ui.usage import is_usage

    found = list(error.diagnostics)
    return bool(found) and all(is_usage(diagnostic) for diagnostic in found)


def _open_what_is_closed() -> None:
    """Without an input there are no answers, without an output nobody listens; neither is a mistake."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        # The lowest number that is free: what a file opened later would get, and then be printed to.
        continue
    os.close(number)
    for name, number, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def _never_fail_to_print() -> None:
    """A terminal that lacks a character gets a question mark for it."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _quiet_end() -> NoReturn:
    """Whoever read our output has gone: end as other programs do, without a word at exit."""
    _drop_output()
    sys.exit(FAILED)


def _drop_output() -> None:
    """What is still to be printed goes nowhere."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, sys.stdout.fileno())
    os.close(sink)


@click.group(
    cls=LazyGroup, invoke_without_command=False, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="sieges", message="%(prog)s %(version)s")
def main() -> None:
    """A rules engine for siege games.

    PACK is the name of a pack that came with the engine (see `sieges list`), or the path to the folder of one, or to a
    zip archive of it.
    """


if __name__ == "__main__":
    main(prog_name="sieges")
