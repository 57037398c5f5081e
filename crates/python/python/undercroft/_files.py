"""The folder of a data set: files whole or not at all, and what others left behind.

A file is written under a temporary name, flushed to disk and renamed, then the folder is flushed. The name says whose it is:
``.part-00001-of-00004.parquet.HOST-PID-RANDOM.tmp``. Whoever starts a shard removes those of dead processes of this host,
and those older than a day.
"""

from __future__ import annotations

import errno
import os
import pathlib
import secrets
import shutil
import socket
import time
from typing import Protocol

from . import _engine
from .errors import DatasetError

PLAN = "plan.json"
MANIFEST = "dataset.json"
_A_DAY = 24 * 60 * 60


class Store(Protocol):
    """Where the files of a data set are."""

    def names(self) -> list[str]: ...
    def read(self, name: str) -> bytes | None: ...
    def size(self, name: str) -> int | None: ...
    def write(self, name: str, content: bytes) -> None: ...
    def clean(self, name: str) -> None: ...


class Folder:
    """A local or mounted folder."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = pathlib.Path(path)

    def __str__(self) -> str:
        return str(self.path)

    def names(self) -> list[str]:
        return sorted(os.listdir(self.path)) if self.path.is_dir() else []

    def read(self, name: str) -> bytes | None:
        try:
            return (self.path / name).read_bytes()
        except FileNotFoundError:
            return None
        except NotADirectoryError:
            raise DatasetError(f"{self.path}: this is a file, or lies below one; name a folder") from None

    def size(self, name: str) -> int | None:
        try:
            return (self.path / name).stat().st_size
        except FileNotFoundError:
            return None

    def write(self, name: str, content: bytes) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        owner = f"{socket.gethostname()}-{os.getpid()}-{secrets.randbits(32)}"
        temporary = self.path / f".{name}.{owner}.tmp"
        try:
            with open(temporary, "xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self.path / name)
        except BaseException as error:
            temporary.unlink(missing_ok=True)
            if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
                free = shutil.disk_usage(self.path).free
                message = f"{self.path / name}: the disk is full: {free} bytes are free, {len(content)} are needed"
                raise DatasetError(message) from error
            raise
        self._flush()

    def _flush(self) -> None:
        if hasattr(os, "O_DIRECTORY"):
            handle = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(handle)
            except OSError:
                pass  # Not every file system can flush a folder.
            finally:
                os.close(handle)

    def clean(self, name: str) -> None:
        prefix = f".{name}."
        for other in self.names():
            if other.startswith(prefix) and other.endswith(".tmp"):
                path = self.path / other
                if _is_forgotten(other[len(prefix) : -len(".tmp")], path):
                    path.unlink(missing_ok=True)


class ObjectStore:
    """A store of whole objects, as ``s3://…``, through ``pyarrow.fs``: a put replaces an object or does nothing."""

    def __init__(self, address: str) -> None:
        try:
            from pyarrow import fs
        except ImportError:
            raise ImportError(f'{address} needs pyarrow: pip install "undercroft[arrow]"') from None
        self.address = address
        try:
            self.system, self.root = fs.FileSystem.from_uri(address)
        except ValueError as error:
            raise DatasetError(f"{address}: {error}") from None
        if not self.root:
            raise DatasetError(f"{address}: name a folder in the store")

    def __str__(self) -> str:
        return self.address

    def names(self) -> list[str]:
        from pyarrow import fs

        infos = self.system.get_file_info(fs.FileSelector(self.root, allow_not_found=True))
        return sorted(info.base_name for info in infos)

    def read(self, name: str) -> bytes | None:
        try:
            with self.system.open_input_stream(f"{self.root}/{name}") as stream:
                content: bytes = stream.read()
                return content
        except FileNotFoundError:
            return None

    def size(self, name: str) -> int | None:
        from pyarrow import fs

        info = self.system.get_file_info(f"{self.root}/{name}")
        return int(info.size) if info.type == fs.FileType.File else None

    def write(self, name: str, content: bytes) -> None:
        if self.system.type_name == "local":
            Folder(self.root).write(name, content)
            return
        with self.system.open_output_stream(f"{self.root}/{name}") as stream:
            stream.write(content)

    def clean(self, name: str) -> None:
        if self.system.type_name == "local":
            Folder(self.root).clean(name)


def store(place: str | os.PathLike[str]) -> Store:
    """The store at a path or an address."""
    if isinstance(place, str) and "://" in place:
        return ObjectStore(place)
    return Folder(place)


def begin(files: Store, plan: _engine.Plan) -> None:
    """Writes the plan first. A folder with another data set or other contents is refused and not touched."""
    there = files.read(PLAN)
    if there is not None:
        difference = _engine.Plan(there).difference(plan)
        if difference is not None:
            raise DatasetError(f"{files} holds another data set: {difference}")
        return
    others = [name for name in files.names() if not (name.startswith(".") and name.endswith(".tmp"))]
    if others:
        raise DatasetError(f"{files}: there is {others[0]} and no {PLAN}; name a new folder, or an empty one")
    files.clean(PLAN)
    files.write(PLAN, plan.text.encode())


def is_finished(files: Store, plan: _engine.Plan, shard: int) -> bool:
    return plan.finished(shard, files.read(plan.sidecar_name(shard)), files.size(plan.shard_name(shard)))


def write_shard(files: Store, plan: _engine.Plan, shard: int, threads: int) -> int:
    """Makes a shard that is not finished. Returns its rows, or -1 where nothing was left to do."""
    if is_finished(files, plan, shard):
        return -1
    content, sidecar = plan.make_shard(shard, threads)
    for name, part in ((plan.shard_name(shard), content), (plan.sidecar_name(shard), sidecar.encode())):
        files.clean(name)
        files.write(name, part)
    return len(content)


def complete(files: Store, plan: _engine.Plan) -> bool:
    """Writes the manifest where all shards are finished."""
    if not all(is_finished(files, plan, shard) for shard in range(plan.shard_count)):
        return False
    sidecars = [files.read(plan.sidecar_name(shard)) or b"" for shard in range(plan.shard_count)]
    text = plan.manifest(sidecars).encode()
    if files.read(MANIFEST) != text:
        files.clean(MANIFEST)
        files.write(MANIFEST, text)
    return True


def _is_forgotten(owner: str, path: pathlib.Path) -> bool:
    words = owner.rsplit("-", 2)
    if len(words) == 3 and words[0] == socket.gethostname() and words[1].isdigit() and not _is_alive(int(words[1])):
        return True
    try:
        return time.time() - path.stat().st_mtime > _A_DAY
    except FileNotFoundError:
        return False


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
