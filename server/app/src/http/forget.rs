//! Forgets a person who asks for it: games stay whole, and were played by "Someone".

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use tokio::time::timeout;

use crate::{
    app::App, forgetting, limits, open_sockets::SignedOut, problem::Problem, request::Known,
};

/// Keeps nothing of whoever asks: no device, no code, no list of rooms, and no name in any log. 202 says that some logs
/// are still being rewritten, which goes on without them.
pub(super) async fn forget(
    State(app): State<App>,
    Known(person): Known,
) -> Result<Response, Problem> {
    let player = person.player;
    let (writer, now) = (app.store.writer(), app.clock.now());
    // From here on nobody is that person, whatever happens to this process.
    writer.forget(player, forgetting::someone(), now).await?;
    let signed_out = SignedOut {
        player,
        left: Vec::new(),
        forgotten: true,
    };
    let rest = app.clone();
    let forgotten = app.tasks.spawn(async move {
        rest.signed_out(&signed_out).await;
        forgetting::forget(&rest, player).await
    });
    let forgotten = timeout(limits::FORGET_WAIT, forgotten).await;
    let status = match forgotten {
        Ok(Ok(true)) => StatusCode::NO_CONTENT,
        _ => StatusCode::ACCEPTED,
    };
    let gone = app.cookie().take_away();
    Ok((status, [(header::SET_COOKIE, gone)]).into_response())
}
