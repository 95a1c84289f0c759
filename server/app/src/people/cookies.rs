//! Reads the cookies of a request.

use axum::http::{HeaderMap, header};

/// Returns the value of the first cookie with that name. A line that is not text holds no cookie.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|cookie| cookie.split_once('='))
        .find_map(|(one, value)| (one.trim() == name).then(|| value.trim()))
}
