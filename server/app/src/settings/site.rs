//! Settings of the site as its visitors see it.

mod accent_color;
mod frame_origin;
mod security_contact;
mod site_name;
mod web_link;

use clap::Args;

pub use self::{
    accent_color::{Color, NoColor},
    frame_origin::{FrameOrigin, NoFrameOrigin},
    security_contact::{BadSecurityContact, SecurityContact},
    site_name::{NoSiteName, SiteName},
    web_link::{NoWebLink, WebLink},
};

/// Settings of the site as its visitors see it.
#[derive(Clone, Debug, Args)]
pub struct SiteSettings {
    /// Name of the site in headers, titles and link previews, such as `Zoe's games`; otherwise
    /// Senda.
    #[arg(
        id = "site_name",
        long = "site-name",
        env = "SENDA_SITE_NAME",
        value_name = "NAME"
    )]
    pub name: Option<SiteName>,

    /// Accent color of the pages, such as #8a2be2. It is darkened and lightened as far as text in
    /// it must be to be read.
    #[arg(long, env = "SENDA_ACCENT_COLOR", value_name = "COLOR")]
    pub accent_color: Option<Color>,

    /// Address of a page that says who runs this server. The front page links to it.
    #[arg(long, env = "SENDA_IMPRINT_URL", value_name = "URL")]
    pub imprint_url: Option<WebLink>,

    /// Address of a page about personal data on this server. The front page links to it.
    #[arg(long, env = "SENDA_PRIVACY_URL", value_name = "URL")]
    pub privacy_url: Option<WebLink>,

    /// E-mail address or page for reports of vulnerabilities, for `/.well-known/security.txt`.
    #[arg(long, env = "SENDA_SECURITY_CONTACT", value_name = "ADDRESS")]
    pub security_contact: Option<SecurityContact>,

    /// Sites that may show rooms and replays in frames: their origins, separated by commas, such as
    /// `https://example.org`; `*` for all sites. By default only the server's own pages may. All
    /// other pages can't be framed at all.
    #[arg(
        long,
        env = "SENDA_EMBED",
        value_name = "ORIGINS",
        value_delimiter = ','
    )]
    pub embed: Vec<FrameOrigin>,
}
