//! What a process has used, as Linux tells it.

use std::{fs, io, time::Duration};

/// Ticks of a second in `/proc/PID/stat`, the same on every Linux.
const TICKS: u32 = 100;

/// What a process has used.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Usage {
    /// Time on processors, for itself and in the kernel for it.
    pub cpu: Duration,
    /// Bytes of memory that it holds now.
    pub memory: u64,
}

impl Usage {
    /// Time on processors that a process has taken, and those that it has started and that run.
    ///
    /// # Errors
    /// As [`Usage::of`].
    pub fn of_family(pid: u32) -> io::Result<Duration> {
        let mut all = Self::of(pid)?.cpu;
        for other in fs::read_dir("/proc")? {
            let name = other?.file_name();
            let Some(id) = name.to_str().and_then(|name| name.parse().ok()) else {
                continue;
            };
            // One that ends meanwhile has nothing to say.
            if parent(id) == Some(pid)
                && let Ok(used) = Self::of(id)
            {
                all += used.cpu;
            }
        }
        Ok(all)
    }

    /// What the process of that id has used.
    ///
    /// # Errors
    /// There is no such process, or it can't be looked at.
    pub fn of(pid: u32) -> io::Result<Self> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
        let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
        let odd = || io::Error::new(io::ErrorKind::InvalidData, "an odd file in /proc");
        // The name before it may hold anything, brackets and spaces too.
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

/// Who has started a process.
fn parent(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, after_name) = stat.rsplit_once(')')?;
    after_name.split_whitespace().nth(1)?.parse().ok()
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
