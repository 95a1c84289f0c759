//! The layers that all routes share.

use std::{any::Any, time::Duration};

use axum::{
    BoxError, Router,
    error_handling::HandleErrorLayer,
    extract::{DefaultBodyLimit, MatchedPath, State},
    http::{
        Extensions, HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode, Version,
        header,
    },
    middleware::{Next, from_fn_with_state},
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

use super::{access_log, admit::admit};
use crate::{app::App, http::problem::Problem, limits, settings::FrameOrigin};

/// Wraps routes in layers, from the outside in: the log lines, the headers, a response if a handler
/// panics, compression, the limits on time and body size, and [`admit`].
pub fn frame(routes: Router<App>, app: &App) -> Router<App> {
    let log = TraceLayer::new_for_http()
        .make_span_with(span)
        .on_request(())
        .on_response(log)
        .on_body_chunk(())
        .on_eos(())
        // Server errors are logged where they occur, since only that code knows how often they are
        // worth a log line.
        .on_failure(());
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
    let framed = routes.layer(
        ServiceBuilder::new()
            .layer(log)
            .layer(from_fn_with_state(app.clone(), strict_transport))
            .layer(headers)
            .layer(CatchPanicLayer::custom(panicked))
            .layer(compression)
            // The timeout of tower-http responds with an empty body, which a page could not read.
            .layer(HandleErrorLayer::new(took_too_long))
            .layer(TimeoutLayer::new(limits::REQUEST_TIME))
            .layer(DefaultBodyLimit::max(limits::BODY_BYTES))
            .layer(from_fn_with_state(app.clone(), admit)),
    );
    if app.settings.access_log {
        framed.layer(from_fn_with_state(app.clone(), access_log::log))
    } else {
        framed
    }
}

/// Creates the span of a request, which its log lines inherit. It contains the route instead of the
/// path, nothing of the query and no header.
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

/// Returns whether a browser may render the response as a document, judging by its content type.
fn is_document<B>(response: &Response<B>) -> bool {
    const TYPES: [&str; 3] = ["text/html", "image/svg+xml", "application/problem+json"];
    kind(response.headers()).is_none_or(|kind| TYPES.iter().any(|one| kind.starts_with(one)))
}

fn kind(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::CONTENT_TYPE)?.to_str().ok()
}

/// The part of the policy for a document that is the same for all.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data:; connect-src 'self'; font-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors ";

/// The sites that may show a page in a frame, as the policy of the page names them. A page without
/// it can't be framed.
#[derive(Clone, Debug)]
pub struct FramedBy(String);

impl FramedBy {
    /// Names the pages of the server itself and of these sites.
    pub fn of(origins: &[FrameOrigin]) -> Self {
        let origins = origins.iter().map(|origin| format!(" {origin}"));
        Self(format!("'self'{}", origins.collect::<String>()))
    }

    /// Lets those sites show this response in a frame.
    pub fn mark<B>(self, mut response: Response<B>) -> Response<B> {
        response.extensions_mut().insert(self);
        response
    }
}

/// Returns the policy for a document: nothing inline, nothing from other origins, and frames only
/// where [`FramedBy`] allows them. For a script, a style sheet or data a policy has no effect, and
/// would be a seventh of the bytes of a first visit.
fn content_policy<B>(response: &Response<B>) -> Option<HeaderValue> {
    let framed_by = response.extensions().get::<FramedBy>();
    let policy = match framed_by {
        Some(FramedBy(sites)) => format!("{POLICY}{sites}"),
        None => format!("{POLICY}'none'"),
    };
    let policy = HeaderValue::from_str(&policy).expect("origins are plain ASCII");
    is_document(response).then_some(policy)
}

/// Instructs browsers to use nothing but https, at the addresses where the operator wants that.
async fn strict_transport(
    State(app): State<App>,
    request: axum::extract::Request,
    next: Next,
) -> axum::response::Response {
    let value = app.settings.strict_transport(request.headers());
    let mut response = next.run(request).await;
    if let Some(value) = value {
        let value = HeaderValue::from_static(value);
        response
            .headers_mut()
            .insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    response
}

fn opener_policy<B>(response: &Response<B>) -> Option<HeaderValue> {
    is_document(response).then_some(HeaderValue::from_static("same-origin"))
}

/// Returns whether the response is text that was generated for this request. The client's files are
/// already compressed, better than there would be time for here.
fn is_made_here(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    const TYPES: [&str; 2] = ["application/json", "text/plain"];
    let is_file = headers.contains_key(header::ETAG);
    !is_file && kind(headers).is_some_and(|kind| TYPES.iter().any(|one| kind.starts_with(one)))
}

/// Maps the only error that the layers below can return, a timeout.
async fn took_too_long(_: BoxError) -> Problem {
    Problem::Timeout
}

/// Answers a request whose handler panicked. The panic hook has already logged the panic itself.
fn panicked(_: Box<dyn Any + Send>) -> axum::response::Response {
    tracing::error!("a request ended in a panic");
    Problem::Internal.into_response()
}
