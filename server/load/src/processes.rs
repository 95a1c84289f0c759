//! Reads the processes of this machine from Linux's `/proc`.

use std::{fs, io};

/// Returns the ids of the child processes of a process.
///
/// # Errors
/// Returns an error if the processes can't be listed.
pub(crate) fn children(pid: u32) -> io::Result<Vec<u32>> {
    let mut children = Vec::new();
    for other in fs::read_dir("/proc")? {
        let name = other?.file_name();
        let Some(id) = name.to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        if state_and_parent(id).is_some_and(|(_, parent)| parent == pid) {
            children.push(id);
        }
    }
    Ok(children)
}

/// Returns whether a process has not ended yet. One that has ended stays in the list until its
/// parent has taken note of that.
pub(crate) fn is_running(pid: u32) -> bool {
    state_and_parent(pid).is_some_and(|(state, _)| !matches!(state, 'Z' | 'X'))
}

/// Returns the state of a process, as a letter, and the id of its parent.
fn state_and_parent(pid: u32) -> Option<(char, u32)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before it may contain any character, including brackets and spaces.
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace();
    let state = fields.next()?.chars().next()?;
    Some((state, fields.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use std::process::{Command, id};

    use super::*;

    #[test]
    fn a_child_is_running_until_it_ends() {
        let mut child = Command::new("sleep").arg("600").spawn().unwrap();
        assert!(children(id()).unwrap().contains(&child.id()));
        assert!(is_running(child.id()));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!is_running(child.id()));
        assert!(!children(id()).unwrap().contains(&child.id()));
        assert!(!is_running(u32::MAX));
    }
}
