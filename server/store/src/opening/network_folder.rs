//! Finds out whether a folder is on another machine.

use std::path::Path;

use rustix::fs::statfs;

use super::OpenError;

/// Returns [`OpenError::NetworkFolder`] if the data folder, or the one that it would be created in,
/// is on a network drive. SQLite needs shared memory and locks that hold, and loses data where a
/// drive only pretends to have them.
///
/// # Errors
/// As above. A folder that can't be examined is no error: opening it tells more.
pub fn refuse_network_folder(folder: &Path) -> Result<(), OpenError> {
    // A relative path of one name has the empty path as its parent.
    let examined = |path: &Path| {
        let is_here = path.as_os_str().is_empty();
        statfs(if is_here { Path::new(".") } else { path }).ok()
    };
    let Some(found) = folder.ancestors().find_map(examined) else {
        return Ok(());
    };
    let kind = u32::try_from(found.f_type).ok().and_then(protocol);
    kind.map_or(Ok(()), |protocol| {
        Err(OpenError::NetworkFolder {
            path: folder.to_owned(),
            protocol,
        })
    })
}

/// Returns the protocol of a network drive, given the number of its file system (`statfs(2)`).
fn protocol(file_system: u32) -> Option<&'static str> {
    match file_system {
        0x0000_6969 => Some("NFS"),
        0x0000_517b | 0xff53_4d42 | 0xfe53_4d42 => Some("SMB"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn network_drives_are_told_from_disks() {
        let (ext4, overlay, tmpfs) = (0xef53, 0x794c_7630, 0x0102_1994);
        for disk in [ext4, overlay, tmpfs] {
            assert_eq!(protocol(disk), None);
        }
        assert_eq!(protocol(0x6969), Some("NFS"));
        assert_eq!(protocol(0xfe53_4d42), Some("SMB"));
    }

    #[test]
    fn a_folder_on_a_disk_is_accepted_also_before_it_exists() {
        for folder in ["data", "/nowhere/at/all", "."] {
            assert!(refuse_network_folder(Path::new(folder)).is_ok(), "{folder}");
        }
    }

    #[test]
    fn the_error_says_what_to_do() {
        let path = "/mnt/nas/senda".into();
        let protocol = "NFS";
        let error = OpenError::NetworkFolder { path, protocol }.to_string();
        for words in [
            "/mnt/nas/senda",
            "NFS",
            "--allow-network-folder",
            "PostgreSQL",
        ] {
            assert!(error.contains(words), "{error}");
        }
    }
}
