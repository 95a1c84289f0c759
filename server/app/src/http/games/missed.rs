//! The goals that people missed in a finished game, as puzzles: `/api/games/{game_id}/missed`, and
//! `/api/games/{game_id}/missed/{version}` for an attempt at one.

use axum::{
    Json,
    extract::{FromRequest, Path, Request, State},
};
use senda_puzzles::{Decision, Found, Goal, Theme, missed, opportunity};
use senda_room::{Record, protocol::By, review::Course};
use senda_rules::{AnyAction, GameKind, Seat};
use senda_store::GameId;
use serde::Serialize;

use super::{asked, id_of, is_let_in, records};
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

/// The goals that people could have reached in a turn of a finished game, and didn't.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct MissedGoals {
    /// The id of the game.
    id: GameId,
    /// The kind of the game.
    game: GameKind,
    /// The goals in the order of the game.
    missed: Vec<MissedGoal>,
}

/// A goal that a person missed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct MissedGoal {
    /// The version of the room after the decision before which the goal could be reached.
    version: u32,
    /// The seat that missed it.
    seat: Seat,
    /// The goal.
    goal: Goal,
    /// The idea of the solution.
    theme: Theme,
    /// The number of decisions of the shortest solution.
    decisions: usize,
}

/// Responds with the goals that people missed in the game.
pub(in crate::http) async fn list(
    State(app): State<App>,
    Client(source): Client,
    request: Request,
) -> Result<Json<MissedGoals>, Problem> {
    let (mut parts, _) = request.into_parts();
    let game = asked(&mut parts, &app).await?;
    is_let_in(game.0, &mut parts, &app).await?;
    let log = {
        let length = app.store.length(game.0).await.map_err(Problem::of_room)?;
        let _turn = app.log_reads.begin(Some(source), length).await?;
        records(&app, game).await?
    };
    let decisions = u32::try_from(log.len()).unwrap_or(u32::MAX);
    let price = decisions.saturating_mul(limits::MISSED_PRICE);
    let _turn = app.log_reads.turn(source, price).await?;
    let found = app.log_reads.work(move || goals(&log, game.1)).await;
    // A reader panics on a log that no game could have produced.
    let found = found.map_err(|_| Problem::RoomUnavailable(RoomFault::Corrupt))?;
    let (kind, missed) = found.ok_or(Problem::NoSuchGame)?;
    let id = id_of(&app, game).await?;
    Ok(Json(MissedGoals {
        id,
        game: kind,
        missed,
    }))
}

/// Returns the kind of a game and what people missed in it; `None` if the records don't hold it.
fn goals(log: &[Record], round: u32) -> Option<(GameKind, Vec<MissedGoal>)> {
    let moments: Vec<_> = Course::of(log, round)?.moments().collect();
    let kind = moments.first()?.before.kind();
    let decisions: Vec<Decision> = moments
        .iter()
        .map(|moment| Decision {
            seat: moment.seat,
            action: moment.action,
            before: &moment.before,
            after: &moment.after,
        })
        .collect();
    let is_asked = |at: usize| moments[at].by == By::Player;
    let missed = missed(&decisions, is_asked).into_iter();
    let goal = |(at, found): (usize, Found<AnyAction>)| MissedGoal {
        version: moments[at].version,
        seat: moments[at].seat,
        goal: found.goal,
        theme: found.theme,
        decisions: found.solution.len(),
    };
    Some((kind, missed.map(goal).collect()))
}

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
