//! Reasons why a request has no answer.

/// Why there is no answer.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NotSent {
    /// Its name leads nowhere.
    #[error("no such host")]
    NoSuchHost,
    /// Its name leads to addresses that are not public.
    #[error("not public")]
    NotPublic,
    /// Nobody listens there.
    #[error("not reached")]
    NotReached,
    /// It can't show that it is who it says.
    #[error("its certificate is not trusted")]
    NotTrusted,
    /// It took too long.
    #[error("too slow")]
    TooSlow,
    /// It did not answer by HTTP.
    #[error("no answer")]
    NoAnswer,
}
