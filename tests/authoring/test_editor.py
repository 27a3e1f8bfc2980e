"""What an author sees in an editor, asked of the real yaml-language-server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sieges.authoring.starters import begin
from tests.authoring.language_server import LanguageServer, install

MODELINE = "# yaml-language-server: $schema=.schemas/rules.schema.json\n"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageServer]:
    place = tmp_path_factory.mktemp("editor")
    why_not = install(place / "server")
    if why_not is not None:
        pytest.skip(why_not)
    begin(place / "town", "great_sieges")
    with LanguageServer(place / "server", place / "town") as running:
        yield running


def test_the_files_of_a_new_pack_have_nothing_wrong(server: LanguageServer) -> None:
    for file in sorted(server.workspace.glob("*.yaml")):
        assert server.open(file.name, file.read_text("utf-8")) == [], file.name


def test_a_wrong_name_is_marked_where_it_stands(server: LanguageServer) -> None:
    (wrong,) = server.open("more.yaml", MODELINE + "locations:\n  tower: {owner: amry, tags: [land]}\n")
    assert wrong["range"]["start"] == {"line": 2, "character": 17}
    assert "army" in wrong["message"]


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("locations:\n  tower:\n    owner: ", "army"),
        ("locations:\n  tower:\n    tags: [land]\n    ", "slots"),
        ("orders:\n  wait:\n    number: 5\n    ", "requires"),
        ("cards:\n  rain:\n    counter_order: ", "hold_fire"),
        ("procedures:\n  p:\n    steps:\n      - call: ", "redeploy"),
        ("members:\n  segment:\n    line_5:\n      work: line\n      ", "footing"),
        ("", "victory"),
    ],
)
def test_names_and_keys_are_completed(server: LanguageServer, text: str, offered: str) -> None:
    whole = MODELINE + text
    name = f"half_{offered}.yaml"  # the server remembers what it has worked out for a file
    server.open(name, whole)
    lines = whole.split("\n")
    assert offered in server.complete(name, len(lines) - 1, len(lines[-1]))


def test_hovering_tells_what_a_key_is(server: LanguageServer) -> None:
    server.open("hover.yaml", MODELINE + "locations:\n  tower: {slots: 3}\n")
    assert "How many markers fit" in server.hover("hover.yaml", 2, 11)
