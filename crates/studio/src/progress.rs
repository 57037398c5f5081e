//! Who waits for a command: hears how far it has come, and may give up.

/// Somebody who waits for a command.
pub trait Progress {
    /// The command is in a stage and has done so many steps of so many; 0 of those where the end is not known.
    fn tell(&mut self, stage: &str, done: u64, of: u64);

    /// Whether the answer is still wanted. Asked often; after a no the command ends and leaves the session as it was.
    fn goes_on(&self) -> bool;
}

/// Nobody is impatient.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patient;

impl Progress for Patient {
    fn tell(&mut self, _: &str, _: u64, _: u64) {}

    fn goes_on(&self) -> bool {
        true
    }
}
