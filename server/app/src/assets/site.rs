//! The parts of pages that the operator of the server chooses.

mod accent;
mod name;

use std::path::Path;

use super::{module::Files, preview::escaped};
use crate::settings::{Color, PathPrefix, Settings, SiteName, WebLink};

/// The style sheet with the colors of the pages.
const TOKENS: &str = "style/tokens.css";
/// The description of the app that browsers install.
const MANIFEST: &str = "manifest.webmanifest";

/// The element that tells the pages of a server without a list of public rooms.
const NO_LOBBY: &str = "  <meta name=\"lobby\" content=\"off\">\n";

/// The choices of the operator.
#[derive(Clone, Debug)]
pub struct Site {
    /// Whether the front page lists public rooms.
    has_lobby: bool,
    /// The links of the front page to pages of the operator, by the names of their elements.
    links: [(&'static str, Option<WebLink>); 2],
    /// The name of the site, if it is not that of the program.
    name: Option<SiteName>,
    /// The accent color of the pages, if it is not that of the client's own style.
    accent: Option<Color>,
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
            name: settings.site.name.clone(),
            accent: settings.site.accent_color,
            prefix: settings.prefix().clone(),
        }
    }

    /// Applies the name and the color to the client's files.
    pub(super) fn personalize(&self, files: &mut Files) {
        let mut change = |path: &str, changed: &dyn Fn(&str) -> String| {
            if let Some(bytes) = files.get_mut(path)
                && let Ok(text) = str::from_utf8(bytes)
            {
                *bytes = changed(text).into();
            }
        };
        if let Some(color) = self.accent {
            change(TOKENS, &|tokens| accent::recolored(tokens, color));
        }
        let Some(site) = &self.name else { return };
        change(MANIFEST, &|manifest| name::named_app(manifest, site));
        for (path, bytes) in files {
            let extension = Path::new(path).extension().and_then(|kind| kind.to_str());
            let Ok(text) = str::from_utf8(bytes) else {
                continue;
            };
            *bytes = match extension {
                Some("html") => name::titled(text, site).into(),
                Some("json") => name::named_texts(text, site).into(),
                _ => continue,
            };
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
            name: None,
            accent: None,
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
