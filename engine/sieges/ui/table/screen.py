"""Plain text on a terminal: within its width, in characters that it can show, with colour as an extra only."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from attrs import define, field

from sieges.text.printing import visible
from sieges.ui.usage import refuses_colour

WIDEST = 80
NARROWEST = 40

_PLAINER = str.maketrans(
    {
        "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-", "\u2018": "'",
        "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2026": "...", "\u00d7": "x", "\u2192": "->", "\u2265": ">=",
        "\u2264": "<=", "\u00a0": " ", "\u2022": "*", "\u00df": "ss",
    }
)  # fmt: skip


def cells(text: str) -> int:
    """How many columns a terminal takes for a text."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def padded(text: str, width: int) -> str:
    """A text with blanks to a width; a longer one is left as it is."""
    return text + " " * max(0, width - cells(text))


def cut(text: str, width: int) -> str:
    """A text that is at most so wide; `..` marks that it was cut."""
    if cells(text) <= width:
        return text
    while text and cells(text) > width - 2:
        text = text[:-1]
    return text.rstrip() + ".."


def shown_path(path: Path) -> str:
    """A path as people write it: below their home folder with `~`."""
    try:
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    except (ValueError, RuntimeError):
        return str(path)


def wrap(text: str, width: int, first: str = "", rest: str | None = None) -> list[str]:
    """A text as lines; ``first`` and ``rest`` stand before the first and the further ones."""
    rest = first if rest is None else rest
    lines: list[str] = []
    line, start = first, True
    for word in text.split():
        while True:
            joined = line + word if start else f"{line} {word}"
            if cells(joined) <= width:
                line, start = joined, False
                break
            if not start:
                lines.append(line)
                line, start = rest, True
                continue
            room = max(1, width - cells(line))
            part = word[:room]
            while cells(part) > room and len(part) > 1:
                part = part[:-1]
            lines.append(line + part)
            word, line = word[len(part) :], rest
            if not word:
                break
    if not start or not lines:
        lines.append(line.rstrip() if start else line)
    return lines


def speaks_utf8() -> bool:
    """Whether the terminal says that it shows UTF-8.

    Python turns the plain locale into a UTF-8 one by itself, so its own word is not enough.
    """
    if "utf" not in (getattr(sys.stdout, "encoding", None) or "").lower():
        return False
    if sys.platform == "win32":
        return True
    said = os.environ.get("LC_ALL") or ""
    if not said:
        said = os.environ.get("LC_CTYPE") or ""
        if said in ("", "C.UTF-8", "C.utf8", "UTF-8"):
            said = os.environ.get("LANG") or ""
    return "utf-8" in said.lower() or "utf8" in said.lower()


class Leave(Exception):
    """The person leaves: by `q`, by the end of input or by Ctrl-C."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


@define(eq=False)
class Screen:
    """Where the table is printed. ``plain``: ASCII without any colour."""

    plain: bool = False
    width: int = WIDEST
    height: int | None = None
    """Lines of the window; None where nobody looks at a window."""
    utf8: bool = False
    asked: int = field(default=0, init=False)
    """Answers asked for since the last one that was understood."""

    @classmethod
    def of_terminal(cls, plain: bool = False) -> Screen:
        """The screen that standard output is."""
        size = shutil.get_terminal_size((WIDEST, 0))
        width = max(NARROWEST, min(WIDEST, size.columns or WIDEST))
        height = size.lines if size.lines and sys.stdout.isatty() else None
        return cls(plain, width, height, not plain and speaks_utf8())

    # --- printing ---------------------------------------------------------------------------------

    def text(self, text: str) -> str:
        """A text in characters that the screen can show."""
        text = visible(text)
        if self.utf8 or text.isascii():
            return text
        text = unicodedata.normalize("NFKD", text.translate(_PLAINER))
        return "".join(c if c.isascii() else "" if unicodedata.combining(c) else "?" for c in text)

    def line(self, text: str = "", **style: bool) -> None:
        """Print one line as it stands (cut if it is too wide)."""
        shown = cut(self.text(text).rstrip(), self.width)
        if style and not self.plain and shown:
            shown = click.style(shown, bold=style.get("bold"), dim=style.get("dim"))
        # Colour goes out only where a terminal is.
        click.echo(shown, color=False if self.plain or refuses_colour() else None)

    def lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.line(line)

    def say(self, text: str, first: str = "", rest: str | None = None, **style: bool) -> None:
        """Print a text, wrapped."""
        for line in wrap(self.text(text), self.width, first, rest):
            self.line(line, **style)

    def rule(self, left: str = "", right: str = "") -> None:
        """A line across, with a title at its ends."""
        stroke = "\u2500" if self.utf8 else "-"
        left = f"{stroke * 2} {self.text(left)} " if left else ""
        right = f" {self.text(right)} {stroke * 2}" if right else ""
        if cells(left) + cells(right) > self.width - 2:
            right = ""
        self.line(left + stroke * (self.width - cells(left) - cells(right)) + right, bold=True)

    def columns(self, blocks: Sequence[Sequence[str]], gap: int = 2, indent: int = 1) -> list[str]:
        """Blocks of lines side by side, as many as fit, then the next row of blocks."""
        lines: list[str] = []
        width = max((cells(line) for block in blocks for line in block), default=0)
        many = max(1, (self.width - indent + gap) // (width + gap)) if width else 1
        each = (self.width - indent + gap) // many - gap
        for at in range(0, len(blocks), many):
            row = blocks[at : at + many]
            for number in range(max(len(block) for block in row)):
                parts = [padded(block[number] if number < len(block) else "", each) for block in row]
                lines.append((" " * indent + (" " * gap).join(parts)).rstrip())
        return lines

    def clear(self) -> None:
        """Take away what can be seen, as far as the terminal lets it, and what the up arrow would bring back."""
        if (readline := sys.modules.get("readline")) is not None:
            readline.clear_history()
        if not sys.stdout.isatty():
            self.rule()
        elif self.plain or os.environ.get("TERM", "dumb") == "dumb":
            self.lines([""] * (self.height or 60))
        else:
            # The lines that have been scrolled away go as well.
            click.echo("\033[H\033[2J\033[3J", nl=False)

    # --- asking -----------------------------------------------------------------------------------

    def ask(self, prompt: str = "> ") -> str:
        """An answer.

        Raises:
            Leave: at the end of input, by Ctrl-C, or when a script's answers are never understood.
        """
        self.asked += 1
        if self.asked > 200 and not sys.stdin.isatty():
            raise Leave("lost")
        try:
            answer = input(self.text(prompt))
        except EOFError:
            self.line()
            raise Leave("end") from None
        except KeyboardInterrupt:
            self.line()
            raise Leave("interrupt") from None
        except UnicodeDecodeError:
            return "\ufffd"
        if not sys.stdin.isatty():
            # A transcript shows what was answered.
            self.line(answer)
        return answer.strip()

    def understood(self) -> None:
        """The last answer was one."""
        self.asked = 0
