"""The geometry of a plane: exact, the same when the table is mirrored, never into one another, never too far."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from sieges.game.plane import shapes
from sieges.game.plane.regions import Goal, Line
from sieges.game.plane.ways import CLEAR, DEAR, EDGE, Area, Base, Field
from sieges.language import points

SIDE = 12_000
R = 500
spots = st.tuples(st.integers(R, SIDE - R), st.integers(R, SIDE - R))
ways = st.tuples(st.integers(-SIDE, SIDE), st.integers(-SIDE, SIDE))
lengths = st.integers(0, 9) | st.integers(0, 9000)
rectangles = st.tuples(spots, st.integers(100, 3000), st.integers(100, 3000)).map(
    lambda given: tuple(
        (given[0][0] + x * given[1], given[0][1] + y * given[2]) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))
    )
)
areas = st.builds(Area, rectangles, pace=st.integers(1, 3), toll=st.integers(0, 3), barred=st.booleans())

MIRRORS: dict[str, Callable[[shapes.Spot], shapes.Spot]] = {
    "west and east": lambda p: (SIDE - p[0], p[1]),
    "north and south": lambda p: (p[0], SIDE - p[1]),
    "the diagonal": lambda p: (p[1], p[0]),
}
TURNED: dict[str, Callable[[shapes.Spot], shapes.Spot]] = {
    "west and east": lambda v: (-v[0], v[1]),
    "north and south": lambda v: (v[0], -v[1]),
    "the diagonal": lambda v: (v[1], v[0]),
}


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """A base among others that it does not overlap, and areas that it does not stand on."""
    start = draw(spots)
    bases = []
    for index, (x, y) in enumerate(draw(st.lists(spots, max_size=6))):
        r = draw(st.sampled_from([R, R, 250, 1000]))
        if shapes.square_between(start, (x, y)) >= (R + r) ** 2:
            bases.append(Base(x, y, r, index))
    if draw(st.booleans()):
        # Somebody in contact from the start, as after an earlier move.
        x, y = draw(st.sampled_from([(1000, 0), (0, -1000), (600, 800), (-1001, 0), (707, 708)]))
        bases.append(Base(start[0] + x, start[1] + y, R, 9))
    over = [
        area
        for area in draw(st.lists(areas, max_size=3))
        if not ((area.barred or area.toll) and shapes.covers(area.outline, start, R))
    ]
    return Field((SIDE, SIDE), start, R, tuple(bases), tuple(over))


def mirrored(field: Field, by: Callable[[shapes.Spot], shapes.Spot]) -> Field:
    return Field(
        field.size,
        by(field.start),
        field.r,
        tuple(Base(*by((base.x, base.y)), base.r, base.index) for base in field.bases),
        tuple(Area(tuple(map(by, area.outline)), area.pace, area.toll, area.barred) for area in field.areas),
    )


@given(fields(), ways, lengths)
def test_a_way_ends_where_the_base_can_stand_and_no_further_than_it_reaches(field, way, budget):
    end, met = field.straight(way, budget, budget)
    assert field.ends(end, budget) == CLEAR
    assert shapes.square_between(field.start, end) <= budget * budget
    assert all(
        shapes.square_between(end, (base.x, base.y)) >= (field.r + base.r) ** 2 for base in field.bases
    )
    assert field.stands(end) or end == field.start
    if met == CLEAR and way != (0, 0):
        short = isqrt(shapes.square_between(field.start, end))
        assert short >= budget - 2


@example(Field((12000, 12000), (500, 500), R, (Base(500, -500, R, 9),), ()), (65, -1), 66)
@given(fields(), ways, lengths)
def test_what_ends_a_way_is_touched(field, way, budget):
    end, met = field.straight(way, budget, budget)
    if met >= 0:
        base = next(base for base in field.bases if base.index == met)
        assert shapes.touch(shapes.square_between(end, (base.x, base.y)), field.r + base.r)
    elif met == EDGE:
        assert min(end[0], end[1], SIDE - end[0], SIDE - end[1]) <= field.r + 2


@given(fields(), spots, st.integers(0, 8000))
def test_going_straight_at_somebody_ends_in_contact_or_somewhere_on_the_way(field, goal, budget):
    assume(shapes.square_between(field.start, goal) >= (2 * R) ** 2)
    target = Base(*goal, R, 20)
    field = Field(field.size, field.start, field.r, (*field.bases, target), ())
    way = (goal[0] - field.start[0], goal[1] - field.start[1])
    end, met = field.straight(way, budget, budget)
    between = shapes.root_up(shapes.square_between(field.start, goal)) - 2 * R
    if met == 20:
        assert shapes.touch(shapes.square_between(end, goal), 2 * R)
        assert shapes.apart(shapes.square_between(end, goal), 2 * R) <= 1
    elif budget > between + 2:
        assert met != CLEAR


@example(Field((12000, 12000), (2605, 2834), R, (Base(3312, 3542, R, 9),), ()), (1528, 4133), 7, 7)
@given(fields(), spots, st.integers(0, 8000), st.integers(0, 8000))
def test_every_point_of_the_way_to_one_is_on_it_and_none_beside_it(field, goal, budget, length):
    assume(goal != field.start)
    line = Line(field, budget, (Goal(goal, 0, 0),))
    point, _ = line.towards(goal, length)
    assert line.holds(point)
    x, y = points.place(point)
    assert shapes.square_between(field.start, (x, y)) <= budget * budget
    gx, gy = goal[0] - field.start[0], goal[1] - field.start[1]
    for beside in ((x - 3, y), (x + 3, y), (x, y - 3), (x, y + 3)):
        across = (beside[0] - field.start[0]) * gy - (beside[1] - field.start[1]) * gx
        if min(beside) >= 0 and across * across > 4 * (gx * gx + gy * gy):
            assert not line.holds(points.point(*beside))


@pytest.mark.parametrize("name", MIRRORS)
@given(fields(), ways, lengths, spots)
def test_everything_is_the_same_on_the_mirrored_table(name, field, way, budget, other):
    by, turned = MIRRORS[name], TURNED[name]
    across = mirrored(field, by)
    end, met = field.straight(way, budget, budget)
    assert across.straight(turned(way), budget, budget) == (by(end), met)
    assert across.ends(by(other), budget) == field.ends(other, budget)
    assert across.stands(by(other)) == field.stands(other)
    for area, its in zip(field.areas, across.areas, strict=True):
        outline, mirror = area.outline, its.outline
        assert shapes.square_to(outline, other) == shapes.square_to(mirror, by(other))
        assert shapes.line_meets(field.start, other, outline) == shapes.line_meets(
            across.start, by(other), mirror
        )
    assert shapes.is_behind(other, R, field.start, way) == shapes.is_behind(
        by(other), R, across.start, turned(way)
    )


@given(spots, spots, spots, st.integers(0, 4000))
def test_to_be_near_a_line_is_what_a_finer_grid_says(p, a, b, r):
    """Against the nearest of many points of the line: never nearer than the predicate says, hardly further."""
    steps = 200
    nearest = min(
        (p[0] * steps - a[0] * (steps - k) - b[0] * k) ** 2
        + (p[1] * steps - a[1] * (steps - k) - b[1] * k) ** 2
        for k in range(steps + 1)
    )
    if nearest < (r * steps) ** 2:
        assert shapes.is_near(p, a, b, r)
    length = isqrt(shapes.square_between(a, b)) + 1
    if shapes.is_near(p, a, b, r):
        assert nearest < (r * steps + length) ** 2


@given(spots, spots, st.integers(0, 5))
def test_how_far_apart_is_exact_where_it_is_compared(a, b, n):
    square = shapes.square_between(a, b)
    assert (shapes.apart(square, 2 * R) <= n) == (square <= (2 * R + n * points.GRAIN) ** 2)


def test_slow_area_costs_its_pace_while_any_part_of_the_base_is_in_it():
    bog = Area(((3000, 0), (5000, 0), (5000, 12_000), (3000, 12_000)), pace=2)
    field = Field((SIDE, SIDE), (1000, 6000), R, (), (bog,))
    # 1.5 up to the bog with the edge of the base; 3 within it count twice; 1.5 beyond.
    assert field.ends((7000, 6000), 9000) == CLEAR
    assert field.ends((7000, 6000), 8900) == DEAR
    assert field.ends((2500, 6000), 1500) == CLEAR
    end, met = field.straight((1, 0), 9000, 9000)
    assert met == DEAR
    assert 6900 <= end[0] <= 7000


def test_a_wall_is_crossed_for_its_toll_and_nobody_stays_on_it():
    wall = Area(((3000, 0), (3200, 0), (3200, 12_000), (3000, 12_000)), toll=3)
    field = Field((SIDE, SIDE), (2000, 6000), R, (), (wall,))
    assert field.ends((2500, 6000), 500) == CLEAR
    assert field.ends((3000, 6000), 9000) == DEAR
    assert field.ends((3700, 6000), 4700) == CLEAR
    assert field.ends((3700, 6000), 4600) == DEAR
    assert field.straight((1, 0), 3000, 3000) == ((2500, 6000), DEAR)
    assert field.straight((1, 0), 4650, 4650) == ((2500, 6000), DEAR)
    assert field.straight((1, 0), 4700, 4700) == ((3700, 6000), DEAR)
    assert field.straight((1, 0), 9000, 9000) == ((8000, 6000), DEAR)


def test_points_are_written_as_measures():
    assert points.written(points.point(24_000, 10_500)) == "24,10.5"
    assert points.read("24 10.5") == points.read("24,10.500") == points.point(24_000, 10_500)
    for wrong in ("24", "a,b", "1,2,3", "-1,2", "1.2345,2", "99999999,1", "20000,1"):
        assert points.read(wrong) is None


@given(st.integers(0, points.MASK), st.integers(0, points.MASK))
def test_a_point_as_written_is_read_as_the_same(x, y):
    assert points.read(points.written(points.point(x, y))) == points.point(x, y)
    assert points.place(points.point(x, y)) == (x, y)


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
def test_directions_keep_their_signs_and_mirror(x, y):
    a, b = points.pointing(points.direction(x, y))
    assert points.pointing(points.direction(-x, y)) == (-a, b)
    assert points.pointing(points.direction(y, x)) == (b, a)
    assert max(abs(a), abs(b)) > 0 or (x, y) == (0, 0)


@st.composite
def grazing(draw):
    """A base beside another, and a way nearly past it: where rounding counts most."""
    x, y = draw(spots)
    ax, ay = draw(st.integers(-2000, 2000)), draw(st.integers(-2000, 2000))
    far = max(1, isqrt(ax * ax + ay * ay))
    more = draw(st.sampled_from([0, 0, 1, 2, 5, 40]))
    base = (x + ax * (2 * R + more) // far, y + ay * (2 * R + more) // far)
    assume(shapes.square_between((x, y), base) >= (2 * R) ** 2)
    turn, long = draw(st.integers(-200, 200)), draw(st.sampled_from([-1, 1])) * draw(st.integers(1, 4))
    way = (long * (-1000 * ay + turn * ax) // far, long * (1000 * ax + turn * ay) // far)
    return Field((SIDE, SIDE), (x, y), R, (Base(*base, R, 9),), ()), way


@given(grazing(), lengths)
def test_a_way_past_a_base_is_free_or_ends_in_contact_with_it(given, budget):
    field, way = given
    end, met = field.straight(way, budget, budget)
    assert field.ends(end, budget) == CLEAR
    if met == 9:
        assert shapes.touch(shapes.square_between(end, (field.bases[0].x, field.bases[0].y)), 2 * R)
    goal = (field.start[0] + way[0], field.start[1] + way[1])
    if way != (0, 0) and R <= min(goal) <= max(goal) <= SIDE - R:
        line = Line(field, budget, (Goal(goal, 0, 0),))
        point, _ = line.towards(goal, budget // 2)
        assert line.holds(point)
