# %% [markdown]
# # Undercroft in Python
#
# Dungeons that are proved, as numpy arrays. Run `crates/python/tutorial.py` as a script, or open `docs/tutorial.ipynb`, which
# `scripts/notebook` makes from it.

# %% A first dungeon
import pathlib
import tempfile

import numpy as np
import undercroft as uc

dungeon = uc.generate("dungeon", seed=2)
print(dungeon)
assert uc.verify(dungeon).ok

# %% [markdown]
# The last expression of a cell is drawn. `seed` makes the same dungeon again, on every machine.

# %% A drawing
small = uc.generate("small-dungeon", seed=7, set={"rooms.count": 8})
small

# %% Arrays: codes of tiles, and what is solid
print(small.tiles.shape, small.tiles.dtype, small.tiles.flags.writeable)
floor = np.isin(small.tiles, [uc.Tile.FLOOR, uc.Tile.CORRIDOR])
print("floor cells:", int(floor.sum()), "of", floor.size)
assert small.tiles is small.tiles

# %% Field of view: exact, symmetric, as an array
room = max(small.rooms, key=lambda room: len(room.cells))
at = next(cell for cell in room.cells[len(room.cells) // 2 :] if not small.solid[0][cell])
seen = uc.fov(small, at, radius=12)
print("seen from", at, ":", int(seen.sum()), "cells")
assert seen[at]
shown = np.array(list(str(uc.Tile.GLYPHS)))[small.tiles[0]]
shown[~seen] = " "
shown[at] = "@"
print("\n".join("".join(row).rstrip() for row in shown[seen.any(axis=1)]))

# %% The shortest solution, with the keys that it needs
walk = uc.solve(dungeon)
print(walk.steps, "steps,", len(walk.keys), "locks, proved:", walk.optimal)
assert walk.optimal and walk.steps is not None

# %% Shortest paths at any angle
start, goal = small.rooms[0].cells[0], small.rooms[-1].cells[0]
path = uc.path(small, start, goal, open_doors=True)
print("from", start, "to", goal, ":", None if path is None else round(path.length, 2), "cells")

# %% A data set: Parquet files with a split that no mirrored level crosses
folder = pathlib.Path(tempfile.mkdtemp()) / "dungeons"
manifest = uc.dataset("small-dungeon", range(200), split={"test": 0.1}, shard_rows=64).to_parquet(folder, progress=False)
print(manifest, manifest.splits)
assert manifest.complete and manifest.check(deep=True) == []

# %% Tiles of all rows as one array
table = manifest.table(columns=["seed", "levels", "height", "width", "tiles"])
tiles = uc.unpack_tiles(table["tiles"], table["levels"], table["height"], table["width"])
print(tiles.shape)
fifth = uc.generate("small-dungeon", seed=5).tiles
assert (tiles[5, :, : fifth.shape[1], : fifth.shape[2]] == fifth).all()

# %% DuckDB reads the files as they are
import duckdb

print(duckdb.execute(f"select fact_loops, count(*) from '{folder}/*.parquet' group by 1 order by 1").fetchall())

# %% The same rows on a Ray cluster, here of this machine alone
import importlib.util

if importlib.util.find_spec("ray") is None:
    print("ray is not installed")
else:
    import ray
    import undercroft.ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    rows = undercroft.ray.dataset("small-dungeon", range(200), columns=["facts"], task_rows=50).take_all()
    print(len(rows), "rows, of up to", max(row["fact_rooms"] for row in rows), "rooms")
    assert sorted(row["seed"] for row in rows) == list(range(200))
    ray.shutdown()

# %% [markdown]
# `undercroft.ray.write(...)` writes the files of a data set from all nodes of a cluster; `docs/datasets.md` shows how to start one,
# and when you do not need it.
