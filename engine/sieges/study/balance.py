"""Looks for what is degenerate in the games of a pack: nothing to choose, stalls, loops, one best option, easy wins."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import Factory, define, field, frozen

from sieges.study import coverage
from sieges.study.counting import median, wilson
from sieges.study.playouts import Playout, playouts

if TYPE_CHECKING:
    from sieges.game.rules import Rules
    from sieges.language.compiled import Place, SiteData
    from sieges.study.simulate import Plan

STALL = 8
"""Decisions in a row, each with something to choose, at all of which the position is the same: that is a stall."""
LOOP = 3
"""How often a game comes back to one position with one question: that is a loop."""
LEAST = 30
"""How often something has to be seen before a share of it says anything."""
LEAD = 0.1
"""By how much the share of games won with an option is above those with the others, if it is called the best."""
ALWAYS = 0.95
EASY = 0.1
"""A game with at most this part of the decisions of the median game is won easily."""
KINDS = {
    "nothing to choose": "a side was asked, and there was nothing to offer",
    "never a choice": "a decision that never had two options",
    "stall": f"{STALL} decisions in a row that changed nothing",
    "loop": f"the same position and question {LOOP} times in a game",
    "best option": "an option that wins far more than the others do",
    "always taken": "an agent takes it nearly whenever it is offered",
    "never taken": "an agent never takes it, however often it is offered",
    "easy win": "a game won with hardly a decision",
    "one side wins": f"a side that wins more than {100 * ALWAYS:.0f} % of the games",
}
"""What is looked for."""


@frozen
class Finding:
    """Something degenerate. ``seen`` is how often, of ``of``; ``game`` shows it."""

    kind: str
    what: str
    place: Place | None
    seen: int
    of: int
    game: Playout


@define
class _Taken:
    """An option of a decision: the games it was offered in beside others and taken in, and those won by who took it."""

    offered: int = 0
    taken: int = 0
    games: int = 0
    won: int = 0
    first: Playout | None = None


@define(eq=False)
class Watch:
    """Games while they are played step by step, and what was seen in them."""

    rules: Rules
    games: int = 0
    lengths: list[tuple[int, int, Playout]] = Factory(list)
    """Decisions, winner and game, of each."""
    winners: Counter[int] = Factory(Counter)
    first_moves: list[tuple[int, int]] = Factory(list)
    """Who decided first, and who won."""
    options: dict[tuple[int, str], _Taken] = Factory(lambda: defaultdict(_Taken))
    asked: Counter[int] = Factory(Counter)
    chosen: Counter[int] = Factory(Counter)
    """Decisions, by site, and those of them that had two options at least."""
    firsts: dict[tuple[str, int], Playout] = Factory(dict)
    seen: Counter[tuple[str, int]] = Factory(Counter)
    """(kind, site) -> games in which it was seen."""
    _empty: set[int] = field(factory=set, init=False)

    def __attrs_post_init__(self) -> None:
        space = self.rules.runtime.space
        for number, site in enumerate(self.rules.compiled.sites):
            # The pausing form asks these whether there is anything to choose.
            if site.what == "decision" and f"k{number}" in space:
                space[f"k{number}"] = self._noting(number, space[f"k{number}"])

    def _noting(self, site: int, options: Callable[..., Sequence[int]]) -> Callable[..., Sequence[int]]:
        def asked(*arguments: Any) -> Sequence[int]:
            found = options(*arguments)
            if not found:
                self._empty.add(site)
            return found

        return asked

    def play(self, playout: Playout) -> None:
        """Play a game and look at it.

        Raises:
            Fault: the pack does something impossible.
        """
        rules, picks = self.rules, list[int]()
        choose = playout.choose(picks)
        self._empty.clear()
        game = rules.new(playout.options, playout.seed)
        been: Counter[int] = Counter()
        took: dict[tuple[int, str], int] = {}
        noted: set[tuple[str, int]] = set()
        before, still, length, mover = None, 0, 0, None
        while game.site >= 0:
            site = game.site
            values = rules.options(game, site)
            pick = choose(site, values)
            self.asked[site] += 1
            if len(values) > 1:
                length += 1
                self.chosen[site] += 1
                side = rules.side(game)
                mover = side if mover is None else mover
                still = still + 1 if game.data == before else 0
                before = game.data[:]
                here = hash((site, tuple(game.data), tuple(game.frames)))
                been[here] += 1
                noted |= {("stall", site)} if still == STALL else set()
                noted |= {("loop", site)} if been[here] >= LOOP else set()
                self._offer(site, values, pick, side, took)
            game.answer(values[pick])
        self._end(playout, game.data[1], length, mover, took)
        for key in noted | {("nothing to choose", site) for site in self._empty}:
            self.seen[key] += 1
            self.firsts.setdefault(key, playout)

    def _offer(
        self, site: int, values: Sequence[int], pick: int, side: int, took: dict[tuple[int, str], int]
    ) -> None:
        data = self.rules.compiled.sites[site]
        if data.plane >= 0:
            return
        for place, value in enumerate(values):
            name = option_name(self.rules, data, value)
            if name is not None:
                one = self.options[site, name]
                one.offered += 1
                if place == pick:
                    one.taken += 1
                    took.setdefault((site, name), side)

    def _end(
        self, playout: Playout, winner: int, length: int, mover: int | None, took: dict[tuple[int, str], int]
    ) -> None:
        self.games += 1
        self.winners[winner] += 1
        self.lengths.append((length, winner, playout))
        if mover is not None:
            self.first_moves.append((mover, winner))
        for key, side in took.items():
            one = self.options[key]
            one.games += 1
            one.won += side == winner
            if one.first is None and side == winner:
                one.first = playout

    # --- what it comes to -----------------------------------------------------------------------------

    def findings(self, *, is_random: bool) -> list[Finding]:
        """All that is degenerate, kind by kind."""
        found = [
            *self._seen(),
            *self._no_choice(),
            *self._options(is_random),
            *self._easy(),
            *self._one_sided(),
        ]
        order = list(KINDS)
        return sorted(found, key=lambda one: (order.index(one.kind), -one.seen))

    def _site(self, kind: str, site: int, seen: int, of: int, game: Playout, option: str = "") -> Finding:
        data = self.rules.compiled.sites[site]
        what = f"{option} in `{data.name}`" if option else f"`{data.name}`"
        return Finding(kind, f"{what} ({data.title})", data.place, seen, of, game)

    def _seen(self) -> list[Finding]:
        # One decision is several sites where its steps are written out for several arguments.
        places: dict[tuple[str, str], Finding] = {}
        for (kind, site), seen in self.seen.items():
            one = self._site(kind, site, seen, self.games, self.firsts[kind, site])
            known = places.get((kind, str(one.place)))
            if known is None or known.seen < seen:
                places[kind, str(one.place)] = one
        return list(places.values())

    def _no_choice(self) -> list[Finding]:
        asked: Counter[str] = Counter()
        chosen: Counter[str] = Counter()
        sites: dict[str, int] = {}
        for site, number in self.asked.items():
            place = str(self.rules.compiled.sites[site].place)
            asked[place] += number
            chosen[place] += self.chosen[site]
            sites.setdefault(place, site)
        return [
            self._site("never a choice", sites[place], number, number, self.lengths[0][2])
            for place, number in asked.items()
            if number >= LEAST and not chosen[place]
        ]

    def _options(self, is_random: bool) -> list[Finding]:
        by_site: dict[int, dict[str, _Taken]] = defaultdict(dict)
        for (site, name), one in self.options.items():
            by_site[site][name] = one
        found: list[Finding] = []
        for site, options in by_site.items():
            known = {name: one for name, one in options.items() if one.games >= LEAST}
            for name, one in options.items():
                share = one.taken / one.offered
                if not is_random and one.offered >= LEAST and (share >= ALWAYS or not one.taken):
                    kind = "always taken" if one.taken else "never taken"
                    game = one.first or self.lengths[0][2]
                    found.append(self._site(kind, site, one.taken, one.offered, game, name))
            found += [
                self._site("best option", site, one.won, one.games, one.first, name)
                for name, one in known.items()
                if one.first is not None and len(known) > 1 and _leads(one, name, known)
            ]
        return found

    def _easy(self) -> list[Finding]:
        middle = median(Counter(length for length, _, _ in self.lengths))
        easy = [one for one in self.lengths if one[1] >= 0 and one[0] <= EASY * middle]
        if not easy:
            return []
        shortest = min(easy, key=lambda one: one[0])
        title = self.rules.compiled.kinds["side"].titles[shortest[1]]
        what = f"{title} after {shortest[0]} decisions; half of the games have up to {middle}"
        return [Finding("easy win", what, None, len(easy), self.games, shortest[2])]

    def _one_sided(self) -> list[Finding]:
        titles = self.rules.compiled.kinds["side"].titles
        return [
            Finding("one side wins", titles[side], None, won, self.games, game)
            for side, won in self.winners.items()
            if side >= 0 and wilson(won, self.games)[0] > ALWAYS
            for game in [next(game for _, winner, game in self.lengths if winner == side)]
        ]

    def first_mover(self) -> dict[str, Any]:
        """How often who decides first wins."""
        won = sum(1 for mover, winner in self.first_moves if mover == winner)
        return {
            "games": len(self.first_moves),
            "won": won,
            "share": list(wilson(won, len(self.first_moves))),
        }


def _leads(one: _Taken, name: str, known: dict[str, _Taken]) -> bool:
    """Whether the share won with an option is surely above that of each other one."""
    low, share, _ = wilson(one.won, one.games)
    for other, rival in known.items():
        if other != name:
            _, theirs, high = wilson(rival.won, rival.games)
            if low <= high or share - theirs < LEAD:
                return False
    return True


def option_name(rules: Rules, site: SiteData, value: int) -> str | None:
    """An option of a decision by its id, copies of one another by what they are written under; None for numbers."""
    if site.kind == "either":
        return site.options[value].id
    if value < 0 and site.optional is not None:
        return site.optional[0]
    kind = rules.compiled.kinds.get(site.kind)
    if kind is None:
        return None
    return next((name for name, places in kind.copies.items() if value in places), kind.members[value])


def look(rules: Rules, counting: Rules, what: Plan, games: int) -> dict[str, Any]:
    """Play games and look for what is degenerate in them.

    Args:
        rules: those of a mode.
        counting: the same, made to count (see `coverage.counting_rules`); nobody else plays by them.
        what: what is played.
        games: how many.

    Raises:
        Fault: the pack does something impossible.
        GameFailed: a game of agents stopped in the middle.
    """
    watch, counter = Watch(counting), coverage.Counter(counting)
    for game in playouts(rules, what, games):
        counter.begin(rules.start(game.options))
        watch.play(game)
        counter.see({"game": game.index})
    counter.end(coverage.GAMES)
    unused = Counter(one.mark.kind for one in counter.reached() if one.first is None)
    return {
        "mode": rules.compiled.mode,
        "agents": what.agents,
        "games": watch.games,
        "seats": len(rules.compiled.seats),
        "first_mover": watch.first_mover(),
        "never_used": dict(unused),
        "findings": [_told(one) for one in watch.findings(is_random=what.is_random)],
    }


def _told(one: Finding) -> dict[str, Any]:
    place = one.place
    return {
        "kind": one.kind,
        "what": one.what,
        "file": None if place is None else place.file,
        "line": None if place is None else place.line,
        "column": None if place is None else place.column,
        "seen": one.seen,
        "of": one.of,
        "game": {"index": one.game.index, "seed": one.game.seed, "options": dict(one.game.options)},
    }
