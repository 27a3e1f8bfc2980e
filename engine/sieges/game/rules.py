"""A compiled pack in one mode, ready for play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeGuard

from sieges.game.arguments import BadArgument, one_of, shown, whole
from sieges.game.chance import Luck, salt_of, streams
from sieges.game.game import Choose, Game, Roll
from sieges.game.naming import Names
from sieges.game.pending import Chance, Decision, End, Option, Outcome, Pending, Refusal
from sieges.game.plane.names import PlaneNames
from sieges.game.plane.regions import Around, Reach
from sieges.game.runtime import Ended, Runtime
from sieges.game.secrets import Secrets
from sieges.game.throws import Throw
from sieges.language.compiled import Compiled, OddsData, OptionData, SiteData
from sieges.language.frames import HEAD


class BadOption(BadArgument):
    """An option of set-up that does not exist, or a value that it does not take."""


class Rules:
    """The rules of one mode: what `Game`s are made of. Immutable; shared by all games."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.runtime = Runtime(compiled)
        self.names = Names(compiled)
        self.answers = [site.answer for site in compiled.sites]
        self.is_chance = [site.what == "chance" for site in compiled.sites]
        self.secrets = Secrets(compiled)
        self.salts = [salt_of(source.id) for source in compiled.sources]
        space = self.runtime.space
        self._options = [space.get(f"k{number}") for number in range(len(compiled.sites))]
        self.arguments = [self._argument_count(number) for number in range(len(compiled.instances))]
        self._begun: dict[tuple[tuple[str, str], ...], list[int]] = {}

    def _argument_count(self, instance: int) -> int:
        native = self.runtime.space.get(f"i{instance}")
        return 0 if native is None else native.__code__.co_argcount - 3

    def native(self, instance: int) -> Callable[..., None] | None:
        """The inline form of an instance, where it was written."""
        found: Callable[..., None] | None = self.runtime.space.get(f"i{instance}")
        return found

    # --- new games --------------------------------------------------------------------------------

    def start(self, options: Mapping[str, Any] | None = None) -> list[int]:
        """The cells of a new game before its set-up steps.

        Raises:
            BadOption: an option or value does not exist.
        """
        if options is not None and not isinstance(options, Mapping):
            raise BadOption(f"options are a mapping of names to values, not {shown(options)}")
        key = tuple(sorted((str(name), str(value)) for name, value in options.items())) if options else ()
        begun = self._begun.get(key)
        if begun is None:
            begun = self.compiled.initial[:]
            for name, value in (options or {}).items():
                self._option(begun, name, value)
            for number in range(len(self.compiled.decks)):
                self.runtime.function(f"g{number}")(begun)
            # Building decks takes no chance, so it is done once for each choice of options.
            if len(self._begun) < 1000:
                self._begun[key] = begun
        return begun[:]

    def _option(self, data: list[int], name: str, value: Any) -> None:
        from sieges.text.diagnostic import nearest

        known = {option.id: option for option in self.compiled.options}
        try:
            found = known[one_of(name, known, "option")]
        except BadArgument as error:
            raise BadOption(str(error)) from None
        kind = self.compiled.kinds.get(found.kind)
        if kind is not None:
            if value in kind.members:
                data[found.base] = kind.members.index(value)
                return
            guess = nearest(str(value), kind.members)
            hint = f"; did you mean `{guess}`?" if guess else ""
            raise BadOption(f"option `{name}` is {', '.join(kind.members)}, not {shown(value)}{hint}")
        text = str(value).lower()
        if found.kind == "condition" and text in ("true", "false"):
            data[found.base] = int(text == "true")
            return
        if text.lstrip("-").isascii() and text.lstrip("-").isdigit() and found.low <= int(text) <= found.high:
            data[found.base] = int(text)
            return
        wanted = (
            "true or false"
            if found.kind == "condition"
            else f"a whole number from {found.low} to {found.high}"
        )
        raise BadOption(f"option `{name}` is {wanted}, not {shown(value)}")

    def new(self, options: Mapping[str, Any] | None = None, seed: int | None = None) -> Game:
        """A new game at its first pause.

        Args:
            options: set-up options by id; the rest have their defaults.
            seed: with a seed, chances resolve themselves; without, they are pending.

        Raises:
            BadArgument: an option or value does not exist, or the seed is no whole number.
        """
        luck = None if seed is None else Luck(whole(seed, "a seed"), self.salts)
        return self.begin(self.start(options), luck)

    def begin(self, data: list[int], luck: Luck | None = None) -> Game:
        """A game at its first pause, from the cells of `start`."""
        game = Game(self, data, [0], luck)
        self.push(game, self.compiled.main)
        self.push(game, self.compiled.setup)
        game.resume()
        return game

    def push(self, game: Game, instance: int, arguments: Sequence[int] = ()) -> None:
        """Have a game do an instance next."""
        self.runtime.space["push"](game.frames, game.frames[0], instance, tuple(arguments))

    def play(self, options: Mapping[str, Any] | None, choose: Choose, rolls: Sequence[Roll]) -> list[int]:
        """Play a whole game inline; the cells at its end."""
        data = self.start(options)
        return self.play_from(data, choose, rolls)

    def play_from(self, data: list[int], choose: Choose, rolls: Sequence[Roll]) -> list[int]:
        """Play a whole game inline from the cells of `start`, which are changed; the same cells."""
        space = self.runtime.space
        self.runtime.turns[0] = 0
        try:
            space[f"i{self.compiled.setup}"](data, choose, rolls)
            space[f"i{self.compiled.main}"](data, choose, rolls)
        except Ended:
            pass
        return data

    def streams(self, seed: int) -> list[Roll]:
        return streams(seed, self.salts)

    def from_json(self, saved: Mapping[str, Any]) -> Game:
        """A game from `Game.to_json`.

        Raises:
            BadArgument: it is no such state, was saved by other rules, or is damaged.
        """
        if not isinstance(saved, Mapping):
            raise BadArgument(f"a state is a mapping, as `to_json` gives it, not {shown(saved)}")
        if saved.get("rules") != self.compiled.rules_hash:
            raise BadArgument("this state was saved by other rules")
        data, frames, site = saved.get("data"), saved.get("frames"), saved.get("site")
        if not _are_cells(data) or len(data) != self.compiled.size:
            raise BadArgument(
                f"this state is damaged: `data` is {self.compiled.size} whole numbers of 64 bits"
            )
        if not _are_cells(frames, WIDEST) or not self._hang_together(frames):
            raise BadArgument("this state is damaged: `frames` are not those of a game")
        if not isinstance(site, int) or isinstance(site, bool) or not -1 <= site < len(self.compiled.sites):
            raise BadArgument("this state is damaged: `site` is no place where a game can pause")
        game = Game(self, list(data), list(frames))
        game._site = site
        if saved.get("digest") != game.digest():
            # What is pending hangs on every cell, so a state that was altered is none that a game can come to.
            raise BadArgument("this state is damaged: it is not the one that its `digest` is of")
        return game

    def _hang_together(self, frames: Sequence[int]) -> bool:
        """Whether frames lie one above the other, each as long as its body needs."""
        slots, top, base = self.runtime.slots, len(frames), frames[0] if frames else 0
        while base:
            if not 1 <= base < top - 2 or not 0 <= frames[base] < len(slots):
                return False
            if top - base != HEAD + slots[frames[base]]:
                return False
            top, base = base, frames[base + 2]
        return top == 1

    # --- what is pending --------------------------------------------------------------------------

    def _arguments(self, game: Game, site: SiteData) -> list[int]:
        b = game.frames[0] + HEAD
        return [game.frames[b + cell] for cell in site.needs]

    def options(self, game: Game, site: int) -> Sequence[int]:
        """The values offered at a decision."""
        function = self._options[site]
        assert function is not None
        found: Sequence[int] = function(game.data, *self._arguments(game, self.compiled.sites[site]))
        return found

    def side(self, game: Game) -> int:
        """The index of the side that decides at the pending decision."""
        site = game.site
        found: int = self.runtime.space[f"b{site}"](
            game.data, *self._arguments(game, self.compiled.sites[site])
        )
        return found

    def region(self, game: Game, site: int) -> Reach | Around:
        """The region of a decision that any point of one answers."""
        arguments = self._arguments(game, self.compiled.sites[site])
        found: Reach | Around = self.runtime.space[f"q{site}"](game.data, *arguments)
        return found

    def outcomes(self, game: Game, site: int) -> tuple[list[int], list[int]]:
        """Values and weights of a chance."""
        throw = self.throw(game, site)
        if throw is not None:
            return throw.values, throw.weights
        source = self.compiled.sources[self.compiled.sites[site].source]
        if source.deck >= 0:
            return self.runtime.decks[source.deck].outcomes(game.data)
        values = sorted(set(source.faces))
        return values, [source.faces.count(value) for value in values]

    def throw(self, game: Game, site: int) -> Throw | None:
        """The dice that are thrown at a chance, where it is a throw of many."""
        data = self.compiled.sites[site]
        if data.kind != "hits":
            return None
        found: Throw = self.runtime.space[f"d{site}"](game.data, *self._arguments(game, data))
        return found

    def pending(self, game: Game) -> Pending:
        """What a game waits for, in full."""
        if game.site < 0:
            return self._end(game)
        site = self.compiled.sites[game.site]
        if site.what == "chance":
            values, weights = self.outcomes(game, game.site)
            outcomes = tuple(
                Outcome(*self._outcome(site, value), value, weight)
                for value, weight in zip(values, weights, strict=True)
            )
            title = self.compiled.sources[site.source].title
            throw = self.throw(game, game.site)
            dice = () if throw is None else throw.dice
            return Chance(
                site.id, site.name, site.source, site.kind, title, outcomes, site.place, game.site, dice
            )
        arguments = self._arguments(game, site)
        side = self.side(game)
        holes = self.runtime.space[f"p{game.site}"](game.data, *arguments)
        region = None
        if site.plane >= 0:
            found = self.region(game, game.site)
            names = PlaneNames(self.compiled, self.compiled.planes[site.plane], found)
            options, region = names.options(), names.find
        else:
            options = tuple(self._offer(game, value, holes) for value in self.options(game, game.site))
        prompt = self.names.text(site.prompt, holes) if site.prompt is not None else ""
        name = self.compiled.kinds["side"].members[side]
        return Decision(
            site.id,
            site.name,
            name,
            prompt,
            site.title,
            options,
            site.place,
            game.site,
            site.secret,
            region,
        )

    def _end(self, game: Game) -> End:
        from sieges.language.compiled import Place

        number, winner = game.data[0], game.data[1]
        if not number:
            return End("unfinished", "The sequence has run out", None, Place("", 0, 0))
        ending = self.compiled.endings[number - 1]
        side = None if winner < 0 else self.compiled.kinds["side"].members[winner]
        return End(ending.id, ending.title, side, ending.place)

    def _outcome(self, site: SiteData, value: int) -> tuple[str, str]:
        if site.kind == "card":
            kind = self.compiled.kinds["card"]
            return kind.members[value], kind.titles[value]
        return str(value), str(value)

    def _offer(self, game: Game, value: int, holes: Sequence[int]) -> Option:
        """An option of the pending decision in full."""
        site = self.compiled.sites[game.site]
        if site.kind == "either":
            data: OptionData = site.options[value]
            return Option(data.id, self.names.text(data.label, holes), value)
        if value < 0 and site.optional is not None:
            return Option(site.optional[0], site.optional[1], value)
        shown = None
        if site.shown_as is not None:
            values = self.runtime.space[f"n{game.site}"](game.data, value, *self._arguments(game, site))
            shown = self.names.text(site.shown_as, values)
        if not site.kind:
            return Option(str(value), shown or str(value), value)
        kind = self.compiled.kinds[site.kind]
        id_ = kind.members[value]
        return Option(id_, shown or kind.titles[value], value, (f"{site.kind}:{id_}",))

    def odds(self, game: Game, value: int) -> tuple[OddsData, list[int]] | None:
        """The situation whose odds are shown beside an option of the pending decision, and its parameters."""
        site = self.compiled.sites[game.site]
        if not site.odds:
            return None
        found = self.runtime.space[f"w{game.site}"](game.data, value, *self._arguments(game, site))
        return self.compiled.odds[site.odds], [int(part) for part in found]

    def refusals(self, game: Game) -> list[Refusal]:
        """Options of the pending decision that are not offered, each with the condition that failed."""
        if game.site < 0 or not self.compiled.sites[game.site].has_why:
            return []
        site = self.compiled.sites[game.site]
        arguments = self._arguments(game, site)
        offered = set(self.options(game, game.site))
        space = self.runtime.space
        listing = space.get(f"z{game.site}")
        members = range(len(site.options)) if listing is None else listing()
        holes = space[f"p{game.site}"](game.data, *arguments)
        found = []
        # Of members that are alike one is spoken of, and none where one of them is offered.
        alike = space[f"a{game.site}"] if site.alike else None
        known = set() if alike is None else {alike(game.data, value) for value in offered if value >= 0}
        for value in members:
            if value in offered:
                continue
            if alike is not None:
                if (key := alike(game.data, value)) in known:
                    continue
                known.add(key)
            why = space[f"y{game.site}"](game.data, value, *arguments)
            option = self._offer(game, value, holes)
            found.append(Refusal(option.id, option.label, *(why or ("", "", ()))))
        return found


WIDEST = 4096
"""Bits of the widest set that is read back: frames keep sets of any kind."""


def _are_cells(cells: object, bits: int = 63) -> TypeGuard[list[int]]:
    """Whether something is a list of whole numbers that are kept in so many bits and a sign."""
    return isinstance(cells, list) and all(
        isinstance(cell, int) and not isinstance(cell, bool) and -(1 << 63) <= cell < 1 << bits
        for cell in cells
    )
