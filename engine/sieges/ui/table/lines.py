"""Several answers in one line: to what is asked next and after it, and all of that several times."""

from __future__ import annotations

import re

from attrs import Factory, define

from sieges.game.pending import Decision
from sieges.ui.table.answers import Answers, Key

NEXT = ">"
_OFTEN = (
    re.compile(r"(?P<words>.*\S)\s+x\s?(?P<times>\d{1,2})"),
    re.compile(r"(?P<times>\d{1,2})\s?x\s+(?P<words>.+)"),
)


@define(eq=False)
class Line:
    """What a side has answered in advance: ``hot springs``, after its ``infantry``, three times."""

    side: str
    words: list[str]
    times: int
    _meant: list[tuple[str, str]] = Factory(list)
    """Of each word, once it has been understood: the decision that it answered, and what its option said."""
    _given: int = 0

    @classmethod
    def read(cls, text: str, side: str) -> Line | None:
        """``2 > 5``, ``2 > 5 x3``, ``3x 2``; None where a line is a single answer."""
        found = next((match for form in _OFTEN if (match := form.fullmatch(text.strip()))), None)
        words = [word.strip() for word in (text if found is None else found["words"]).split(NEXT)]
        times = 1 if found is None else int(found["times"])
        return cls(side, words, times) if all(words) and times > 0 and len(words) * times > 1 else None

    def answer(self, pending: Decision, answers: Answers) -> Key | str:
        """The option that is meant next, or why there is none.

        Numbers and words are looked up once: afterwards an option is known by the decision and by what it says, since
        another of those that are alike may stand in its place.
        """
        at = self._given % len(self.words)
        if pending.side != self.side or pending.secret:
            return "Something else is asked now."
        if self._given < len(self.words):
            found = answers.find(self.words[at])
            if isinstance(found, str):
                return found
            self._meant.append((pending.name, _said(found)))
        else:
            name, said = self._meant[at]
            if pending.name != name:
                return "Something else is asked now."
            same = [key for key in answers.keys if _said(key) == said]
            if not same:
                return f"`{said}` is not offered any more."
            found = same[0]
        self._given += 1
        return found

    @property
    def is_over(self) -> bool:
        return self._given >= len(self.words) * self.times

    @property
    def progress(self) -> str:
        """How much of it has been done."""
        if self.times == 1:
            return f"Of your line, {self._given} of {len(self.words)} answers have been given."
        return f"Your line has been done {self._given // len(self.words)} of {self.times} times."


def _said(key: Key) -> str:
    """The words of an option, without those that tell it from others that say the same."""
    return key.also[0] if key.also else key.label
