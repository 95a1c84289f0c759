//! Forgetting somebody who asks for it: games stay whole, and were played by somebody.

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use senda_room::{PlayerId, protocol::Name};

use crate::{
    app::App,
    limits,
    problem::Problem,
    request::{Client, Known},
    room_id::RoomId,
};

/// How often a room is looked at once more, in which something was recorded meanwhile.
const ATTEMPTS: usize = 3;

/// Keeps nothing of whoever asks: no device, no code, no list of rooms, and no name in any log.
pub(super) async fn forget(
    State(app): State<App>,
    Client(source): Client,
    Known(person): Known,
) -> Result<Response, Problem> {
    let player = person.player;
    let nobody = Name::new("Someone").expect("a name");
    let writer = app.store.writer();
    // Whoever comes back to a room meanwhile comes as nobody else.
    writer.name(player, nobody.clone()).await?;
    let rooms = app.store.rooms_naming(player).await?;
    for &room in &rooms {
        let length = app.store.length(room).await?;
        let _turn = app.reading.begin(Some(source), length).await?;
        app.registry.cut(room, player).await;
        rename(&app, room, player, &nobody).await?;
    }
    // Last: if anything failed before, they can ask once more.
    writer.forget(player, nobody).await?;
    for room in rooms {
        app.registry.cut(room, player).await;
    }
    let gone = app.cookie().take_away();
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, gone)]).into_response())
}

/// Gives somebody another name in the log of a room, and has it brought back from there if it is in memory.
async fn rename(app: &App, room: RoomId, player: PlayerId, name: &Name) -> Result<(), Problem> {
    for _ in 0..ATTEMPTS {
        let mut log = app.store.log(room).await?;
        log.retain_mut(|record| record.rename(player, name));
        if log.is_empty() {
            break;
        }
        while !log.is_empty() {
            let rest = log.split_off(log.len().min(limits::REMOVED_TOGETHER as usize));
            app.store.writer().rewrite(room, log).await?;
            log = rest;
        }
        app.registry.reread(room).await;
    }
    Ok(())
}
