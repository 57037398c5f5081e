//! The folder of a data set: files whole or not at all, and what others left behind.
//!
//! A file is written under a temporary name, flushed to disk, renamed, and the folder flushed. The name says whose it is:
//! `.part-00001-of-00004.parquet.HOST-PID-RANDOM.tmp`. Whoever starts a shard removes those of dead processes of this
//! host, and those older than a day.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use undercroft_formats::dataset::{DatasetPlan, PLAN_FILE};

use crate::interrupt::{self, Temporary};

/// Temporary files of other hosts are taken for forgotten after this time.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The folder of a data set.
pub struct Folder {
    path: PathBuf,
    host: String,
}

impl Folder {
    /// A folder that is there.
    pub fn open(path: &Path) -> Self {
        Self { path: path.to_owned(), host: host() }
    }

    /// The folder for a plan, made and begun if need be. A folder with other contents is refused and not touched.
    pub fn begin(path: &Path, plan: &DatasetPlan) -> anyhow::Result<Self> {
        let name = path.display();
        if path.exists() && !path.is_dir() {
            bail!("{name}: this is a file; name a folder");
        }
        fs::create_dir_all(path).with_context(|| name.to_string())?;
        let folder = Self::open(path);
        if let Some(there) = folder.read(PLAN_FILE)? {
            let there = DatasetPlan::parse(&there).map_err(|error| anyhow!("{name}: {error}"))?;
            if let Some(difference) = there.difference(plan) {
                bail!("{name} holds another data set: {difference}");
            }
            return Ok(folder);
        }
        if let Some(other) = folder.names()?.into_iter().find(|name| !is_temporary(name)) {
            bail!("{name}: there is {other} and no {PLAN_FILE}; name a new folder, or an empty one");
        }
        folder.clean(PLAN_FILE);
        folder.write(PLAN_FILE, plan.to_json().as_bytes())?;
        Ok(folder)
    }

    /// The names of all files.
    pub fn names(&self) -> anyhow::Result<Vec<String>> {
        let entries = fs::read_dir(&self.path).with_context(|| self.path.display().to_string())?;
        let mut names: Vec<String> =
            entries.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned())).collect();
        names.sort_unstable();
        Ok(names)
    }

    /// The bytes of a file; `None` where it is not there.
    pub fn read(&self, name: &str) -> anyhow::Result<Option<Vec<u8>>> {
        let path = self.path.join(name);
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| path.display().to_string()),
        }
    }

    /// The length of a file.
    pub fn size(&self, name: &str) -> Option<u64> {
        fs::metadata(self.path.join(name)).ok().filter(fs::Metadata::is_file).map(|file| file.len())
    }

    /// Writes a file as a whole.
    pub fn write(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let random = RandomState::new().hash_one(name) >> 32;
        let temporary = self.path.join(format!(".{name}.{}-{}-{random}.tmp", self.host, std::process::id()));
        let made =
            Temporary::make(|| File::create_new(&temporary).map(|file| Opened { file, path: temporary.clone() }));
        let (opened, _listed) = made.with_context(|| temporary.display().to_string())?;
        let written = opened.fill(bytes).and_then(|()| {
            let _held = interrupt::hold_signals();
            fs::rename(&temporary, self.path.join(name))
        });
        if let Err(error) = written {
            // Nothing better can be done where this fails.
            let _ = fs::remove_file(&temporary);
            return Err(self.explained(name, error, bytes.len()));
        }
        // Not every file system can flush a folder.
        let _ = File::open(&self.path).and_then(|folder| folder.sync_all());
        Ok(())
    }

    /// Removes what dead processes of this host left of a file, and what is older than a day.
    pub fn clean(&self, name: &str) {
        let prefix = format!(".{name}.");
        for other in self.names().unwrap_or_default() {
            let owner = other.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(".tmp"));
            let path = self.path.join(&other);
            if owner.is_some_and(|owner| self.is_forgotten(owner, &path)) {
                let _ = fs::remove_file(path);
            }
        }
    }

    fn is_forgotten(&self, owner: &str, path: &Path) -> bool {
        let mut words = owner.rsplitn(3, '-').skip(1);
        let (pid, host) = (words.next().and_then(|pid| pid.parse().ok()), words.next());
        let is_old = || {
            fs::metadata(path)
                .and_then(|file| file.modified())
                .is_ok_and(|at| at.elapsed().is_ok_and(|age| age > A_DAY))
        };
        host == Some(self.host.as_str()) && pid.is_some_and(|pid| !is_alive(pid)) || is_old()
    }

    /// A disk that is full, with what there is and what it takes.
    fn explained(&self, name: &str, error: io::Error, needed: usize) -> anyhow::Error {
        let place = self.path.join(name).display().to_string();
        if matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
            && let Some(free) = free_bytes(&self.path)
        {
            return anyhow!("{place}: the disk is full: {free} bytes are free, {needed} are needed");
        }
        anyhow::Error::from(error).context(place)
    }
}

struct Opened {
    file: File,
    path: PathBuf,
}

impl AsRef<Path> for Opened {
    fn as_ref(&self) -> &Path {
        &self.path
    }
}

impl Opened {
    fn fill(mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.file.sync_all()
    }
}

fn is_temporary(name: &str) -> bool {
    name.starts_with('.') && Path::new(name).extension().is_some_and(|it| it == "tmp")
}

#[cfg(unix)]
fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_else(|_| "host".to_owned())
}

#[cfg(unix)]
fn is_alive(pid: i32) -> bool {
    let pid = rustix::process::Pid::from_raw(pid);
    // A process of another user cannot be signalled, and is alive.
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

#[cfg(not(unix))]
fn is_alive(_: i32) -> bool {
    true
}

#[cfg(unix)]
fn free_bytes(path: &Path) -> Option<u64> {
    rustix::fs::statvfs(path).ok().map(|disk| disk.f_bavail * disk.f_frsize)
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}
