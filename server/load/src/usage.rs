//! Reads the resource usage of a process from Linux's `/proc`.

use std::{fs, io, time::Duration};

use crate::processes::children;

/// The number of clock ticks per second in `/proc/PID/stat`, the same on every Linux.
const TICKS: u32 = 100;

/// The resources that a process has used.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Usage {
    /// The processor time in user mode and in the kernel.
    pub cpu: Duration,
    /// The resident memory in bytes.
    pub memory: u64,
}

impl Usage {
    /// Returns the processor time of a process and of its running child processes.
    ///
    /// # Errors
    /// Returns an error for the same reasons as [`Usage::of`].
    pub fn of_family(pid: u32) -> io::Result<Duration> {
        let mut all = Self::of(pid)?.cpu;
        for child in children(pid)? {
            // A process that ends meanwhile is skipped.
            all += Self::of(child).map(|used| used.cpu).unwrap_or_default();
        }
        Ok(all)
    }

    /// Returns the resources that the process with that id has used.
    ///
    /// # Errors
    /// Returns an error if there is no such process, or if its files can't be read.
    pub fn of(pid: u32) -> io::Result<Self> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
        let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
        let odd = || io::Error::new(io::ErrorKind::InvalidData, "an odd file in /proc");
        // The name before it may contain any character, including brackets and spaces.
        let (_, after_name) = stat.rsplit_once(')').ok_or_else(odd)?;
        let mut ticks = after_name
            .split_whitespace()
            .skip(11)
            .map(str::parse::<u32>);
        let mut next = || ticks.next().and_then(Result::ok).ok_or_else(odd);
        let ticks = next()? + next()?;
        let memory = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok())
            .ok_or_else(odd)?;
        Ok(Self {
            cpu: Duration::from_secs(u64::from(ticks)) / TICKS,
            memory: memory * 1024,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_process_that_works_uses_time_and_memory() {
        let before = Usage::of(std::process::id()).unwrap();
        assert!(before.memory > 0);
        let began = Instant::now();
        loop {
            let now = Usage::of(std::process::id()).unwrap();
            if now.cpu > before.cpu {
                break;
            }
            assert!(began.elapsed() < Duration::from_mins(1));
        }
        assert!(Usage::of(u32::MAX).is_err());
    }
}
