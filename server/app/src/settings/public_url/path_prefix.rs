//! The path of the public URL, behind a proxy that also serves other programs.

use std::fmt;

use super::BadPublicUrl;

/// The first names of this server's own paths. A prefix with one of them would make it unclear
/// whether a proxy has already removed the prefix, and where it ends in a link.
const OWN: [&str; 9] = [
    "a", "api", "check", "docs", "health", "how", "learn", "r", "you",
];

/// The path under which browsers reach the server: empty, or names that each follow a slash, such
/// as `/senda`.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct PathPrefix(String);

impl PathPrefix {
    /// The path of a server that has its host for itself.
    pub const NONE: &'static Self = &Self(String::new());

    /// Parses the path of a URL, with or without a slash at its end.
    ///
    /// # Errors
    /// Returns [`BadPublicUrl`] if the path has other characters than those that are the same in
    /// every spelling of a URL, or if it contains a path of this server's own.
    pub(super) fn parse(path: &str) -> Result<Self, BadPublicUrl> {
        let path = path.strip_suffix('/').unwrap_or(path);
        let Some(names) = path.strip_prefix('/') else {
            return Ok(Self::default());
        };
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._~".contains(letter);
        let is_name = |name: &str| !matches!(name, "" | "." | "..") && name.chars().all(is_plain);
        if !names.split('/').all(is_name) {
            return Err(BadPublicUrl::Path);
        }
        if let Some(own) = OWN
            .into_iter()
            .find(|own| names.split('/').any(|name| name == *own))
        {
            return Err(BadPublicUrl::Own(own));
        }
        Ok(Self(path.to_owned()))
    }

    /// Returns whether the server has its host for itself.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the rest of a path behind the prefix; `None` if the path doesn't begin with it.
    pub fn strip<'p>(&self, path: &'p str) -> Option<&'p str> {
        let rest = path.strip_prefix(&self.0)?;
        (rest.is_empty() || rest.starts_with('/')).then_some(rest)
    }
}

/// Writes the path without a slash at its end.
impl fmt::Display for PathPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_is_removed_only_where_it_ends() {
        let prefix = PathPrefix::parse("/games/senda/").unwrap();
        for (path, rest) in [
            ("/games/senda/", Some("/")),
            ("/games/senda", Some("")),
            ("/games/senda/r/abc", Some("/r/abc")),
            ("/games/senda/games/senda/", Some("/games/senda/")),
            ("/games/sendas", None),
            ("/games/", None),
            ("/r/abc", None),
            ("*", None),
        ] {
            assert_eq!(prefix.strip(path), rest, "{path}");
        }
        assert_eq!(PathPrefix::NONE.strip("/r/abc"), Some("/r/abc"));
    }

    #[test]
    fn a_prefix_is_spelt_in_one_way_and_is_no_path_of_the_server() {
        for (path, prefix) in [
            ("", ""),
            ("/", ""),
            ("/senda", "/senda"),
            ("/senda/", "/senda"),
            ("/~club/Board-Games_2.0/", "/~club/Board-Games_2.0"),
            ("/apis/", "/apis"),
        ] {
            let parsed = PathPrefix::parse(path).map(|prefix| prefix.to_string());
            assert_eq!(parsed.as_deref(), Ok(prefix), "{path}");
        }
        for bad in [
            "//", "/senda//", "/a b/", "/%61/", "/../x", "/./", "/é", "/a:b/",
        ] {
            assert_eq!(PathPrefix::parse(bad), Err(BadPublicUrl::Path), "{bad}");
        }
        for own in ["/r/", "/api", "/a/senda/", "/club/learn/"] {
            let refused = PathPrefix::parse(own);
            assert!(matches!(refused, Err(BadPublicUrl::Own(_))), "{own}");
        }
    }
}
