"""Undercroft: procedural dungeons whose results are proved, as numpy arrays.

>>> import undercroft as uc
>>> dungeon = uc.generate("small-dungeon", seed=7)
>>> dungeon.tiles.shape[0], uc.verify(dungeon).ok
(1, True)
"""

from ._crowd import Crowd
from ._dataset import Dataset, Manifest, dataset, open_dataset, unpack_tiles
from ._dungeon import Dungeon
from ._engine import __version__
from ._make import (
    facts,
    fields,
    formats,
    generate,
    generate_many,
    presets,
    read,
    render,
    solve,
    verify,
    write,
)
from ._recipe import Recipe, RecipeLike, Seed
from ._records import (
    CrowdReport,
    Door,
    Feature,
    Field,
    Flaw,
    Format,
    Group,
    Level,
    Link,
    Path,
    Place,
    Preset,
    Report,
    Room,
    Solution,
    Spawn,
    Story,
    Tile,
    Window,
)
from ._sight import MapLike, Paths, fov, path, survey
from .errors import (
    BudgetError,
    CellError,
    DatasetError,
    FlawError,
    InternalError,
    ReadError,
    RecipeError,
    UndercroftError,
    UnmetError,
)

__all__ = [
    "BudgetError",
    "CellError",
    "Crowd",
    "CrowdReport",
    "Dataset",
    "DatasetError",
    "Door",
    "Dungeon",
    "Feature",
    "Field",
    "Flaw",
    "FlawError",
    "Format",
    "Group",
    "InternalError",
    "Level",
    "Link",
    "Manifest",
    "MapLike",
    "Path",
    "Paths",
    "Place",
    "Preset",
    "ReadError",
    "Recipe",
    "RecipeError",
    "RecipeLike",
    "Report",
    "Room",
    "Seed",
    "Solution",
    "Spawn",
    "Story",
    "Tile",
    "UndercroftError",
    "UnmetError",
    "Window",
    "__version__",
    "dataset",
    "facts",
    "fields",
    "formats",
    "fov",
    "generate",
    "generate_many",
    "open_dataset",
    "path",
    "presets",
    "read",
    "render",
    "solve",
    "survey",
    "unpack_tiles",
    "verify",
    "write",
]
