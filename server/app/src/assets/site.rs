//! The parts of pages that the operator of the server chooses.

use super::preview::escaped;
use crate::settings::{PathPrefix, Settings, WebLink};

/// The element that tells the pages of a server without a list of public rooms.
const NO_LOBBY: &str = "  <meta name=\"lobby\" content=\"off\">\n";

/// The choices of the operator.
#[derive(Clone, Debug)]
pub struct Site {
    /// Whether the front page lists public rooms.
    has_lobby: bool,
    /// The links of the front page to pages of the operator, by the names of their elements.
    links: [(&'static str, Option<WebLink>); 2],
    /// The path under which browsers reach the server.
    pub(super) prefix: PathPrefix,
}

impl Site {
    /// Returns the choices that the settings contain.
    pub fn of(settings: &Settings) -> Self {
        Self {
            has_lobby: settings.public_lobby,
            links: [
                ("imprint", settings.site.imprint_url.clone()),
                ("privacy", settings.site.privacy_url.clone()),
            ],
            prefix: settings.prefix().clone(),
        }
    }

    /// Returns the elements to add to the head of each page.
    pub(super) fn head(&self) -> &'static str {
        if self.has_lobby { "" } else { NO_LOBBY }
    }

    /// Returns a page with the addresses of the operator's pages. Links without an address stay
    /// hidden.
    pub(super) fn linked(&self, page: String) -> String {
        let linked = |page: String, (name, link): &(&str, Option<WebLink>)| match link {
            Some(link) => {
                let href = format!("href=\"{}\"", escaped(&link.to_string()));
                page.replace(&format!("hidden data-operator=\"{name}\""), &href)
            }
            None => page,
        };
        self.links.iter().fold(page, linked)
    }

    #[cfg(test)]
    pub(super) fn plain() -> Self {
        Self {
            has_lobby: true,
            links: [("imprint", None), ("privacy", None)],
            prefix: PathPrefix::default(),
        }
    }

    #[cfg(test)]
    pub(super) fn without_lobby() -> Self {
        let has_lobby = false;
        Self {
            has_lobby,
            ..Self::plain()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_shown_if_it_has_an_address() {
        let page =
            r#"<a hidden data-operator="imprint"></a><a hidden data-operator="privacy"></a>"#;
        let mut site = Site::plain();
        assert_eq!(site.linked(page.to_owned()), page);
        site.links[0].1 = Some("https://example.org/?a=1&b=2".parse().unwrap());
        assert_eq!(
            site.linked(page.to_owned()),
            r#"<a href="https://example.org/?a=1&amp;b=2"></a><a hidden data-operator="privacy"></a>"#
        );
    }
}
