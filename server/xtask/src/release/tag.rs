//! Compares the tag of a release with the version in `Cargo.toml` and with `CHANGELOG.md`.

use anyhow::{Context, Result, ensure};

/// Fails if a tag is not that of the version.
pub fn check(tag: &str, version: &str) -> Result<()> {
    ensure!(
        tag.strip_prefix('v') == Some(version),
        "the tag {tag} is not v{version}, the version in Cargo.toml"
    );
    Ok(())
}

/// Returns the text about a version in the change log.
pub fn notes(changes: &str, version: &str) -> Result<String> {
    let head = format!("## [{version}]");
    let (_, rest) = changes
        .split_once(&head)
        .with_context(|| format!("CHANGELOG.md has no section {head}"))?;
    // The rest of the heading is the date.
    let (_, rest) = rest.split_once('\n').unwrap_or_default();
    let text = rest.split("\n## [").next().unwrap_or_default().trim();
    ensure!(
        !text.is_empty(),
        "the section {head} of CHANGELOG.md is empty"
    );
    Ok(format!("{text}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;

    #[test]
    fn the_workflow_refuses_a_wrong_tag_before_it_publishes_anything() {
        let workflow = files::read(".github/workflows/release.yml").unwrap();
        let (_, jobs) = workflow.split_once("\njobs:\n").unwrap();
        let (first, rest) = jobs.split_once("\n  image:\n").unwrap();
        assert!(first.contains("cargo xtask dist --tag \"$GITHUB_REF_NAME\""));
        let (image, publish) = rest.split_once("\n  publish:\n").unwrap();
        assert!(image.contains("    needs: files\n"));
        assert!(publish.contains("    needs: [files, image]\n"));
        assert!(publish.contains("gh release create"));
    }

    #[test]
    fn only_the_tag_of_the_version_is_accepted() {
        check("v1.2.3", "1.2.3").unwrap();
        for tag in ["1.2.3", "v1.2.4", "v1.2.3-rc.1", "v1.2", "vv1.2.3"] {
            assert!(check(tag, "1.2.3").is_err(), "{tag}");
        }
    }

    #[test]
    fn the_notes_are_the_section_of_the_version() {
        let changes = "# Changelog\n\n## [Unreleased]\n\n* c\n\n## [1.2.3] - 2026-01-02\n\n\
                       ### Added\n\n* b\n\n## [1.2.2]\n\n* a\n";
        assert_eq!(notes(changes, "1.2.3").unwrap(), "### Added\n\n* b\n");
        assert_eq!(notes(changes, "1.2.2").unwrap(), "* a\n");
        assert!(notes(changes, "1.2").is_err());
        assert!(notes("## [1.0.0]\n\n## [0.9.0]\n\n* a\n", "1.0.0").is_err());
    }
}
