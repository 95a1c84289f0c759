//! What all requests have in common, whatever they ask for.

use std::{any::Any, time::Duration};

use axum::{
    BoxError, Router,
    error_handling::HandleErrorLayer,
    extract::{DefaultBodyLimit, MatchedPath},
    http::{
        Extensions, HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode, Version,
        header,
    },
    middleware::from_fn_with_state,
    response::IntoResponse,
};
use tower::{ServiceBuilder, timeout::TimeoutLayer};
use tower_http::{
    CompressionLevel,
    catch_panic::CatchPanicLayer,
    compression::{
        CompressionLayer,
        predicate::{Predicate, SizeAbove},
    },
    request_id::RequestId,
    set_header::SetResponseHeaderLayer,
    trace::TraceLayer,
};
use tracing::Span;

use super::admit::admit;
use crate::{app::App, limits, problem::Problem};

/// Puts around routes, from the outside in: a line in the log, the headers, an answer if the server
/// panics, compression, the limits of time and of a body, and [`admit`].
pub fn frame(routes: Router<App>, app: &App) -> Router<App> {
    let log = TraceLayer::new_for_http()
        .make_span_with(span)
        .on_request(())
        .on_response(log)
        .on_body_chunk(())
        .on_eos(())
        // What the server can't do says so itself, where it is known how often that is worth a line.
        .on_failure(());
    let https_only = app
        .settings
        .strict_transport()
        .map(HeaderValue::from_static);
    let always = |name, value| {
        SetResponseHeaderLayer::overriding(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        )
    };
    let headers = ServiceBuilder::new()
        .layer(always("x-content-type-options", "nosniff"))
        .layer(always("referrer-policy", "same-origin"))
        .layer(always("cross-origin-resource-policy", "same-origin"))
        .layer(SetResponseHeaderLayer::overriding(
            header::STRICT_TRANSPORT_SECURITY,
            https_only,
        ))
        .layer(SetResponseHeaderLayer::overriding(
            header::CONTENT_SECURITY_POLICY,
            content_policy,
        ))
        .layer(SetResponseHeaderLayer::overriding(
            HeaderName::from_static("cross-origin-opener-policy"),
            opener_policy,
        ))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ));
    let compress = SizeAbove::new(limits::COMPRESSED_BYTES_LEAST).and(is_made_here);
    let compression = CompressionLayer::new()
        .quality(CompressionLevel::Precise(limits::COMPRESSION_LEVEL))
        .compress_when(compress);
    routes.layer(
        ServiceBuilder::new()
            .layer(log)
            .layer(headers)
            .layer(CatchPanicLayer::custom(panicked))
            .layer(compression)
            // tower-http's own time limit answers with nothing that a page could read.
            .layer(HandleErrorLayer::new(took_too_long))
            .layer(TimeoutLayer::new(limits::REQUEST_TIME))
            .layer(DefaultBodyLimit::max(limits::BODY_BYTES))
            .layer(from_fn_with_state(app.clone(), admit)),
    )
}

/// What the log says of a request, also in the lines that it leads to: the route and not the path, nothing
/// of the query, no header.
fn span<B>(request: &Request<B>) -> Span {
    let extensions = request.extensions();
    let route = extensions.get::<MatchedPath>();
    let id = extensions.get::<RequestId>();
    let id = id.and_then(|id| id.header_value().to_str().ok());
    tracing::error_span!(
        "request",
        method = %request.method(),
        route = route.map_or("-", MatchedPath::as_str),
        id = id.unwrap_or("-"),
    )
}

fn log<B>(response: &Response<B>, latency: Duration, _: &Span) {
    let status = response.status().as_u16();
    tracing::debug!(status, milliseconds = latency.as_millis(), "request");
}

/// Whether a browser may make a document of the response, as far as its type says.
fn is_document<B>(response: &Response<B>) -> bool {
    const TYPES: [&str; 3] = ["text/html", "image/svg+xml", "application/problem+json"];
    kind(response.headers()).is_none_or(|kind| TYPES.iter().any(|one| kind.starts_with(one)))
}

fn kind(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::CONTENT_TYPE)?.to_str().ok()
}

/// What a browser is told with a document: nothing inline, nothing from elsewhere, no frames. For a script, a
/// style sheet or data that says nothing, and would be a seventh of what a first visit costs.
fn content_policy<B>(response: &Response<B>) -> Option<HeaderValue> {
    let policy = HeaderValue::from_static(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'",
    );
    is_document(response).then_some(policy)
}

fn opener_policy<B>(response: &Response<B>) -> Option<HeaderValue> {
    is_document(response).then_some(HeaderValue::from_static("same-origin"))
}

/// Whether the response is text that is made for this request: the client's files are compressed already,
/// better than there would be time for here.
fn is_made_here(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    const TYPES: [&str; 2] = ["application/json", "text/plain"];
    let is_file = headers.contains_key(header::ETAG);
    !is_file && kind(headers).is_some_and(|kind| TYPES.iter().any(|one| kind.starts_with(one)))
}

/// The only error that there can be here.
async fn took_too_long(_: BoxError) -> Problem {
    Problem::Timeout
}

/// The panic itself has been written to the log by whoever panicked.
fn panicked(_: Box<dyn Any + Send>) -> axum::response::Response {
    tracing::error!("a request ended in a panic");
    Problem::Internal.into_response()
}
