"""Bad input: an exception of the right class, with field and position, and never a panic."""

from __future__ import annotations

import importlib.metadata
import pathlib
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import undercroft as uc

ROOM = np.zeros((5, 6), bool)


def refused(kind: type[BaseException] | tuple[type[BaseException], ...], call: Callable[..., Any], /, *args: Any, **options: Any) -> Any:
    error = pytest.raises(kind, call, *args, **options).value
    assert not isinstance(error, uc.InternalError), error
    return error


def test_recipes_name_field_value_and_position(tmp_path: pathlib.Path) -> None:
    error = refused(uc.RecipeError, uc.generate, "small-dungeon", seed=7, set={"rooms.mim": 3})
    assert (error.field, error.message) == ("rooms.mim", "rooms.mim: unknown field; did you mean rooms.min?")
    error = refused(uc.RecipeError, uc.generate, "small-dungeon", set={"rooms.count": 1})
    assert error.field == "rooms.count" and error.value == "1" and "2 to 200000" in error.message
    assert refused(uc.RecipeError, uc.generate, "smal-dungeon").field == "preset"
    for value in (float("nan"), None, object(), {"a": 1}, [None]):
        assert refused(uc.RecipeError, uc.generate, "small-dungeon", set={"rooms.count": value}).field == "rooms.count"
    path = tmp_path / "bad.toml"
    path.write_text("method = \"bsp\"\nrooms.count = 1\n")
    error = refused(uc.RecipeError, lambda: uc.generate(uc.Recipe.read(path)))
    assert (error.field, error.line, error.source) == ("rooms.count", 2, str(path))
    path.write_bytes(b"\xff\xfe")
    refused(uc.RecipeError, uc.Recipe.read, path)
    refused(FileNotFoundError, uc.Recipe.read, tmp_path / "none.toml")
    refused(TypeError, uc.generate, 7)
    refused(TypeError, uc.generate, "crypt", set={3: 4})
    refused(uc.RecipeError, uc.generate, "crypt", inputs={"rooms.count": ["a\nb"]})
    error = refused(uc.RecipeError, uc.generate, "crypt", inputs={"mask.file": ["..\n.\n"]})
    assert (error.field, error.line) == ("mask.file", 2)
    refused(TypeError, uc.generate, "crypt", inputs={"mask.file": "lot.txt"})


def test_seeds_out_of_range_are_refused() -> None:
    for seed in (-1, 2**64, "-3", "7 route=x"):
        assert refused(uc.RecipeError, uc.generate, "crypt", seed=seed).field == "seed"
    refused(uc.RecipeError, uc.generate, "crypt", seed={"route": 9})
    for junk in (1.5, True, object(), [7]):
        refused(TypeError, uc.generate, "crypt", seed=junk)
    refused(uc.RecipeError, uc.generate_many, "crypt", [1, 2**64])
    refused(ValueError, uc.generate_many, "crypt", [1], on_error="ignore")
    refused(ValueError, uc.generate_many, "crypt", [1], threads=0)
    assert uc.generate_many("crypt", []) == []


def test_what_cannot_be_met_says_at_which_stage() -> None:
    impossible = {"width": 16, "height": 16, "rooms.min": 12, "rooms.max": 12}
    error = refused(uc.UnmetError, uc.generate, "small-dungeon", seed=1, set=impossible)
    assert error.stage == "place" and error.conflict == []
    refused(uc.BudgetError, uc.generate, "large-dungeon", seed=1, set={"budget": 1000})
    recipe = uc.Recipe("small-dungeon", set=impossible)
    assert uc.generate_many(recipe, range(3), on_error="skip") == []
    for threads in (1, 3):
        error = refused(uc.UnmetError, uc.generate_many, recipe, range(5, 9), threads=threads)
        assert error.message.startswith("seed 5: ") and error.stage == "place"


def test_files_that_are_no_maps_say_where(tmp_path: pathlib.Path) -> None:
    error = refused(uc.ReadError, uc.read, "####\n#.q#\n####\n", name="hall.txt")
    assert (error.line, error.column, error.source) == (2, 3, "hall.txt") and error.message.startswith("hall.txt:2:3")
    text = uc.generate("crypt", seed=7).to_json()
    assert refused(uc.ReadError, uc.Dungeon.from_json, text[: len(text) // 2]).line is not None
    for content in (b"", b"\x00\x01", b"\xff" * 100, b"{}", b"PAR1"):
        refused(uc.ReadError, uc.read, content)
    refused(FileNotFoundError, uc.read, tmp_path / "none.json")
    refused(IsADirectoryError, uc.read, tmp_path)
    refused(TypeError, uc.read, 7)
    refused(uc.UndercroftError, uc.write, uc.generate("crypt", seed=7), tmp_path / "it.doc")
    assert refused(uc.UndercroftError, uc.render, uc.generate("crypt", seed=7), "svg", paper="a4").field == "paper"
    error = refused(uc.UndercroftError, uc.render, uc.generate("crypt", seed=7), "png", px=0)
    assert (error.field, error.value) == ("px", "0")
    refused(uc.UndercroftError, uc.render, uc.generate("crypt", seed=7), "vsg")
    assert list(tmp_path.iterdir()) == []


def test_tiles_with_reserved_codes_are_refused() -> None:
    refused(uc.ReadError, uc.Dungeon.from_tiles, np.full((3, 3), 15, np.uint8))
    refused(TypeError, uc.Dungeon.from_tiles, np.zeros((3, 3)))
    refused(uc.ReadError, uc.Dungeon.from_tiles, np.zeros((0, 3), np.uint8))
    refused(uc.UndercroftError, uc.Dungeon.from_tiles, np.zeros(3, np.uint8))
    refused(uc.UndercroftError, uc.Dungeon.from_tiles, np.zeros((1, 1, 1, 1), np.uint8))


def test_cells_off_the_map_are_index_errors() -> None:
    for at in ((-1, 0), (0, 6), (5, 0), (2**40, 0)):
        error = refused(IndexError, uc.fov, ROOM, at)
        assert isinstance(error, uc.CellError) and "5 rows and 6 columns" in error.message
        refused(IndexError, uc.path, ROOM, at, (0, 0))
        refused(IndexError, uc.Paths(ROOM).lengths, [[0, 0]], np.array([at], np.int64))
    refused(IndexError, uc.fov, uc.generate("crypt", seed=7), (0, 0), level=99)
    refused(IndexError, uc.fov, ROOM, (0, 0), level=1)
    refused(IndexError, uc.path, uc.generate("crypt", seed=7), (9, 0, 0), (0, 0, 0))
    refused(IndexError, uc.Crowd(ROOM).spawn, [(9, 9)])


def test_flaws_come_with_the_whole_report() -> None:
    text = uc.generate("crypt", seed=7).to_json()
    door = '"kind":"doorway","state":"open"'
    assert door in text
    flawed = uc.Dungeon.from_json(text.replace(door, door.replace("open", "locked"), 1))
    report = uc.verify(flawed)
    assert not report.ok and all(flaw.code and flaw.message for flaw in report.flaws)
    error = uc.FlawError("this is a bug", report=flawed._it.verify())
    assert error.report == report and pickle.loads(pickle.dumps(error)).report == report


def test_cells_off_the_map_name_their_argument() -> None:
    """The field was None, though the message began with it."""
    assert refused(uc.CellError, uc.fov, ROOM, (9, 0)).field == "at"
    assert refused(uc.CellError, uc.path, ROOM, (0, 0), (2**70, 0)).field == "goal"
    assert refused(uc.CellError, uc.Paths(ROOM).lengths, [[0, -1]], [[0, 0]]).field == "starts"
    assert refused(uc.CellError, uc.Crowd(ROOM).spawn, [(9, 9)]).field == "cells"
    error = refused(uc.CellError, uc.fov, uc.generate("crypt", seed=7), (0, 0), level=99)
    assert error.field == "level" and pickle.loads(pickle.dumps(error)).field == "level"


def test_what_json_cannot_write_is_refused_by_its_name() -> None:
    """An option of NaN was taken for one that is not given, and a field of NaN for null."""
    crypt, nan = uc.generate("crypt", seed=7), float("nan")
    assert refused(ValueError, uc.render, crypt, "png", px=nan).args == ("px: need a finite number, got nan",)
    assert refused(ValueError, uc.Crowd, ROOM, early=nan).args == ("early: need a finite number, got nan",)
    assert refused(TypeError, uc.render, crypt, "png", px=object()).args[0].startswith("px: ")
    assert refused(TypeError, uc.render, crypt, 3).args[0].startswith("format: ")
    error = refused(uc.RecipeError, uc.generate, "crypt", set={"rooms.count": nan})
    assert (error.value, error.message) == ("nan", "rooms.count: need a finite number, got nan")
    assert refused(ValueError, uc.Crowd, ROOM, seed=-1).args[0].startswith("seed: need 0 to ")
    assert refused(TypeError, uc.generate, "crypt", seed={"base": 7, 3: 1}).args[0].startswith("seed: ")
    assert refused(TypeError, uc.generate, "crypt", inputs={"mask.file": [3]}).args[0].startswith("inputs: mask.file: ")


def test_places_where_no_file_can_be_are_named_before_anything_is_written(tmp_path: pathlib.Path) -> None:
    """The message named a temporary file, and a folder in the way of a second file left the first one written."""
    crypt = uc.generate("crypt", seed=7)
    assert refused(FileNotFoundError, uc.write, crypt, tmp_path / "no" / "it.json").filename == str(tmp_path / "no")
    names = [path.name for path in uc.write(crypt, tmp_path / "it.tmx")]
    assert len(names) > 1
    for name in names:
        (tmp_path / name).unlink()
    (tmp_path / names[-1]).mkdir()
    assert refused(IsADirectoryError, uc.write, crypt, tmp_path / "it.tmx").filename == str(tmp_path / names[-1])
    assert [path.name for path in tmp_path.iterdir()] == [names[-1]]


def test_arrays_of_any_strides_are_read_and_others_refused() -> None:
    walls = np.zeros((8, 12), bool)
    walls[:, 6] = True
    expected = uc.fov(walls, (2, 2))
    assert (uc.fov(np.asfortranarray(walls), (2, 2)) == expected).all()
    doubled = np.repeat(np.repeat(walls, 2, axis=0), 2, axis=1)[::2, ::2]
    assert (uc.fov(doubled, (2, 2)) == expected).all()
    assert (uc.fov(walls[::-1, ::-1], (5, 9)) == expected[::-1, ::-1]).all()
    walls.flags.writeable = False
    assert (uc.fov(walls, (2, 2)) == expected).all()
    for bad in (walls.astype(int), walls.astype(float), [[False]], None, "map"):
        refused(TypeError, uc.fov, bad, (0, 0))
    refused(ValueError, uc.fov, np.zeros((2, 2, 2), bool), (0, 0))
    refused((ValueError, IndexError), uc.fov, np.zeros((0, 4), bool), (0, 0))
    out = np.ones((8, 12), bool)[:, ::1]
    assert uc.fov(walls, (2, 2), out=out) is out and (out == expected).all()
    strided = np.ones((8, 24), bool)[:, ::2]
    assert (uc.fov(walls, (2, 2), out=strided) == expected).all()
    refused(ValueError, uc.fov, walls, (2, 2), out=np.zeros((8, 11), bool))
    refused(TypeError, uc.fov, walls, (2, 2), out=np.zeros((8, 12), np.uint8))
    out.flags.writeable = False
    refused(ValueError, uc.fov, walls, (2, 2), out=out)


def test_options_of_sight_and_crowds_are_checked() -> None:
    refused(ValueError, uc.fov, ROOM, (0, 0), kind="far")
    refused(ValueError, uc.fov, ROOM, (0, 0), radius=-1)
    refused(TypeError, uc.fov, ROOM, (0, 0), radius=1.5)
    refused(TypeError, uc.fov, ROOM, (0.5, 0))
    refused(ValueError, uc.fov, ROOM, (0, 0), footprint=(3, 1))
    refused(ValueError, uc.fov, ROOM, (0, 0), kind="shadowcast", footprint=(2, 1))
    refused(ValueError, uc.fov, ROOM, (0, 0), blocked_by="glass")
    refused(TypeError, uc.path, ROOM, (0,), (1, 1))
    refused(ValueError, uc.path, ROOM, (0, 0), (1, 1), open_doors=True)
    refused(ValueError, uc.Paths(ROOM).lengths, np.zeros((2, 3), int), np.zeros((2, 2), int))
    refused(TypeError, uc.Paths(ROOM).lengths, np.zeros((2, 2)), np.zeros((2, 2), int))
    refused(ValueError, uc.Paths(ROOM).lengths, np.zeros((1, 2), int), np.zeros((2, 2), int))
    assert refused(ValueError, uc.Crowd, ROOM, mode="march").args[0].startswith("mode: unknown variant")
    assert refused(uc.UndercroftError, uc.Crowd, ROOM, n=4).field == "n"
    assert refused(ValueError, uc.Crowd, ROOM, speed=3).args[0].startswith("speed: unknown field")
    assert refused(ValueError, uc.Crowd, ROOM, early=1).args[0].startswith("early: ")
    crowd = uc.Crowd(ROOM)
    actors = crowd.spawn([(0, 0), (0, 1)])
    refused(uc.UndercroftError, crowd.spawn, [(3, 3), (0, 0)])
    assert len(crowd.actors) == 2, "all or none"
    refused(ValueError, crowd.send, actors, [(0, 0), (0, 1), (0, 2)])
    refused(uc.UndercroftError, crowd.send, [77], [(0, 0)])
    refused(TypeError, uc.verify, ROOM)


DUNGEON = uc.generate("crypt", seed=7)
#: Every public function with arguments that are good.
CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "Recipe": (uc.Recipe, {"base": "crypt", "set": {"rooms.count": 9}}),
    "Recipe.read": (uc.Recipe.read, {"path": "none.toml"}),
    "generate": (uc.generate, {"recipe": "crypt", "seed": 1, "set": {}, "inputs": {}}),
    "generate_many": (uc.generate_many, {"recipe": "crypt", "seeds": [1], "threads": 1, "on_error": "skip"}),
    "verify": (uc.verify, {"dungeon": DUNGEON}),
    "solve": (uc.solve, {"dungeon": DUNGEON, "goal": "goal"}),
    "facts": (uc.facts, {"dungeon": DUNGEON}),
    "render": (uc.render, {"dungeon": DUNGEON, "format": "text"}),
    "read": (uc.read, {"source": b"...\n", "name": "hall.txt"}),
    "write": (uc.write, {"dungeon": DUNGEON, "target": "none/none.json", "format": "json"}),
    "from_json": (uc.Dungeon.from_json, {"text": "{}"}),
    "from_tiles": (uc.Dungeon.from_tiles, {"tiles": np.full((3, 3), 2, np.uint8)}),
    "fov": (uc.fov, {"map": ROOM, "at": (1, 1), "kind": "exact", "radius": 3, "footprint": (1, 1), "level": 0, "out": None}),
    "survey": (uc.survey, {"map": ROOM, "radius": 3, "footprint": (1, 1), "level": 0, "threads": 1}),
    "path": (uc.path, {"map": ROOM, "start": (0, 0), "goal": (1, 1), "footprint": (1, 1), "level": 0}),
    "path of a dungeon": (uc.path, {"map": DUNGEON, "start": (0, 0), "goal": (1, 1), "footprint": (1, 1), "level": 0}),
    "Paths": (uc.Paths, {"map": ROOM, "footprint": (1, 1), "level": 0}),
    "Paths.path": (uc.Paths(ROOM).path, {"start": (0, 0), "goal": (1, 1)}),
    "Paths.lengths": (uc.Paths(ROOM).lengths, {"starts": [[0, 0]], "goals": [[1, 1]], "threads": 1}),
    "Crowd": (uc.Crowd, {"map": ROOM, "mode": "flow", "n": 1, "offset": "none", "seed": 0, "level": 0}),
    "Crowd.spawn": (uc.Crowd(ROOM).spawn, {"cells": [(0, 0)], "pace": 128}),
    "Crowd.send": (uc.Crowd(ROOM).send, {"actors": [], "cells": [(1, 1)]}),
    "Crowd.step": (uc.Crowd(ROOM).step, {"ticks": 3}),
    "dataset": (
        uc.dataset,
        {"recipe": "crypt", "seeds": [1], "columns": ["facts"], "split": {}, "shard_rows": 4, "seed_type": "int64"},
    ),
    "to_parquet": (uc.dataset("crypt", [1]).to_parquet, {"out": "a.txt/d", "shard": (0, 1), "threads": 1, "progress": False}),
    "batches": (lambda rows, threads: list(uc.dataset("crypt", [1]).batches(rows, threads=threads)), {"rows": 1, "threads": 1}),
    "open_dataset": (uc.open_dataset, {"path": "none"}),
    "unpack_tiles": (uc.unpack_tiles, {"column": [b"\x11"], "levels": 1, "height": 1, "width": 2, "out": None}),
}
JUNK: list[Any] = [
    *(None, True, -1, 0, 2**70, -(2**70), 1.5, float("nan"), float("inf"), 1j, "", "x", "\0", "\ud800", b"", b"\xff\x00"),
    *((), (1,), (float("nan"), 0), (-1, -1), (2**70, 0), (0, 0, 0), ("a", "b"), [[1, 2], [3]], [None], {}, {"a": 1}, {1: 2}, object()),
    *(np.zeros((0, 0), bool), np.zeros((2, 2), bool)[::-1, ::-1], np.full((2, 2), np.nan), np.zeros((1, 2), np.int64)),
    *(np.zeros((3, 3, 3), np.uint8), np.array(None), np.zeros(4, bool), np.array([[2**62, 0]]), np.array(["a"])),
]


@pytest.mark.parametrize("name", CALLS)
def test_no_argument_of_any_kind_panics_or_hangs(name: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    call, good = CALLS[name]
    for argument in good:
        for junk in JUNK:
            try:
                call(**{**good, argument: junk})
            except (uc.InternalError, SystemError):
                raise
            except (uc.UndercroftError, TypeError, ValueError, IndexError, OSError):
                pass
    assert not list(tmp_path.glob(".*")), "half a file"


def test_the_wheel_refuses_python_3_10() -> None:
    assert importlib.metadata.metadata("undercroft")["Requires-Python"] == ">=3.11"


def test_extras_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for call in (uc.dataset("crypt", range(3)).table, lambda: uc.open_dataset("s3://none/d")):
        with pytest.raises(ImportError, match=r'pip install "undercroft\[arrow\]"'):
            call()
    import undercroft.ray

    with pytest.raises(ImportError, match=r'undercroft.ray needs ray: pip install "undercroft\[ray\]"'):
        undercroft.ray.dataset("crypt", range(3))
