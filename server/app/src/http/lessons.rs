//! Lessons: `/api/lessons/{game}/{lesson}`. The server stores nothing about them; the learner's
//! client sends all decisions of the attempt each time.

use axum::{
    Json,
    extract::{Path, State},
};
use senda_rules::{AnyAction, AnyAttempt, GameKind};
use serde::Deserialize;

use crate::{
    app::App,
    http::{
        problem::Problem,
        puzzles::check_length,
        request::{Body, Client},
    },
    limits,
};

/// The body of an attempt at a lesson.
#[derive(Debug, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema),
    schemars(rename = "LessonActions")
)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The learner's decisions since the lesson began, in order.
    actions: Vec<AnyAction>,
}

/// Responds with the state of a lesson after these decisions. Without decisions, this is the
/// lesson's beginning.
pub(super) async fn attempt(
    State(app): State<App>,
    Client(source): Client,
    Path((game, lesson)): Path<(String, String)>,
    Body(Attempt { actions }): Body<Attempt>,
) -> Result<Json<AnyAttempt>, Problem> {
    let game = GameKind::of_word(&game).ok_or(Problem::NoSuchLesson)?;
    check_length(&actions)?;
    let _turn = app.log_reads.turn(source, limits::LESSON_PRICE).await?;
    // Some views take milliseconds to compute. The players' requests must not wait for that, so a
    // worker thread does it.
    let attempt = move || game.attempt(&lesson, &actions);
    let played = app.log_reads.work(attempt).await;
    let played = played.map_err(|_| Problem::Internal)?;
    let attempt = played.ok_or(Problem::NoSuchLesson)??;
    Ok(Json(attempt))
}
