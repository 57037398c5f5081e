"""Compilers for other targets: that of rustup where it has the standard library, else Debian's, which builds it.

Used by scripts/site and scripts/everywhere.
"""

import os
import shutil
import subprocess
from pathlib import Path

# Debian's own compiler; its cargo and rustc may have other names than those that people install.
DEBIAN = Path("/usr/lib/rust-web/bin")
DEBIAN_PACKAGES = ["rustc-web", "cargo-web", "rust-web-src", "libstd-rust-web-dev", "lld"]
# Where Debian's wasi-libc is.
WASI_LIBC = Path("/usr/lib/wasm32-wasi")


class Missing(Exception):
    """What has to be installed first."""


class CrossCompiler:
    """A cargo, what its environment needs, flags of every call, and whether a standard library is built with it."""

    def __init__(self, cargo="cargo", rustc="rustc", environment=(), flags=()):
        self.cargo, self.rustc, self.environment, self.flags = str(cargo), str(rustc), dict(environment), list(flags)

    def version(self):
        found = subprocess.run([self.rustc, "--version"], capture_output=True, text=True)
        return found.stdout.split(" (")[0].strip()


def install(packages):
    """Installs packages of Debian or Ubuntu; whether that worked."""
    if os.getuid() != 0 or not shutil.which("apt-get"):
        return False
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    commands = (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", *packages])
    return all(not subprocess.run(command, env=environment, stdout=subprocess.DEVNULL).returncode for command in commands)


def has_target(rustc, triple):
    found = subprocess.run([rustc, "--print", "target-libdir", "--target", triple], capture_output=True, text=True)
    return found.returncode == 0 and any(Path(found.stdout.strip()).glob("libstd-*"))


def debian_programs():
    """Debian's cargo and rustc; a plain name counts where it is not the one of rustup."""
    def find(name):
        named = [*sorted(Path("/usr/bin").glob(f"{name}-web*")), DEBIAN / name, Path("/usr/bin") / name]
        return next((path for path in named if path.exists()), None)

    programs = find("cargo"), find("rustc")
    has_source = Path("/usr/lib/rustlib/src/rust/library").is_dir()
    return programs if all(programs) and has_source else None


def debian(triple):
    """Debian's compiler, which builds the standard library of a target itself."""
    if not debian_programs():
        install(DEBIAN_PACKAGES)
    if not debian_programs():
        raise Missing(f"the target {triple}: rustup target add {triple}, or apt-get install {' '.join(DEBIAN_PACKAGES)}")
    cargo, rustc = debian_programs()
    environment = {"RUSTC": str(rustc), "RUSTC_BOOTSTRAP": "1"}
    key = triple.upper().replace("-", "_")
    if triple.startswith("wasm32"):
        environment[f"CARGO_TARGET_{key}_LINKER"] = "wasm-ld"
    if triple == "wasm32-wasip1":
        if not WASI_LIBC.is_dir():
            install(["wasi-libc"])
        words = ["-C", "link-self-contained=no", "-C", f"link-arg={WASI_LIBC / 'crt1-command.o'}", "-L", str(WASI_LIBC)]
        environment[f"CARGO_TARGET_{key}_RUSTFLAGS"] = " ".join(words)
    return CrossCompiler(cargo, rustc, environment, ["-Z", "build-std=std,panic_abort"])


def cross_compiler(triple):
    """The compiler for a target; raises Missing."""
    if shutil.which("rustc") and has_target("rustc", triple):
        return CrossCompiler()
    if shutil.which("rustup") and not subprocess.run(["rustup", "target", "add", triple], capture_output=True).returncode:
        return CrossCompiler()
    return debian(triple)


def has_source(rustc):
    found = subprocess.run([rustc, "--print", "sysroot"], capture_output=True, text=True)
    return (Path(found.stdout.strip()) / "lib" / "rustlib" / "src" / "rust" / "library").is_dir()


def with_small_std(compiler):
    """The compiler with a standard library that it builds small rather than quick: a sort of it is a tenth of the size.
    None where its source cannot be had."""
    if not compiler.flags:
        if not has_source(compiler.rustc) and shutil.which("rustup"):
            subprocess.run(["rustup", "component", "add", "rust-src"], capture_output=True)
        if not has_source(compiler.rustc):
            return None
    environment = {**compiler.environment, "RUSTC_BOOTSTRAP": "1"}
    flags = ["-Z", "build-std=std,panic_abort", "-Z", "build-std-features=optimize_for_size"]
    return CrossCompiler(compiler.cargo, compiler.rustc, environment, flags)
