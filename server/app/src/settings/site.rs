//! Settings of the site as its visitors see it.

mod security_contact;
mod web_link;

use clap::Args;

pub use self::{
    security_contact::{BadSecurityContact, SecurityContact},
    web_link::{NoWebLink, WebLink},
};

/// Settings of the site as its visitors see it.
#[derive(Clone, Debug, Args)]
pub struct SiteSettings {
    /// Address of a page that says who runs this server. The front page links to it.
    #[arg(long, env = "SENDA_IMPRINT_URL", value_name = "URL")]
    pub imprint_url: Option<WebLink>,

    /// Address of a page about personal data on this server. The front page links to it.
    #[arg(long, env = "SENDA_PRIVACY_URL", value_name = "URL")]
    pub privacy_url: Option<WebLink>,

    /// E-mail address or page for reports of vulnerabilities, for `/.well-known/security.txt`.
    #[arg(long, env = "SENDA_SECURITY_CONTACT", value_name = "ADDRESS")]
    pub security_contact: Option<SecurityContact>,
}
