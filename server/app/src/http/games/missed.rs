//! Attempts at the goals that people missed in a finished game:
//! `/api/games/{game_id}/missed/{version}`.

use axum::{
    Json,
    extract::{FromRequest, Path, Request, State},
};
use senda_puzzles::opportunity;
use senda_room::review::Course;

use super::{asked, is_let_in, records};
use crate::{
    app::App,
    http::{
        problem::Problem,
        puzzles::{PuzzleActions, PuzzleAttempt, check_length},
        request::{Body, Client},
    },
    limits,
    live::quarantine::RoomFault,
};

/// Responds with the state of an attempt at a missed goal. The server keeps nothing of it.
pub(in crate::http) async fn attempt(
    State(app): State<App>,
    Client(source): Client,
    Path((_, version)): Path<(String, String)>,
    request: Request,
) -> Result<Json<PuzzleAttempt>, Problem> {
    let version: u32 = version.parse().map_err(|_| Problem::NoSuchPuzzle)?;
    let (mut parts, body) = request.into_parts();
    let game = asked(&mut parts, &app).await?;
    is_let_in(game.0, &mut parts, &app).await?;
    let request = Request::from_parts(parts, body);
    let Body(PuzzleActions { actions, hint }) = Body::from_request(request, &app).await?;
    check_length(&actions)?;
    let _turn = app.log_reads.turn(source, limits::PUZZLE_PRICE).await?;
    let log = records(&app, game).await?;
    let attempt = move || {
        let course = Course::of(&log, game.1)?;
        let moment = course.moments().find(|moment| moment.version == version)?;
        let found = opportunity(&moment.before, moment.seat)?;
        let solution = &found.solution;
        let replayed = senda_puzzles::attempt(found.goal, moment.before, solution, &actions);
        Some((replayed, moment.seat))
    };
    let replayed = app.log_reads.work(attempt).await;
    let replayed = replayed.map_err(|_| Problem::RoomUnavailable(RoomFault::Corrupt))?;
    let (attempt, seat) = replayed.ok_or(Problem::NoSuchPuzzle)?;
    Ok(Json(PuzzleAttempt::unrecorded(attempt?, seat, hint)))
}
