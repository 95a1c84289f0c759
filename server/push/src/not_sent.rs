//! The reasons why a request gets no response.

/// The reason why a request got no response.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NotSent {
    /// The name does not resolve to an address.
    #[error("no such host")]
    NoSuchHost,
    /// The name resolves only to addresses that are not public.
    #[error("not public")]
    NotPublic,
    /// The connection was refused or failed.
    #[error("not reached")]
    NotReached,
    /// The certificate is not trusted or belongs to another name.
    #[error("its certificate is not trusted")]
    NotTrusted,
    /// A timeout expired.
    #[error("too slow")]
    TooSlow,
    /// The server did not respond in HTTP.
    #[error("no answer")]
    NoAnswer,
}
