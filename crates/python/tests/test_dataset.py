"""Data sets: equal bytes, hashes and splits that anyone can recompute, readers of others."""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import undercroft as uc
from conftest import program, run, run_json
from undercroft import _files
from undercroft._dataset import Column

SPLIT = {"test": 0.3, "val": 0.2}
ALL: tuple[Column, ...] = ("tiles", "ground", "names", "rooms", "doors", "links", "keys", "features", "spawns", "solution", "facts")


def files(folder: pathlib.Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def program_run(out: pathlib.Path, *more: str, preset: str = "dungeon", last: int = 39) -> None:
    base = ["dataset", preset, "--seeds", f"0..{last}", "--shard-rows", "16", "--split", "test=0.3,val=0.2"]
    run(*base, "--columns", ",".join(ALL), "--out", str(out), "-q", *more)


def python_run(preset: str = "dungeon", last: int = 39) -> uc.Dataset:
    return uc.dataset(preset, range(last + 1), columns=ALL, split=SPLIT, shard_rows=16)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("made") / "d"
    python_run().to_parquet(folder, progress=False)
    return folder


def test_files_equal_those_of_the_command_line(made: pathlib.Path, tmp_path: pathlib.Path) -> None:
    program_run(tmp_path / "program", "--threads", "1")
    assert files(tmp_path / "program") == files(made)
    assert len(files(made)) == 8
    for number in range(3):
        python_run().to_parquet(tmp_path / "shared", shard=(2 - number, 3), progress=False, threads=1)
    assert files(tmp_path / "shared") == files(made)
    assert run_json("dataset", "--check", str(made), "--deep")["problems"] == []
    assert uc.open_dataset(made).check(deep=True) == []


def symmetry_hash(tiles: np.ndarray) -> bytes:
    """The hash by numpy and hashlib alone."""
    rows, columns = (np.flatnonzero(tiles.any(axis=axes)) for axes in ((0, 2), (0, 1)))
    cut = tiles[:, rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    strings = []
    for turned in (cut, cut.transpose(0, 2, 1)):
        for flipped in (turned, turned[:, ::-1], turned[:, :, ::-1], turned[:, ::-1, ::-1]):
            height, width = flipped.shape[1:]
            strings.append(height.to_bytes(2, "little") + width.to_bytes(2, "little") + flipped.tobytes())
    return hashlib.sha256(min(strings)).digest()[:16]


def part(digest: bytes) -> str:
    at = int.from_bytes(digest[:8], "big") * 10_000 >> 64
    return "test" if at < 3000 else "val" if at < 5000 else "train"


def test_hash_and_split_follow_from_the_tiles(made: pathlib.Path) -> None:
    manifest = uc.open_dataset(made)
    table = manifest.table()
    tiles = uc.unpack_tiles(table["tiles"], table["levels"], table["height"], table["width"])
    for row, values in enumerate(table.select(["seed", "levels", "height", "width", "hash", "split"]).to_pylist()):
        block = tiles[row, : values["levels"], : values["height"], : values["width"]]
        assert (block == uc.generate("dungeon", seed=values["seed"]).tiles).all()
        assert symmetry_hash(block) == values["hash"] and part(values["hash"]) == values["split"]
    assert (manifest.tiles(3) == uc.generate("dungeon", seed=3).tiles).all()
    assert sum(manifest.splits.values()) == manifest.rows == 40
    for name, count in manifest.splits.items():
        assert manifest.table(columns=["seed"], split=name).num_rows == count


def test_columns_have_the_types_of_the_specification(made: pathlib.Path) -> None:
    schema = pq.read_schema(made / "part-00000-of-00003.parquet")
    word = pa.dictionary(pa.int8(), pa.string())
    spot = pa.struct([pa.field(name, kind, False) for name, kind in (("z", pa.uint8()), ("y", pa.uint16()), ("x", pa.uint16()))])
    expected = {
        "seed": pa.uint64(),
        "levels": pa.uint8(),
        "height": pa.uint16(),
        "width": pa.uint16(),
        "hash": pa.binary(16),
        "split": word,
        "tiles": pa.binary(),
        "ground": pa.binary(),
        "entrance": spot,
        "goal": spot,
        "name": pa.string(),
        "solution": pa.binary(),
        "solution_steps": pa.uint32(),
        "solution_keys": pa.uint16(),
        "backtracking": pa.uint16(),
        "solution_optimal": pa.bool_(),
        "fact_rooms": pa.uint32(),
        "fact_corridor_steps": pa.uint64(),
        "fact_floor_cells": pa.int64(),
        "fact_fill": pa.uint16(),
        "fact_critical_hops": pa.uint32(),
    }
    assert {name: schema.field(name).type for name in expected} == expected
    assert not schema.field("seed").nullable and schema.field("fact_critical_hops").nullable
    assert {f"fact_{name}" for name in uc.facts(uc.generate("crypt", seed=1))} <= set(schema.names)
    assert [field.name for field in schema.field("rooms").type.value_type] == [
        *("id", "number", "z", "y", "x", "height", "width", "cells", "depth", "difficulty", "roles", "purpose")
    ]
    metadata = pq.read_metadata(made / "part-00000-of-00003.parquet")
    epoch = uc.generate("crypt", seed=1).epoch
    assert metadata.created_by == f"undercroft {epoch}" and b"undercroft.plan" in metadata.metadata
    assert json.loads(metadata.metadata[b"undercroft.tiles"])[4] == {"code": 4, "name": "closed_door", "glyph": "+"}
    manifest = json.loads((made / "dataset.json").read_text())
    assert [column["name"] for column in manifest["columns"]] == schema.names
    assert all(column["sentence"] for column in manifest["columns"])


def test_rows_hold_what_the_dungeon_holds(made: pathlib.Path) -> None:
    rows = pq.read_table(made / "part-00001-of-00003.parquet").to_pylist()
    for values in rows[:6]:
        dungeon = uc.generate("dungeon", seed=values["seed"])
        numbers = [level.z for level in dungeon.levels]
        assert values["name"] == dungeon.name and len(values["rooms"]) == len(dungeon.rooms)
        for row, room in zip(values["rooms"], dungeon.rooms):
            assert (row["id"], row["number"], row["cells"], row["z"]) == (room.id, room.number, len(room.cells), numbers.index(room.z))
            assert row["roles"] == ",".join(room.roles) and row["purpose"] == room.purpose
        assert len(values["doors"]) == sum(len(door.cells) for door in dungeon.doors)
        assert [(link["a"], link["b"], link["kind"]) for link in values["links"]] == [(*link.rooms, link.kind) for link in dungeon.links]
        assert [feature["kind"] for feature in values["features"]] == [feature.kind for feature in dungeon.features]
        assert [(spawn["kind"], spawn["room"]) for spawn in values["spawns"]] == [(spawn.kind, spawn.room) for spawn in dungeon.spawns]
        walk = uc.solve(dungeon)
        assert values["solution_steps"] == walk.steps and values["solution_optimal"] == walk.optimal
        at = [values["entrance"][axis] for axis in "zyx"]
        assert at == walk.cells[0].tolist()
        moves = {0: (0, -1, 0), 1: (0, 0, 1), 2: (0, 1, 0), 3: (0, 0, -1)}
        for code, before, after in zip(values["solution"], walk.cells.tolist(), walk.cells.tolist()[1:]):
            moved = [b - a for a, b in zip(before, after)]
            assert code == 4 if moved[0] else moved == list(moves[code])
        for key in ("rooms", "loops", "critical_steps"):
            assert values[f"fact_{key}"] == uc.facts(dungeon)[key]


def test_batches_and_tables_are_the_rows_of_the_files(made: pathlib.Path) -> None:
    dataset = python_run()
    table = dataset.table()
    assert table.num_rows == 40 and table.drop_columns(["split"]).to_pylist() == uc.open_dataset(made).table().drop_columns(["split"]).to_pylist()
    assert [batch.num_rows for batch in dataset.batches(rows=15)] == [15, 15, 10]
    assert dataset.plan == uc.open_dataset(made).plan


def queried(query: str) -> list[Any]:
    return duckdb.execute(query).fetchall()


def test_duckdb_reads_the_files(made: pathlib.Path) -> None:
    rows = queried(f"select split, count(*), avg(fact_loops) from '{made}/*.parquet' group by 1 order by 1")
    assert {name: count for name, count, _ in rows} == {k: v for k, v in uc.open_dataset(made).splits.items() if v}
    assert all(loops >= 0 for *_, loops in rows)
    unnested = f"(select unnest(rooms) as room from '{made}/*.parquet')"
    [(deepest,)] = queried(f"select max(room.depth) from {unnested}")
    assert deepest > 0


@pytest.mark.laws
def test_a_killed_run_goes_on(tmp_path: pathlib.Path) -> None:
    code = f"import undercroft as uc; uc.dataset('small-dungeon', range(128), shard_rows=8).to_parquet({str(tmp_path / 'cut')!r})"
    for number in range(3):
        process = subprocess.Popen([sys.executable, "-c", code])
        time.sleep(0.4 + 0.13 * number)
        process.kill()
        process.wait()
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "cut").glob("part-*.json")} if (tmp_path / "cut").exists() else {}
    subprocess.run([sys.executable, "-c", code], check=True)
    after = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "cut").glob("part-*.json")}
    assert all(after[name] == time for name, time in before.items())
    run("dataset", "small-dungeon", "--seeds", "0..127", "--shard-rows", "8", "--out", str(tmp_path / "whole"), "-q")
    assert files(tmp_path / "cut") == files(tmp_path / "whole")


def test_bad_data_sets_are_refused(made: pathlib.Path, tmp_path: pathlib.Path) -> None:
    def refused(kind: type[BaseException], call, *args, **options):  # type: ignore[no-untyped-def]
        error = pytest.raises(kind, call, *args, **options).value
        assert not isinstance(error, uc.InternalError)
        return error

    assert refused(uc.DatasetError, uc.dataset, "crypt", []).field == "seeds"
    assert refused(uc.DatasetError, uc.dataset, "crypt", range(0)).field == "seeds"
    assert refused(uc.DatasetError, uc.dataset, "crypt", range(0, 9, 2)).field == "seeds"
    assert refused(uc.DatasetError, uc.dataset, "crypt", [3, 5]).field == "seeds"
    assert refused(uc.DatasetError, uc.dataset, "crypt", range(3), split={"test": 0.7, "val": 0.4}).field == "split"
    assert refused(uc.DatasetError, uc.dataset, "crypt", range(3), split={"test": float("nan")}).field == "split"
    assert refused(uc.DatasetError, uc.dataset, "crypt", range(3), columns=["tile"]).field == "columns"
    assert refused(uc.DatasetError, uc.dataset, "crypt", range(3), shard_rows=0).field == "shard_rows"
    far = range(2**63, 2**63 + 1)
    assert str(2**63) in refused(uc.DatasetError, uc.dataset, "crypt", far, seed_type="int64").message
    refused(uc.RecipeError, uc.dataset, "crypt", [-1])
    refused(TypeError, uc.dataset, "crypt", range(3), columns="tiles")
    refused(uc.DatasetError, uc.dataset("crypt", range(3)).to_parquet, tmp_path / "d", shard=(4, 4))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("mine")
    assert "notes.txt" in refused(uc.DatasetError, uc.dataset("crypt", range(3)).to_parquet, tmp_path / "other").message
    message = refused(uc.DatasetError, python_run(last=38).to_parquet, made).message
    assert "holds another data set" in message
    refused(uc.DatasetError, uc.open_dataset, tmp_path)
    refused(uc.DatasetError, uc.unpack_tiles, [b"\xff"], 1, 1, 2)
    refused(uc.DatasetError, uc.unpack_tiles, [b"\x11"], 1, 1, 4)
    refused(ValueError, uc.unpack_tiles, [b"\x11"], 1, 1, 2, out=np.zeros((1, 1, 1, 1), np.uint8))
    refused(TypeError, uc.unpack_tiles, [b"\x11"], 1, 1, 2, out=np.zeros((1, 1, 1, 2), np.int8))
    refused(ValueError, uc.unpack_tiles, [b"\x11"], -1, 1, 2)
    refused(IndexError, uc.open_dataset(made).tiles, 40)
    refused(ValueError, uc.open_dataset(made).table, split="dev")


def test_arguments_of_data_sets_are_named() -> None:
    """Some were refused by numpy, by the native module or with an OverflowError, without the name of the argument."""

    def message(kind: type[Exception], call: Callable[[], object]) -> str:
        return str(pytest.raises(kind, call).value)

    made = uc.dataset("crypt", range(4))
    assert message(TypeError, lambda: uc.dataset("crypt", range(4), split={"test": "x"})).startswith("split: test: ")  # type: ignore[dict-item]
    assert message(TypeError, lambda: uc.dataset("crypt", range(4), columns=[3])).startswith("columns: ")  # type: ignore[list-item]
    assert message(TypeError, lambda: uc.dataset("crypt", range(4), shard_rows=1.5)).startswith("shard_rows: ")  # type: ignore[arg-type]
    assert "16777216" in message(uc.DatasetError, lambda: uc.dataset("crypt", range(2**63)))
    assert message(uc.DatasetError, lambda: list(made.batches(0))) == "rows: need 1 to 1048576, got 0"
    assert message(uc.DatasetError, lambda: made.to_parquet("none", shard=(-1, 4))) == "shard: need 0 to 4294967295, got -1"
    assert message(TypeError, lambda: made.to_parquet("none", shard=(0, 1, 2))) == "shard: need (i, n), got (0, 1, 2)"  # type: ignore[arg-type]
    assert message(ValueError, lambda: uc.unpack_tiles([b"\x11"], [1, 1], 1, 2)).startswith("levels: need one number")


def test_codes_that_are_reserved_are_named_with_their_cell() -> None:
    """Spare bits that are not 0 were reported as a reserved code of the first cell."""
    error = pytest.raises(uc.DatasetError, uc.unpack_tiles, [b"\x11", b"\xf1"], 1, 1, 2).value
    assert error.message == "tiles: row 1: cell (0, 0, 1) has the reserved code 15, need 0 to 14" and error.value == "15"
    error = pytest.raises(uc.DatasetError, uc.unpack_tiles, [b"\x31"], 1, 1, 1).value
    assert error.message == "tiles: row 0: need 0 in the last four bits, got 3"


def test_a_part_without_rows_is_an_empty_table(tmp_path: pathlib.Path) -> None:
    """It ended in an exception of pyarrow, as did columns that are not there."""
    found = uc.dataset("crypt", range(4), columns=["facts"]).to_parquet(tmp_path / "d", progress=False)
    table = found.table(columns=["seed", "split"], split="val")
    assert table.num_rows == 0 and table.column_names == ["seed", "split"]
    assert pytest.raises(uc.DatasetError, found.table, columns=["tiles"]).value.field == "columns"
    assert pytest.raises(uc.DatasetError, found.tiles, 0).value.field == "tiles"
    (tmp_path / "file").write_text("x")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        assert "name a folder" in pytest.raises(uc.DatasetError, uc.open_dataset, place).value.message
        assert "name a folder" in pytest.raises(uc.DatasetError, uc.dataset("crypt", range(4)).to_parquet, place).value.message


class Memory(_files.ObjectStore):
    """Arrow's file system in memory: whole objects and no renames, as in an object store."""

    def __init__(self) -> None:
        from pyarrow import _fs

        self.address, self.root, self.system = "memory://d", "d", _fs._MockFileSystem()
        self.system.create_dir(self.root)


def test_shards_go_to_an_object_store(made: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory, stores = Memory(), _files.store
    monkeypatch.setattr(_files, "store", lambda place: memory if place == memory.address else stores(place))
    for address, read in (
        (memory.address, lambda name: memory.read(name)),
        (f"file://{tmp_path}/d", lambda name: (tmp_path / "d" / name).read_bytes()),
    ):
        assert not python_run().to_parquet(address, shard=(0, 2), progress=False).complete
        manifest = python_run().to_parquet(address, progress=False)
        assert manifest.complete and manifest.check(deep=True) == []
        assert {name: read(name) for name in _files.store(address).names()} == files(made)
        assert manifest.files() == [f"{address}/part-0000{shard}-of-00003.parquet" for shard in range(3)]
        assert manifest.table(columns=["seed"]).num_rows == 40
        assert (manifest.tiles(39) == uc.generate("dungeon", seed=39).tiles).all()
        assert "holds another data set" in pytest.raises(uc.DatasetError, python_run(last=38).to_parquet, address).value.message
    assert "name a folder in the store" in pytest.raises(uc.DatasetError, uc.open_dataset, "mock://").value.message
    assert "nowhere://d" in pytest.raises(uc.DatasetError, uc.open_dataset, "nowhere://d").value.message


def test_damage_is_found(tmp_path: pathlib.Path) -> None:
    manifest = uc.dataset("small-dungeon", range(8), shard_rows=4).to_parquet(tmp_path / "d", progress=False)
    assert manifest.check() == []
    shard = tmp_path / "d" / "part-00001-of-00002.parquet"
    content = bytearray(shard.read_bytes())
    content[60] ^= 1
    shard.write_bytes(content)
    assert any("SHA-256" in line for line in uc.open_dataset(tmp_path / "d").check())
    uc.dataset("small-dungeon", range(8), shard_rows=4).to_parquet(tmp_path / "d", progress=False)
    shard.unlink()
    assert any("not finished" in line for line in uc.open_dataset(tmp_path / "d").check())
    again = uc.dataset("small-dungeon", range(8), shard_rows=4).to_parquet(tmp_path / "d", progress=False)
    assert again.check(deep=True) == []


#: Python and the program, each on a disk of 40 kB of its own.
FULL = {
    "python": [sys.executable, "-c", "import sys, undercroft as uc; uc.dataset('dungeon', range(64), shard_rows=16).to_parquet(sys.argv[1])"],
    "program": [program(), "dataset", "dungeon", "--seeds", "0..63", "--shard-rows", "16", "-q", "--out"],
}


@pytest.mark.laws
@pytest.mark.parametrize("name", FULL)
def test_a_full_disk_is_named_and_has_whole_files_only(name: str, tmp_path: pathlib.Path) -> None:
    disk = 'mount -t tmpfs -o size=40k tmpfs "$0" && "$@"; code=$?; ls -A "$0/d"; exit $code'
    unshare = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", disk, str(tmp_path)]
    if subprocess.run([*unshare[:4], "true"]).returncode != 0:
        pytest.skip("needs a name space of its own (unshare) for a small disk")
    done = subprocess.run([*unshare, *FULL[name], str(tmp_path / "d")], capture_output=True, text=True)
    assert done.returncode == {"python": 1, "program": 2}[name]
    assert re.search(r"the disk is full: \d+ bytes are free, \d+ are needed", done.stderr), done.stderr
    assert "plan.json" in done.stdout and ".tmp" not in done.stdout, done.stdout


def test_a_file_that_is_cut_off_is_removed(tmp_path: pathlib.Path) -> None:
    """A limit on the size of files: a write ends in the middle, as it does where space ends."""
    code = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "import undercroft as uc\n"
        f"uc.dataset('dungeon', range(64), shard_rows=32).to_parquet({str(tmp_path / 'd')!r}, progress=False)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 1
    assert [name for name in os.listdir(tmp_path / "d") if name.endswith((".tmp", ".parquet"))] == []
