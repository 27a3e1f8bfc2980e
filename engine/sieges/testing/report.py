"""What testing a pack came to, as data and as JUnit's XML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from attrs import Factory, define

from sieges import __version__
from sieges.testing.causes import Property, promises, properties
from sieges.testing.failures import Failure
from sieges.testing.fuzzing import Session

if TYPE_CHECKING:
    from sieges.study.checking import Checked
    from sieges.text.diagnostic import Diagnostic


@define(eq=False)
class Tested:
    """A pack and what was done with it."""

    pack: str
    checked: Checked | None = None
    """What `check` found, where it was asked."""
    sessions: list[Session] = Factory(list)
    """One a mode."""
    is_strict: bool = False
    """Whether what some game has to come to must have been shown by one."""

    @property
    def mistakes(self) -> list[Diagnostic]:
        """What `check` found wrong."""
        return [] if self.checked is None else [one for one in self.checked.found if one.severity == "error"]

    @property
    def failures(self) -> list[Failure]:
        return [failure for session in self.sessions for failure in session.failures]

    @property
    def unkept(self) -> list[str]:
        """What some game has to come to, and none did, where that counts."""
        if not self.is_strict:
            return []
        return [f"{session.mode}: {promise.id}" for session in self.sessions for promise in _unkept(session)]

    @property
    def ok(self) -> bool:
        return not (self.mistakes or self.failures or self.unkept)


def _unkept(session: Session) -> list[Property]:
    return [promise for promise in promises(session.rules) if promise.id not in session.notices.kept]


def failure_of(session: Session, property_: str) -> list[Failure]:
    """The findings of a property."""
    return [failure for failure in session.failures if failure.cause.about == property_]


def as_data(tested: Tested) -> dict[str, Any]:
    """Everything as plain data."""
    return {
        "pack": tested.pack,
        "engine": __version__,
        "ok": tested.ok,
        "mistakes": [
            {"code": one.code, "message": one.message, "where": str(one.span) if one.span else None}
            for one in tested.mistakes
        ],
        "examples": 0 if tested.checked is None else tested.checked.examples,
        "unkept": tested.unkept,
        "modes": [_mode(session) for session in tested.sessions],
    }


def _mode(session: Session) -> dict[str, Any]:
    seconds = session.seconds
    return {
        "mode": session.mode, "seed": session.seed, "options": dict(session.options),
        "rules_hash": session.rules.compiled.rules_hash,
        "games": session.games, "careful": session.careful, "cut": session.cut, "answers": session.answers,
        "seconds": round(seconds, 3),
        "games_a_second": round(session.games / seconds, 1) if seconds else None,
        "answers_a_second": round(session.answers / seconds, 1) if seconds else None,
        "notes": session.notes, "stopped": session.stopped,
        "properties": {
            property_.id: not failure_of(session, property_.id) for property_ in properties(session.rules)
        },
        "failures": [failure.as_data() for failure in session.failures],
        "notices": [
            {"about": notice.about, "message": notice.message, "where": notice.where} for notice in session.report()
        ],
    }  # fmt: skip


def junit(tested: Tested) -> str:
    """As JUnit's XML: a suite for `check`, and one a mode with a case for each property."""
    root = ElementTree.Element("testsuites", name=f"sieges {tested.pack}")
    if tested.checked is not None:
        suite = _suite(root, f"{tested.pack}.check")
        case = ElementTree.SubElement(suite, "testcase", classname=f"{tested.pack}.check", name="check")
        for one in tested.mistakes:
            told = ElementTree.SubElement(case, "failure", message=_plain(one.message), type=one.code)
            told.text = _plain(f"{one.span}: {one.message}")
    for session in tested.sessions:
        name = f"{tested.pack}.{session.mode}"
        suite = _suite(root, name, session.seconds)
        for property_ in properties(session.rules):
            case = ElementTree.SubElement(suite, "testcase", classname=name, name=property_.id)
            for failure in failure_of(session, property_.id):
                told = ElementTree.SubElement(
                    case, "failure", message=_plain(failure.cause.message), type=failure.cause.about
                )
                told.text = _plain("\n".join([str(failure.cause), *failure.transcript()]))
        unkept = {promise.id for promise in _unkept(session)}
        for promise in promises(session.rules):
            case = ElementTree.SubElement(suite, "testcase", classname=name, name=promise.id)
            if promise.id in unkept:
                what = "failure" if tested.is_strict else "skipped"
                ElementTree.SubElement(case, what, message="no game came to it")
    for suite in root:
        suite.set("tests", str(len(suite)))
        suite.set("failures", str(sum(case.find("failure") is not None for case in suite)))
        suite.set("skipped", str(sum(case.find("skipped") is not None for case in suite)))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _suite(root: ElementTree.Element, name: str, seconds: float = 0.0) -> ElementTree.Element:
    return ElementTree.SubElement(root, "testsuite", name=name, time=f"{seconds:.3f}", errors="0")


def _plain(text: str) -> str:
    """A text without characters that XML cannot hold."""
    return "".join(one if one in "\n\t" or one >= " " else "?" for one in text)
