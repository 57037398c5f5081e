"""Dungeons from Python are those of the command line, as arrays that are built once."""

from __future__ import annotations

import base64
import copy
import json
import pathlib
import pickle
import subprocess
import xml.etree.ElementTree
import zlib
from typing import Any

import numpy as np
import pytest
import undercroft as uc
from conftest import ROOT, run
from undercroft import Tile


def test_json_equals_the_bytes_of_the_command_line(seeds: int, tmp_path: pathlib.Path) -> None:
    for preset in uc.presets():
        args = ["generate", preset.name, "--seeds", f"0..{seeds - 1}", "--out-dir", str(tmp_path), "-f", "json", "-q"]
        try:
            run(*args)
        except Exception:
            pass  # Seeds that a preset cannot meet have no file.
        for dungeon in uc.generate_many(preset.name, range(seeds), on_error="skip"):
            file = tmp_path / f"{preset.name}-{dungeon.seed}.json"
            assert dungeon.to_json().encode() == file.read_bytes(), file.name
            assert uc.read(file) == dungeon


def test_arrays_are_built_once_and_read_only() -> None:
    dungeon = uc.generate("dungeon", seed=2)
    for name in ("tiles", "solid", "opaque"):
        array = getattr(dungeon, name)
        assert array is getattr(dungeon, name) and not array.flags.writeable and array.ndim == 3
        with pytest.raises(ValueError):
            array[0, 0, 0] = 1
    assert dungeon.tiles.dtype == np.uint8 and dungeon.solid.dtype == np.bool_
    assert dungeon.tiles.shape == dungeon.solid.shape == dungeon.opaque.shape


def test_tiles_are_the_characters_of_dungeon_text() -> None:
    for preset in ("dungeon", "cottage", "tower", "cave"):
        dungeon = uc.generate(preset, seed=3)
        for number, level in enumerate(dungeon.levels):
            rows = dungeon.tiles[number, : level.height, : level.width]
            drawn = ["".join(Tile.GLYPHS[code] for code in row) for row in rows]
            assert "\n".join(drawn) in dungeon.to_text()
            assert not dungeon.tiles[number, level.height :].any() and not dungeon.tiles[number, :, level.width :].any()


def test_ground_is_none_where_all_is_bare() -> None:
    grounds = [uc.generate("cave", seed=seed).ground for seed in range(8)]
    assert any(ground is not None and ground.any() and ground.max() <= 6 for ground in grounds)
    assert uc.read("###\n#.#\n###\n").ground is None


def test_tiles_give_the_dungeon_back() -> None:
    dungeon = uc.generate("small-dungeon", seed=4)
    again = uc.Dungeon.from_tiles(dungeon.tiles)
    assert (again.tiles == dungeon.tiles).all() and len(again.rooms) > 0
    assert (uc.Dungeon.from_tiles(dungeon.tiles[0][::-1, ::-1]).tiles[0] == dungeon.tiles[0][::-1, ::-1]).all()


def test_entities_have_rows_first() -> None:
    dungeon = uc.generate("dungeon", seed=2)
    numbers = [level.z for level in dungeon.levels]
    for room in dungeon.rooms:
        y, x = room.cells[0]
        assert dungeon.tiles[numbers.index(room.z), y, x] in (Tile.FLOOR, Tile.STAIRS_UP, Tile.STAIRS_DOWN)
    for door in dungeon.doors:
        codes = {int(dungeon.tiles[numbers.index(door.z), y, x]) for y, x in door.cells}
        assert codes <= {4, 5, 6, 7, 8, 9, 10, 13}
    assert dungeon.entrance is not None and dungeon.goal is not None and dungeon.story is not None
    assert dungeon.links and dungeon.features and dungeon.spawns and dungeon.groups


def test_copies_and_pickles_are_equal() -> None:
    dungeon = uc.generate("crypt", seed=7)
    assert pickle.loads(pickle.dumps(dungeon)) == dungeon and copy.deepcopy(dungeon) == dungeon
    assert dungeon != uc.generate("crypt", seed=8) and hash(dungeon) == hash(pickle.loads(pickle.dumps(dungeon)))
    recipe = uc.Recipe("crypt", set={"rooms.count": 9})
    assert pickle.loads(pickle.dumps(recipe)) == recipe and hash(recipe) == hash(pickle.loads(pickle.dumps(recipe)))
    error = pytest.raises(uc.RecipeError, uc.generate, "crypt", set={"rooms.mim": 3}).value
    assert pickle.loads(pickle.dumps(error)).field == "rooms.mim"


def test_seeds_are_numbers_words_or_stages() -> None:
    assert uc.generate("crypt", seed="7 route=9") == uc.generate("crypt", seed={"base": 7, "route": 9})
    number: Any = np.int64(7)
    assert uc.generate("crypt", seed=number) == uc.generate("crypt", seed="7")
    assert uc.generate("crypt", seed="grey abbot").seed.isdigit()
    drawn = uc.generate("crypt")
    assert uc.generate("crypt", seed=drawn.seed) == drawn


def test_recipes_survive_toml_and_carry_files(tmp_path: pathlib.Path) -> None:
    for preset in uc.presets():
        path = tmp_path / "recipe.toml"
        path.write_text(uc.Recipe(preset.name).to_toml())
        assert uc.Recipe.read(path) == uc.Recipe(preset.name), preset.name
    mask = "\n".join(["#" * 60] + ["#" + "." * 58 + "#"] * 48 + ["#" * 60]) + "\n"
    dungeon = uc.generate("small-dungeon", seed=1, inputs={"mask.file": [mask]})
    assert dungeon.tiles.shape == (1, 50, 60)
    (tmp_path / "lot.txt").write_text(mask)
    assert uc.generate("small-dungeon", seed=1, inputs={"mask.file": [tmp_path / "lot.txt"]}).tiles.shape == (1, 50, 60)
    assert pickle.loads(pickle.dumps(dungeon.recipe)) == dungeon.recipe


def test_links_lead_to_the_same_dungeon() -> None:
    assert uc.generate("dungeon", seed=2).share() == "preset=dungeon&seed=2"
    link = uc.generate("small-dungeon", seed="7 route=9", set={"rooms.grid": [4, 3]}).share()
    assert link.startswith("preset=small-dungeon&seed=7&seed.route=9&") and "rooms.grid=%5B4%2C3%5D" in link
    with pytest.raises(uc.UndercroftError):
        uc.read("###\n#.#\n###\n").share()


def test_links_of_pinned_dungeons_hold_their_pins(tmp_path: pathlib.Path) -> None:
    plain, pinned = tmp_path / "a.json", tmp_path / "b.json"
    run("generate", "delve", "--seed", "7", "-o", str(plain))
    run("generate", "--like", str(plain), "--seed", "8", "--pin", "rooms=3,5", "-o", str(pinned))
    dungeon = uc.read(pinned)
    link = dungeon.share()
    assert link.startswith("w1.") and len(link) < 8000
    packed = link.removeprefix("w1.")
    work = json.loads(zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-15))
    document = json.loads(dungeon.to_json())
    assert work["roll"]["pins"] == document["provenance"]["pins"] and work["roll"]["seed"] == "8"
    assert uc.read(plain).share() == "preset=delve&seed=7"
    document["name"] = "Another name"
    with pytest.raises(uc.UndercroftError, match="make another dungeon"):
        uc.Dungeon.from_json(json.dumps(document)).share()


def test_solutions_and_facts_agree_with_the_command_line(tmp_path: pathlib.Path) -> None:
    dungeon = uc.generate("crypt", seed=7)
    walk = uc.solve(dungeon)
    steps = np.abs(np.diff(walk.cells, axis=0)).sum(axis=1)
    assert walk.optimal and walk.steps == len(steps) and (steps == 1).all()
    run("facts", "crypt", "--seeds", "7..7", "--columns", "all", "-o", str(tmp_path / "f.json"), "-q")
    import json

    facts = json.loads((tmp_path / "f.json").read_text())[0]["facts"]
    assert facts["solution_steps"] == walk.steps and facts["solution_keys"] == len(walk.keys)
    assert {key: facts[key] for key in uc.facts(dungeon)} == uc.facts(dungeon)
    assert len(uc.solve(dungeon, goal="all").cells) >= len(walk.cells)


def test_every_format_is_written_whole_and_equal(tmp_path: pathlib.Path) -> None:
    dungeon = uc.generate("small-dungeon", seed=5)
    source = tmp_path / "it.json"
    source.write_text(dungeon.to_json())
    for format in uc.formats():
        if not format.writes:
            continue
        folders = [tmp_path / f"{format.name}-{who}" for who in ("python", "program")]
        for folder in folders:
            folder.mkdir()
        name = f"it.{format.extensions[0]}"
        uc.write(dungeon, folders[0] / name)
        run("export", str(source), "-o", str(folders[1] / name), "-q")
        files = [{path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders]
        assert files[0] == files[1], format.name
        first = uc.render(dungeon, format.name)
        assert isinstance(first, str) == format.is_text


def test_a_wheel_that_is_built_alone_has_every_format() -> None:
    """A release wheel once held three formats: the tests build it with the whole workspace, whose features it borrowed."""
    command = ["cargo", "tree", "--locked", "-p", "undercroft-python", "-e", "normal", "--prefix", "none", "-f", "{p} {f}"]
    tree = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    features = next(line for line in tree.splitlines() if line.startswith("undercroft-formats ")).split()[-1]
    assert {"default", "dataset"} <= set(features.split(","))


def test_notebooks_show_a_drawing_and_of_large_maps_pixels() -> None:
    assert uc.generate("crypt", seed=7)._repr_svg_().startswith("<svg")
    rooms = np.ones((1100, 1100), np.uint8)
    rooms[1:-1, 1:-1] = 2
    for tiles, words in ((rooms, "1210000 cells are drawn plainly;"), (np.stack([rooms[:800, :800]] * 2), "this is level 0 of 2")):
        drawing = uc.Dungeon.from_tiles(tiles)._repr_svg_()
        assert words in drawing and "<image" in drawing and len(drawing) < 500_000
        assert xml.etree.ElementTree.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
