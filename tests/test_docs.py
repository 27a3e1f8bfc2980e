"""What the docs show is true: the excerpts of the language page make one pack that compiles and plays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sieges.game.pending import End
from sieges.game.rules import Rules
from sieges.loading import compile_fresh

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def by_itself(block: str) -> str | None:
    """The folder of an excerpt that is a pack beside the hill fort."""
    found = re.match(r"# file: (\w+)/pack\.yaml\n", block)
    return found[1] if found else None


def excerpts() -> list[str]:
    """The blocks of the language page that belong to its running example, the hill fort."""
    found = []
    for block in blocks(ROOT / "docs" / "language.md", "yaml"):
        if not (by_itself(block) or "replace:\n" in block or "extends:" in block):
            found.append(block)
    return found


def write_pack(folder: Path) -> Path:
    """The hill fort as one file: blocks that hold the same section are joined."""
    sections: dict[str, list[str]] = {}
    section = ""
    for block in excerpts():
        for line in block.splitlines():
            if found := re.match(r"([a-z_]+):", line):
                if found[1] not in sections:
                    sections[found[1]] = [line]
                    section = found[1]
                    continue
                section = found[1]
                assert line.rstrip() == f"{section}:", f"`{section}` cannot be joined"
            elif not line.startswith("#"):
                sections[section].append(line)
    text = "\n".join(line for lines in sections.values() for line in lines)
    folder.mkdir()
    (folder / "pack.yaml").write_text(text + "\n", encoding="utf-8")
    return folder


def test_the_excerpts_of_the_language_page_are_a_pack_that_plays(tmp_path: Path) -> None:
    compiled, found, _ = compile_fresh(write_pack(tmp_path / "hill_fort"))
    assert not found.has_errors, [str(d.span) + " " + d.message for d in found]
    assert compiled is not None
    assert not any(example.differences for example in compiled.examples)
    assert any(example.instance is None for example in compiled.examples)
    rules = Rules(compiled)
    for seed in range(20):
        game = rules.new(seed=seed)
        while not isinstance(pending := game.legal(), End):
            game.apply(pending.options[seed % len(pending.options)].id)
        assert pending.id in ("broken", "taken", "dawn")


@pytest.mark.parametrize(
    "block",
    [b for b in blocks(ROOT / "docs" / "language.md", "yaml") if by_itself(b) and "requires:" not in b],
    ids=by_itself,
)
def test_packs_beside_the_hill_fort_are_right(block: str, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(block, encoding="utf-8")
    _, found, _ = compile_fresh(tmp_path)
    assert not found.has_errors, [str(d.span) + " " + d.message for d in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_in_the_docs_runs(page: Path) -> None:
    for block in blocks(page, "python"):
        exec(compile(block, str(page), "exec"), {"__name__": "docs"})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", prose):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def messages_page() -> str:
    """The page of all codes, as it should stand in docs/."""
    import sieges.language.codes
    import sieges.pack.codes
    import sieges.study.codes
    import sieges.text.codes  # noqa: F401
    from sieges.text import registered

    lines = [
        "# Messages",
        "",
        "Everything that `sieges check` can say, by code. `T` is the text of a file, `P` the pack and its files,",
        "`L` the rule language, `X` what is found by running examples and by walking the rulebook. Each message",
        "names the file, line and column, the cause, and the likely fix.",
        "",
        "| code | meaning |",
        "|---|---|",
        *(f"| {code} | {meaning} |" for code, meaning in registered().items()),
    ]
    return "\n".join(lines) + "\n"


def test_the_page_of_messages_is_up_to_date() -> None:
    page = ROOT / "docs" / "messages.md"
    assert page.read_text(encoding="utf-8") == messages_page(), (
        "write what `messages_page` gives to docs/messages.md"
    )
