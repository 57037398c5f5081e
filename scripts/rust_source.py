"""Reads Rust sources well enough to follow `mod`, `use` and paths. Used by scripts/modules and scripts/names.

No compiler, only tokens: comments and strings are skipped, code under `#[cfg(test)]` and `#[test]` is dropped, `use`
trees are flattened, and a path is followed through re-exports to the module that defines its item. Items that a macro
of our own writes are not seen; a path to one ends at the module that was reached.
"""

import json
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|\s+)
    |[bc]?r(?P<hashes>\#+)".*?"(?P=hashes)|[bc]?r"[^"]*"|[bc]?"(?:\\.|[^"\\])*"
    |b?'(?:\\(?:x..|u\{[^}]*\}|.)|[^'\\])'|'[A-Za-z_]\w*
    |(?:r\#)?[A-Za-z_]\w*|\d\w*|::|->|=>|.""",
    re.X | re.S,
)
NAME = re.compile(r"[A-Za-z_]\w*$")
OPEN, CLOSE = set("([{"), set(")]}")
KINDS = {"fn", "struct", "enum", "union", "trait", "type", "const", "static", "mod"}
ENDS_WITH_SEMICOLON = {"use", "const", "static", "type", "let", "extern"}
TYPES = {"struct", "enum", "union", "type"}


class Module:
    """One module: its children, the items it defines, what it imports, and its remaining tokens."""

    def __init__(self, name, file, parent, visibility="pub", hidden=False):
        self.name, self.file, self.parent = name, file, parent
        self.visibility, self.hidden = visibility, hidden
        self.inline = False
        self.children, self.items, self.uses, self.tokens = {}, {}, [], []

    @property
    def path(self):
        return self.parent.path + (self.name,) if self.parent else ()

    def root(self):
        return self.parent.root() if self.parent else self

    def file_module(self):
        """The module that owns the file: a `mod name { … }` inside a file belongs to that file."""
        return self.parent.file_module() if self.inline else self

    def walk(self):
        yield self
        for child in self.children.values():
            yield from child.walk()


class Item:
    def __init__(self, kind, visibility, hidden):
        self.kind, self.visibility, self.hidden = kind, visibility, hidden


class Use:
    """One leaf of a `use` tree: `use a::{b as c}` is path (a, b), name c. A glob has the name `*`."""

    def __init__(self, path, name, visibility, hidden, line):
        self.path, self.name, self.visibility, self.hidden, self.line = path, name, visibility, hidden, line


def tokens_of(text):
    """Pairs (token, line)."""
    found, line = [], 1
    for match in TOKEN.finditer(text):
        if match.group("skip") is None:
            found.append((match.group(), line))
        line += match.group().count("\n")
    return found


def matching(tokens, start):
    """The index after the bracket that closes the one at `start`."""
    depth = 0
    for index in range(start, len(tokens)):
        depth += (tokens[index][0] in OPEN) - (tokens[index][0] in CLOSE)
        if depth == 0:
            return index + 1
    return len(tokens)


def attribute_end(tokens, start):
    """The index after `#[…]` or `#![…]` at `start`, or None."""
    if tokens[start][0] != "#":
        return None
    bracket = start + 1 + (start + 1 < len(tokens) and tokens[start + 1][0] == "!")
    if bracket < len(tokens) and tokens[bracket][0] == "[":
        return matching(tokens, bracket)
    return None


def is_test_attribute(words):
    inner = words[2:-1]
    return inner == ["test"] or (inner[:2] == ["cfg", "("] and "test" in inner and not {"any", "not"} & set(inner))


def item_end(tokens, start):
    """The index after the item, statement, field or arm that begins at `start`."""
    while start < len(tokens) and (after := attribute_end(tokens, start)):
        start = after
    head = start
    if tokens[head][0] == "pub":
        head += 1
        if tokens[head][0] == "(":
            head = matching(tokens, head)
    first = tokens[head][0]
    is_item = first in KINDS | ENDS_WITH_SEMICOLON | {"impl", "unsafe", "async", "macro_rules"}
    is_function = "fn" in [token for token, _ in tokens[head : head + 3]]
    index = head
    while index < len(tokens):
        token = tokens[index][0]
        if token == ";" or (token == "," and not is_item):
            return index + 1
        if token in CLOSE:
            return index
        if token in OPEN:
            index = matching(tokens, index)
            if token == "{" and (is_function or first not in ENDS_WITH_SEMICOLON):
                return index
            continue
        index += 1
    return index


def without_tests(tokens):
    kept, index = [], 0
    while index < len(tokens):
        end = attribute_end(tokens, index)
        if end and is_test_attribute([token for token, _ in tokens[index:end]]):
            index = item_end(tokens, end) if end < len(tokens) else end
        elif end:
            kept += tokens[index:end]
            index = end
        else:
            kept.append(tokens[index])
            index += 1
    return kept


def use_tree(tokens, index, prefix=()):
    """Leaves (path, name, line) of the `use` tree at `index`, and the index after it."""
    leaves, path = [], list(prefix)
    while index < len(tokens):
        token, line = tokens[index]
        if token == "{":
            end = matching(tokens, index)
            index += 1
            while index < end - 1:
                inner, index = use_tree(tokens, index, tuple(path))
                leaves += inner
                index += index < end - 1 and tokens[index][0] == ","
            return leaves, end
        if token == "*":
            return leaves + [(tuple(path), "*", line)], index + 1
        if NAME.match(token.removeprefix("r#")):
            path.append(token.removeprefix("r#"))
            index += 1
            if index < len(tokens) and tokens[index][0] == "::":
                index += 1
                continue
            whole = tuple(path[:-1]) if path[-1] == "self" and len(path) > 1 else tuple(path)
            name = whole[-1]
            if index < len(tokens) and tokens[index][0] == "as":
                name, index = tokens[index + 1][0], index + 2
            return leaves + [(whole, name, line)], index
        index += 1
    return leaves, index


def read_module(module, tokens, folder):
    """Fills `module` from its tokens; `folder` is where the files of its children lie."""
    index = 0
    while index < len(tokens):
        attributes = []
        while index < len(tokens) and (end := attribute_end(tokens, index)):
            attributes.append([token for token, _ in tokens[index:end]])
            index = end
        if index >= len(tokens):
            break
        start, visibility = index, "private"
        if tokens[index][0] == "pub":
            visibility, index = "pub", index + 1
            if tokens[index][0] == "(":
                visibility, index = "restricted", matching(tokens, index)
        hidden = any(words[2:3] == ["doc"] and "hidden" in words for words in attributes)
        while tokens[index][0] in ("unsafe", "async") or (tokens[index][0] == "const" and tokens[index + 1][0] == "fn"):
            index += 1
        kind = tokens[index][0]
        end = max(item_end(tokens, start), start + 1)
        if kind == "mod" and tokens[index + 1][0] not in "{;":
            add_child(module, tokens, index, end, folder, attributes, visibility, hidden)
        elif kind == "use":
            for path, name, line in use_tree(tokens, index + 1)[0]:
                module.uses.append(Use(path, name, visibility, hidden, line))
        else:
            name = tokens[index + 1][0] if index + 1 < len(tokens) else ""
            if kind in KINDS and NAME.match(name):
                module.items[name] = Item(kind, visibility, hidden)
            elif kind == "macro_rules":
                module.items[tokens[index + 2][0]] = Item("macro", visibility, hidden)
            collect_inner_uses(module, tokens[start:end])
            module.tokens += tokens[start:end]
        index = end


def add_child(module, tokens, index, end, folder, attributes, visibility, hidden):
    name = tokens[index + 1][0].removeprefix("r#")
    child = Module(name, module.file, module, visibility, hidden)
    if tokens[index + 2][0] == "{":
        child.inline = True
        read_module(child, tokens[index + 3 : end - 1], folder / name)
    else:
        named = [words[4].strip('"') for words in attributes if words[2:4] == ["path", "="]]
        tries = [module.file.parent / path for path in named] + [folder / f"{name}.rs", folder / name / "mod.rs"]
        child.file = next((path for path in tries if path.is_file()), None)
        if child.file is None:
            return
        read_module(child, without_tests(tokens_of(child.file.read_text())), child_folder(child.file))
    module.children[name] = child


def child_folder(file):
    return file.parent if file.name in ("mod.rs", "lib.rs", "main.rs") else file.with_suffix("")


def collect_inner_uses(module, tokens):
    """`use` lines inside function bodies."""
    for index, (token, _) in enumerate(tokens[:-1]):
        if token == "use" and tokens[index + 1][0] != "<":
            for path, name, line in use_tree(tokens, index + 1)[0]:
                module.uses.append(Use(path, name, "private", True, line))


def read_crate(file):
    """The module tree of the crate whose root is `file`."""
    root = Module("crate", file, None)
    read_module(root, without_tests(tokens_of(file.read_text())), file.parent)
    return root


def resolve(module, path, seen=frozenset()):
    """Follows `path` from `module` to (defining module, item name or None); None for other crates and unknown names."""
    if not path or (id(module), path) in seen:
        return None
    seen = seen | {(id(module), path)}
    head, rest = path[0], path[1:]
    if head in ("crate", "self", "super"):
        start = {"crate": module.root(), "self": module, "super": module.parent}[head]
        return descend(start, rest, seen, True) if start else None
    return descend(module, path, seen, False)


def descend(module, path, seen, reached):
    """`reached`: the path has led to this module, so an unknown name is an item that a macro writes here."""
    if not path:
        return module, None
    head, rest = path[0], path[1:]
    if head in ("self", "super"):
        target = module if head == "self" else module.parent
        return descend(target, rest, seen, True) if target else None
    if head in module.children and (rest or head not in module.items):
        return descend(module.children[head], rest, seen, True)
    if head in module.items:
        return module, head
    for use in module.uses:
        if use.name == head and use.path != path:
            found = resolve(module, use.path, seen)
            if found and found[1] is None:
                return descend(found[0], rest, seen, True)
            return found
    for use in module.uses:
        if use.name == "*" and (glob := resolve(module, use.path, seen)) and glob[1] is None:
            found = descend(glob[0], path, seen, False)
            if found:
                return found
    return (module, head) if reached else None


def paths_in(tokens):
    """Paths of at least two segments that occur in code, as (path, line)."""
    for index, (token, line) in enumerate(tokens):
        if not NAME.match(token) or index + 1 >= len(tokens) or tokens[index + 1][0] != "::":
            continue
        if index and tokens[index - 1][0] in ("::", "."):
            continue
        path, at = [token], index + 1
        while at + 1 < len(tokens) and tokens[at][0] == "::" and NAME.match(tokens[at + 1][0]):
            path.append(tokens[at + 1][0])
            at += 2
        yield tuple(path), line


def metadata():
    """Packages of the workspace, as `cargo metadata` lists them; each comes after those it uses."""
    command = ["cargo", "metadata", "--no-deps", "--format-version", "1", "--offline"]
    output = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    packages = {package["name"]: package for package in json.loads(output)["packages"]}
    ordered = []

    def visit(name):
        if packages[name] in ordered:
            return
        for used in used_packages(packages[name], packages):
            visit(used)
        ordered.append(packages[name])

    for name in sorted(packages):
        visit(name)
    return ordered


def used_packages(package, packages):
    """Names of the workspace's packages that `package` uses outside its tests."""
    return sorted({d["name"] for d in package["dependencies"] if d["kind"] is None and d["name"] in packages})


def targets(package, kinds=("lib", "bin")):
    """Root files of the package's targets of these kinds."""
    return [Path(target["src_path"]) for target in package["targets"] if set(kinds) & set(target["kind"])]


def is_library(package):
    return bool(targets(package, ("lib",)))


def short(name):
    """`undercroft-grid` is called grid."""
    return name.removeprefix("undercroft-")
