//! Threads that survive a fork: a pool belongs to a process.
//!
//! After `fork` only the calling thread is there. A pool of the parent would wait for ever, so a child makes its own; what
//! it inherited is left alone.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::problem::Problem;

/// The most threads of a pool.
const MOST: usize = 1024;

/// Pools by process and number of threads.
static POOLS: Mutex<Vec<(u32, usize, Arc<ThreadPool>)>> = Mutex::new(Vec::new());

/// The pool of this process with so many threads; 0 means as many as the process may use.
pub fn pool(threads: usize) -> Result<Arc<ThreadPool>, Problem> {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { all() } else { threads };
    if threads > MOST {
        return Err(Problem::new("ValueError", format!("threads: need 1 to {MOST}, got {threads}")));
    }
    let key = (process::id(), threads);
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., pool)) = pools.iter().find(|(pid, count, _)| (*pid, *count) == key) {
        return Ok(Arc::clone(pool));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(pool.map_err(|error| Problem::new("UndercroftError", format!("threads: {error}")))?);
    pools.push((key.0, key.1, Arc::clone(&pool)));
    Ok(pool)
}
