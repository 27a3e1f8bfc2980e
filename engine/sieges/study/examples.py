"""Runs the examples of a pack as tests (docs/language.md, section 10)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field

from sieges.game.game import Game
from sieges.game.pending import Chance, Decision, End, Option, Outcome, Pending
from sieges.game.runtime import Cancelled, Ended, Fault
from sieges.study import codes
from sieges.study.wording import counted
from sieges.text.diagnostic import Diagnostic, nearest
from sieges.text.spans import Span

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.language.compiled import ExampleData, Place

Offered = tuple[Option, ...] | tuple[Outcome, ...]
REFUSED = "refused"
MOST_LISTED = 12


@define
class Answer:
    """One answer of ``play``. Without a name it answers whatever is asked next; a name may say who is asked."""

    number: int
    """Which item of `play` it is in, from 1."""
    name: str | None
    value: Any
    is_refusal: bool = False

    def is_for(self, pending: Decision | Chance) -> bool:
        """Whether it says of what is pending that it is this that is answered."""
        if self.name in (None, pending.name):
            return True
        return isinstance(pending, Decision) and self.name == f"{pending.side}.{pending.name}"

    def __str__(self) -> str:
        name = "" if self.name is None else f"{self.name}: "
        return f"`refused: {{{name}{self.value}}}`" if self.is_refusal else f"`{name}{self.value}`"


class Failed(Exception):
    """An example does not come out: the message, the item of `play` (from 1) that fails, what is offered instead."""

    def __init__(
        self, message: str, help: str | None = None, fix: str | None = None, item: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.item = item
        self.help = help
        self.fix = fix


def answers(play: list[object]) -> list[Answer]:
    """What ``play`` says, one answer after the other.

    Raises:
        Failed: it is not written as answers are.
    """
    return [answer for number, item in enumerate(play, 1) for answer in _answers(number, item)]


def _answers(number: int, item: object) -> Iterator[Answer]:
    """The answers of one item: a mapping, or a line of such."""
    if isinstance(item, list):
        for one in item:
            yield from _answers(number, one)
        return
    if not isinstance(item, dict):
        fix = "- name_of_the_decision: id of the option"
        raise Failed(f"item {number} of `play` is no answer", fix=fix, item=number)
    for name, value in item.items():
        if name != REFUSED:
            yield from _values(number, name, value)
        elif isinstance(value, dict):
            for decision, refused in value.items():
                for one in refused if isinstance(refused, list) else [refused]:
                    yield Answer(number, decision, one, True)
        else:
            raise Failed(
                f"item {number} of `play`: `refused` names a decision and an option",
                fix="- refused: {name_of_the_decision: id of the option}",
                item=number,
            )


def _values(number: int, name: str | None, value: object) -> Iterator[Answer]:
    """A single answer, several in a row, or groups of them for decisions of several names."""
    if not isinstance(value, list):
        yield Answer(number, name, value)
        return
    for one in value:
        yield from _values(number, None if isinstance(one, list) else name, one)


def run_examples(rules: Rules) -> list[Diagnostic]:
    """What does not come out in the examples of a mode.

    Of those of a pack extended that no longer do there is one warning: this pack may well change its game.
    """
    found: list[Diagnostic] = []
    inherited: dict[str, list[tuple[ExampleData, Diagnostic]]] = {}
    for example in rules.compiled.examples:
        wrong = run_example(rules, example)
        if example.pack == rules.compiled.pack:
            found += wrong
        elif wrong:
            inherited.setdefault(example.pack, []).append((example, wrong[0]))
    for pack, examples in inherited.items():
        first = examples[0][0]
        many = counted(len(examples), "example")
        message = f"{many} of `{pack}` no longer come out with `{rules.compiled.pack}`"
        help_ = "`remove: examples:` lists those that are no longer meant to"
        related = tuple((_span(one.place, one.id), why.message) for one, why in examples)
        span = _span(first.place, first.id)
        found.append(Diagnostic(codes.INHERITED, "warning", message, span, related, help_))
    return found


def run_example(rules: Rules, example: ExampleData) -> list[Diagnostic]:
    """Play one example; what does not come out, nothing if all does."""
    span = _span(example.place, example.id)
    try:
        run = _Run(rules, example, answers(example.play))
        game, olds = run.to_end()
    except Failed as failed:
        message = f"example `{example.id}`: {failed.message}"
        if failed.item is not None:
            span = _span(example.play_places[failed.item - 1], "")
        return [Diagnostic(codes.ANSWER, "error", message, span, (), failed.help, failed.fix)]
    except Fault as fault:
        message = f"example `{example.id}`: the pack does something impossible: {fault.message}"
        related = ((_span(fault.place, ""), "here"),)
        return [Diagnostic(codes.FAULTY, "error", message, span, related)]
    found = []
    for said, place, declared in example.differences:
        message, related = f"example `{example.id}`: {said}", ((_span(declared, ""), "declared here"),)
        found.append(Diagnostic(codes.EXPECTATION, "error", message, _span(place, ""), related))
    for text, function, place in example.expect:
        if not rules.runtime.function(function)(game.data, olds):
            message = f"example `{example.id}`: `{' '.join(text.split())}` does not hold"
            help = values_in(text, game.position()) or None
            found.append(Diagnostic(codes.EXPECTATION, "error", message, _span(place, text), (), help))
    return found


@define(eq=False)
class _Run:
    """An example while it is played."""

    rules: Rules
    example: ExampleData
    answers: list[Answer]
    at: int = field(default=0, init=False)

    def to_end(self) -> tuple[Game, Any]:
        """The game after the run, and the old values that expectations ask for."""
        rules, example = self.rules, self.example
        space = rules.runtime.function
        game = Game(rules, self.start(), [0])
        self.do(game, rules.compiled.setup, False)
        if example.given:
            try:
                space(example.given)(game.data, [])
            except Ended:
                raise Failed("the game has ended with what is given") from None
        olds = space(example.olds)(game.data)
        if example.instance is None:
            return game, olds
        if not self.do(game, example.instance, example.stop):
            return game, olds
        if self.at < len(self.answers):
            left = self.answers[self.at]
            raise Failed(
                f"the run is over before item {left.number} of `play`, {left}, is asked for",
                self.state_of(game),
                item=left.number,
            )
        return game, olds

    def start(self) -> list[int]:
        """The cells of a new game with the example's options."""
        data = self.rules.start()
        for option in self.rules.compiled.options:
            if option.id in self.example.options:
                data[option.base] = self.example.options[option.id]
        # Decks are built by the options, so they are built anew.
        for number in range(len(self.rules.compiled.decks)):
            self.rules.runtime.function(f"g{number}")(data)
        return data

    def do(self, game: Game, instance: int, stop: bool) -> bool:
        """Run an instance with the answers; whether it came to its end (and was not left in the middle)."""
        self.rules.push(game, instance)
        try:
            game.resume()
            while not isinstance(pending := game.legal(), End):
                self.refuse(pending)
                if stop and self.at >= len(self.answers):
                    return False
                game.answer(self.answer(pending))
        except Cancelled as cancelled:
            name = self.rules.compiled.scopes[cancelled.scope]
            raise Failed(
                f"the run cancels `{name}`, and the scope of that name lies outside of it",
                fix="`run` the procedure that has the scope",
            ) from None
        return True

    def answer(self, pending: Decision | Chance) -> int:
        """The value that the example gives to what is pending."""
        offered, is_settled = _offered(pending), _is_settled(pending)
        next_ = self.next()
        if next_ is not None and not next_.is_refusal and next_.is_for(pending):
            found = self.meant(next_.value, pending)
            if len(found) > 1:
                raise Failed(
                    f"item {next_.number} of `play`: {what(pending)} offers several that `{next_.value}` may mean",
                    listed(found),
                    f"- {pending.name}: {found[0].id}",
                    item=next_.number,
                )
            if found:
                self.at += 1
                return found[0].value
            if next_.name is not None or not is_settled:
                raise Failed(
                    f"item {next_.number} of `play`: {what(pending)} does not offer `{next_.value}`",
                    listed(offered),
                    _near(next_.value, offered),
                    item=next_.number,
                )
        if is_settled:
            # What leaves no choice need not be written.
            return offered[0].value
        after = f"; item {next_.number} of `play` is {next_}" if next_ is not None else ""
        raise Failed(
            f"{what(pending)} is not answered{after}",
            listed(offered),
            f"- {pending.name}: {offered[0].id}",
            item=len(self.example.play) or None if next_ is None else next_.number,
        )

    def next(self) -> Answer | None:
        return self.answers[self.at] if self.at < len(self.answers) else None

    def refuse(self, pending: Decision | Chance) -> None:
        """Look at what the example says is not offered now."""
        while (answer := self.next()) is not None and answer.is_refusal:
            if not answer.is_for(pending):
                if _is_settled(pending):
                    return
                raise Failed(
                    f"item {answer.number} of `play`, {answer}: what is asked for now is {what(pending)}",
                    item=answer.number,
                )
            if self.meant(answer.value, pending):
                raise Failed(
                    f"item {answer.number} of `play`: {what(pending)} offers `{_plain(answer.value)}`",
                    item=answer.number,
                )
            self.at += 1

    def meant(self, value: Any, pending: Decision | Chance) -> list[Option | Outcome]:
        """The options or outcomes that an answer may mean.

        They are named by id, label, printed number or words, and by what copies are written under.
        """
        text = _plain(value)
        site = self.rules.compiled.sites[pending.site]
        kind = self.rules.compiled.kinds.get(site.kind)
        ids = {text}
        if kind is not None:
            numbers = kind.numbers.get("number", [])
            if text in kind.labels:
                ids.add(kind.labels[text])
            elif isinstance(value, int):
                ids.update(id_ for id_, number in zip(kind.members, numbers, strict=False) if number == value)
            ids.update(kind.members[at] for at in kind.copies.get(text, ()))
        offered = _offered(pending)
        found = [option for option in offered if option.id == text]
        found = found or [option for option in offered if option.id in ids]
        found = found or [option for option in offered if option.label == text]
        if not found and (other := pending.option(text)) is not None:
            found = [other]
        return found

    def state_of(self, game: Game) -> str | None:
        pending: Pending = game.legal()
        assert isinstance(pending, End)
        return f"the game has ended: {pending.title}" if game.ended else None


def _offered(pending: Decision | Chance) -> Offered:
    return pending.outcomes if isinstance(pending, Chance) else pending.options


def _is_settled(pending: Decision | Chance) -> bool:
    """Whether there is nothing to decide."""
    return isinstance(pending, Decision) and len(pending.options) == 1


def _near(value: Any, offered: Offered) -> str | None:
    guess = nearest(_plain(value), [option.id for option in offered])
    return f"did you mean `{guess}`?" if guess else None


def what(pending: Decision | Chance) -> str:
    """What is pending, in words."""
    if isinstance(pending, Chance):
        return f"the {'draw from' if pending.kind == 'card' else 'roll of'} `{pending.name}`"
    return f"the decision `{pending.name}` of {pending.side} ({pending.title})"


def listed(offered: Sequence[Option | Outcome]) -> str:
    """What is offered, in one line."""
    ids = [option.id for option in offered[:MOST_LISTED]]
    more = f" and {len(offered) - MOST_LISTED} more" if len(offered) > MOST_LISTED else ""
    return f"offered: {', '.join(ids)}{more}"


def values_in(text: str, position: dict[str, Any]) -> str:
    """The values, at the end of an example, of what an expectation names."""
    known: dict[str, Any] = {}
    for section in ("tracks", "variables", "options", "zones", "pieces"):
        known.update(position[section])
    known.update({deck: value["left"] for deck, value in position["decks"].items()})
    for fields in position["state"].values():
        known.update(fields)
    found = []
    for name in dict.fromkeys(re.findall(r"[a-z][a-z0-9_]*", text)):
        for shown in (name, name.removesuffix("s")):
            if shown in known:
                found.append(f"{shown}: {_plain(known[shown])}")
                break
    if "ended" in text:
        ended = position["ended"]
        found.append("the game goes on" if ended is None else f"ended: {ended['id']}")
    if re.search(r"\bwinner\b", text):
        ended = position["ended"]
        found.append(f"winner: {_plain(None if ended is None else ended['winner'])}")
    return "; ".join(found)


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_plain(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_plain(one) for one in value) + "]"
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _span(place: Place, text: str) -> Span:
    end = place.column + max(len(text.splitlines()[0]) if text else 1, 1)
    return Span(place.file, place.line, place.column, place.line, end)
