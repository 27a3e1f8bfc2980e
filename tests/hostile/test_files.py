"""Files that are made to do harm: bombs, escapes from the pack's folder, what is no text."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.packs import HEAD, OVER, REPOSITORY, TABLE, attempt, marked, said, write


def alias_bomb() -> str:
    lines = ["bomb0: &bomb0 [x, x, x, x, x, x, x, x, x] # here"]
    for before, after in itertools.pairwise(range(12)):
        lines.append(f"bomb{after}: &bomb{after} [{', '.join([f'*bomb{before}'] * 9)}] # here")
    return "\n".join(lines) + "\n"


BOMBS = {
    "aliases": alias_bomb(),
    "square_brackets": f"define: {'[' * 100_000} # here\n",
    "round_braces": f"define: {'{a: ' * 100_000} # here\n",
    "indents": "".join(f"{' ' * depth}a:{' # here' if depth == 40 else ''}\n" for depth in range(900)),
    "dashes": f"define:\n  {'- ' * 100_000}x # here\n",
    "many_values": f"define: [{'x, ' * 300_000}x] # here\n",
    "digits": f"define: {{big: {'9' * 10_000}}} # here\n",
    "digits_in_an_expression": f"define:\n  big: x + {'9' * 10_000} # here\nsequence:\n{OVER}",
    "tag": "define: !!python/object/apply:os.system ['true'] # here\n",
    "another_tag": "define: {big: !!int '3'} # here\n",
    "merge": "define: {<<: {a: 1}} # here\n",
    "doubled_key": "define:\n  big: 1\n  big: 2 # here\n",
    "doubled_section": "define: {big: '1'}\nsequence: []\ndefine: {small: '1'} # here\n",
    "doubled_modifier": "sequence:\n  - set: x\n    to: 1\n    to: 2 # here\n",
    "second_document": "define: {}\n--- # here\ndefine: {}\n",
    "directive": "%YAML 1.1 # here\n",
    "key_that_is_no_text": "define: {[1, 2]: 3} # here\n",
    "key_that_is_a_number": "define:\n  1: x # here\n",
    "nul": "define: {big: 'a\x00'} # here\n",
    "control": "define: {big: 'a\x1b[31m'} # here\n",
    "backspace": "about: 'a\x08' # here\n",
    "misleading": "about: 'a\u202eb' # here\n",
    "invisible": "about: 'a\u200bb' # here\n",
    "mark_of_order": "about: 'a\ufeffb' # here\n",
    "escaped_nul": 'about: "a\\0" # here\n',
    "escaped_control": 'about: "a\\e[31mred" # here\n',
    "escaped_return": f'sequence:\n  - say: "a\\r" # here\n{OVER}',
    "left_to_right": "about: 'a\u200eb' # here\n",
    "soft_hyphen": "about: 'a\u00adb' # here\n",
    "language_tag": "about: 'a\U000e0041b' # here\n",
    "escaped_bell": f'sequence:\n  - say: "a\\a" # here\n{OVER}',
    "escaped_misleading": 'about: "a\\u202eb" # here\n',
    "half_a_character": 'about: "a\\ud800" # here\n',
    "tab": "define:\n\tbig: 1 # here\n",
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_where_they_lie(tmp_path: Path, name: str) -> None:
    pack = write(tmp_path, BOMBS[name])
    how, where = attempt(pack)
    assert how == "refused"
    assert where in [f"pack.yaml:{line}" for line in marked(pack)]


@pytest.mark.parametrize("name", ["aliases", "square_brackets", "doubled_key", "digits", "escaped_control"])
def test_the_command_says_so_and_no_more(tmp_path: Path, name: str) -> None:
    """`sieges check`: exit code 1, the place, and never a traceback or a page of it."""
    pack = write(tmp_path, BOMBS[name])
    run = subprocess.run(
        [sys.executable, "-m", "sieges", "check", str(pack)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "engine")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    output = run.stdout + run.stderr
    assert run.returncode == 1, output
    assert "Traceback" not in output
    assert f"trap/pack.yaml:{marked(pack)[0]}" in output
    assert len(output) < 50_000
    assert "\x1b" not in output


# --- out of the folder ----------------------------------------------------------------------------


def secret(folder: Path) -> Path:
    """A file outside the pack that would be a good part of it."""
    path = folder / "outside" / "secret.yaml"
    path.parent.mkdir()
    path.write_text("define: {secret: '7'}\n")
    return path


def test_a_link_to_a_file_outside(tmp_path: Path) -> None:
    pack = write(tmp_path, f"sequence:\n{OVER}")
    (pack / "more.yaml").symlink_to(secret(tmp_path))
    (finding,) = said(pack)
    assert finding[1] == "P002"


def test_a_link_to_a_folder_outside(tmp_path: Path) -> None:
    pack = write(tmp_path, f"sequence:\n{OVER}")
    (pack / "more").symlink_to(secret(tmp_path).parent)
    (finding,) = said(pack)
    assert finding[1] == "P002"


def test_a_manifest_that_is_a_link(tmp_path: Path) -> None:
    pack = tmp_path / "trap"
    pack.mkdir()
    (tmp_path / "pack.yaml").write_text(HEAD + TABLE + f"sequence:\n{OVER}")
    (pack / "pack.yaml").symlink_to(tmp_path / "pack.yaml")
    assert [code for _, code, _ in said(pack)] == ["P002"]


def test_a_link_in_a_circle(tmp_path: Path) -> None:
    pack = write(tmp_path, f"sequence:\n{OVER}")
    (pack / "deeper").symlink_to(pack)
    (pack / "round.yaml").symlink_to(pack / "round.yaml")
    how, _ = attempt(pack)
    assert how in ("refused", "played")


@pytest.mark.parametrize(
    "path",
    [
        *("../../..", "../../../etc", "/etc", "/", "..", ".", "./..", "../trap/../../..", "~", "file:///etc"),
        *("../outside/..", "..\\\\..", "../trap", "nowhere", "", " ", "../outside/secret.yaml"),
    ],
)
def test_what_is_extended_lies_beside(tmp_path: Path, path: str) -> None:
    secret(tmp_path)
    pack = write(tmp_path, f'extends: "{path}" # here\nsequence:\n{OVER}')
    found = said(pack)
    assert [(line, code) for line, code, _ in found] == [(marked(pack)[0], "P028")], found


def test_what_is_extended_is_no_link_outside(tmp_path: Path) -> None:
    base = tmp_path / "elsewhere" / "base"
    base.mkdir(parents=True)
    (base / "pack.yaml").write_text(HEAD.replace("trap", "base") + TABLE)
    (tmp_path / "inside").mkdir()
    pack = write(tmp_path / "inside", f"extends: ../base # here\nsequence:\n{OVER}", "")
    (tmp_path / "inside" / "base").symlink_to(base)
    assert [(line, code) for line, code, _ in said(pack)] == [(marked(pack)[0], "P028")]


def test_packs_that_extend_each_other(tmp_path: Path) -> None:
    pack = write(tmp_path, f"extends: ../other # here\nsequence:\n{OVER}")
    (tmp_path / "other").mkdir()
    text = (pack / "pack.yaml").read_text().replace("pack: trap", "pack: other")
    (tmp_path / "other" / "pack.yaml").write_text(text.replace("../other", "../trap"))
    found = said(pack)
    assert [code for _, code, _ in found] == ["P028"]


def test_a_long_line_of_packs(tmp_path: Path) -> None:
    for number in range(60):
        folder = tmp_path / f"pack{number}"
        folder.mkdir()
        text = f'language: 1\npack: pack{number}\ntitle: x\nversion: "1"\nextends: ../pack{number + 1}\n'
        (folder / "pack.yaml").write_text(text)
    found = said(tmp_path / "pack0")
    assert [code for _, code, _ in found] == ["P028"]


# --- what is no file of a pack --------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pack = write(tmp_path, f"sequence:\n{OVER}")
    os.mkfifo(pack / "more.yaml")
    how, where = attempt(pack)
    assert (how, where) == ("refused", "more.yaml:1")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_device_is_not_read(tmp_path: Path) -> None:
    pack = write(tmp_path, f"sequence:\n{OVER}")
    (pack / "more.yaml").symlink_to("/dev/zero")
    how, where = attempt(pack)
    assert (how, where) == ("refused", "more.yaml:1")


def test_a_folder_with_the_name_of_a_file(tmp_path: Path) -> None:
    pack = write(tmp_path, f"sequence:\n{OVER}")
    (pack / "more.yaml").mkdir()
    assert attempt(pack)[0] in ("refused", "played")


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00\x00",
        b"define: {caf\xe9: 1}",
        b"\x00" * 100,
        b"\x7fELF" + bytes(range(256)),
        b"\xef\xbb\xbf\xef\xbb\xbf",
    ],
    ids=len,
)
def test_what_is_no_text(tmp_path: Path, content: bytes) -> None:
    pack = write(tmp_path, f"sequence:\n{OVER}")
    (pack / "more.yaml").write_bytes(content)
    how, where = attempt(pack)
    assert how == "refused"
    assert where.startswith("more.yaml:")


def test_too_large_a_file(tmp_path: Path) -> None:
    pack = write(tmp_path, f"sequence:\n{OVER}")
    (pack / "more.yaml").write_text("# x\n" * 500_000)
    assert attempt(pack) == ("refused", "more.yaml:1")


def test_too_many_files(tmp_path: Path) -> None:
    pack = write(tmp_path, f"sequence:\n{OVER}")
    for number in range(3000):
        (pack / f"f{number}.yaml").touch()
    assert attempt(pack)[0] == "refused"


def test_folders_that_lie_deep(tmp_path: Path) -> None:
    pack = write(tmp_path, f"sequence:\n{OVER}")
    deep = pack.joinpath(*["d"] * 100)
    deep.mkdir(parents=True)
    (deep / "more.yaml").write_text("define: {secret: '7'}\n")
    assert attempt(pack)[0] == "refused"
