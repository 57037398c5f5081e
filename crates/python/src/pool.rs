//! Threads that survive a fork: a pool belongs to a process.
//!
//! After `fork` only the calling thread is there. A pool of the parent would wait for ever, so a child makes its own; what
//! it inherited is left alone. The pool of the crate rayon itself is never used: it belongs to the process that first
//! asked for it.

use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::problem::Problem;

/// The most threads of a pool.
const MOST: usize = 1024;
/// The list of pools is held for microseconds. Who holds it longer was lost in a fork.
const LOST_AFTER: Duration = Duration::from_millis(200);

/// Pools by process and number of threads.
type Pools = Vec<(u32, usize, Arc<ThreadPool>)>;

static POOLS: Mutex<Pools> = Mutex::new(Vec::new());

/// Runs work on so many threads of this process.
pub fn within<T: Send>(threads: usize, work: impl FnOnce() -> Result<T, Problem> + Send) -> Result<T, Problem> {
    pool(threads)?.install(work)
}

/// The pool of this process with so many threads.
pub fn pool(threads: usize) -> Result<Arc<ThreadPool>, Problem> {
    if !(1..=MOST).contains(&threads) {
        return Err(Problem::new("ValueError", format!("threads: need 1 to {MOST}, got {threads}")));
    }
    let is_it = |known: &(u32, usize, Arc<ThreadPool>)| (known.0, known.1) == (process::id(), threads);
    let known = pools().and_then(|pools| pools.iter().find(|known| is_it(known)).map(|known| Arc::clone(&known.2)));
    if let Some(pool) = known {
        return Ok(pool);
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(pool.map_err(|error| Problem::new("UndercroftError", format!("threads: {error}")))?);
    if let Some(mut pools) = pools() {
        pools.push((process::id(), threads, Arc::clone(&pool)));
    }
    Ok(pool)
}

/// The list of pools; `None` where the thread that held it is not in this process.
fn pools() -> Option<MutexGuard<'static, Pools>> {
    let start = Instant::now();
    loop {
        match POOLS.try_lock() {
            Ok(pools) => return Some(pools),
            Err(TryLockError::Poisoned(pools)) => return Some(PoisonError::into_inner(pools)),
            Err(TryLockError::WouldBlock) if start.elapsed() > LOST_AFTER => return None,
            Err(TryLockError::WouldBlock) => std::thread::yield_now(),
        }
    }
}
