//! Puzzles: `/api/puzzles/{game}` and `/api/puzzles/{game}/{puzzle}`. As in a lesson, the client
//! sends all decisions of an attempt each time. The server keeps only a person's record.

use axum::{
    Json,
    extract::{Path, State},
};
use senda_puzzles::{Goal, Puzzle, Theme, of_day};
use senda_ratings::Rating;
use senda_room::{PlayerId, limits::DAY_MS};
use senda_rules::{AnyAction, AnyAttempt, GameKind, Seat, lesson::LessonResult};
use senda_store::{PuzzleEvent, PuzzlePlayer, PuzzleWrite};
use serde::{Deserialize, Serialize};

use crate::{
    app::App,
    http::{
        problem::Problem,
        request::{Body, Client, Kind, MaybeKnown},
    },
    limits,
};

/// The puzzles of a game, and the requesting player's record with them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct PuzzleList {
    /// The kind of the game.
    game: GameKind,
    /// The id of the puzzle of today, in UTC, which is the same for everyone; absent if the game
    /// has no puzzles.
    #[serde(skip_serializing_if = "Option::is_none")]
    today: Option<String>,
    /// All puzzles.
    puzzles: Vec<ListedPuzzle>,
    /// The record of the requesting player; absent without a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    own: Option<PuzzleRecord>,
    /// The ids of the puzzles that the requesting player has solved.
    solved: Vec<String>,
    /// The ids of the puzzles that the requesting player has tried and not solved.
    tried: Vec<String>,
}

/// A puzzle in a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct ListedPuzzle {
    /// The id.
    id: String,
    /// The goal.
    goal: Goal,
    /// The idea of the solution.
    theme: Theme,
    /// The grade, from 1 (easy) to 5.
    grade: u8,
    /// The number of decisions of the shortest solution.
    decisions: usize,
}

impl From<&Puzzle> for ListedPuzzle {
    fn from(puzzle: &Puzzle) -> Self {
        Self {
            id: puzzle.id.clone(),
            goal: puzzle.goal,
            theme: puzzle.theme,
            grade: puzzle.grade,
            decisions: puzzle.solution.len(),
        }
    }
}

/// The record of a person with the puzzles of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct PuzzleRecord {
    /// The kind of the game.
    game: GameKind,
    /// The rating as a solver, in points.
    points: i64,
    /// Whether the rating is still uncertain.
    provisional: bool,
    /// The number of puzzles that count for the rating.
    rated: u32,
    /// The number of puzzles in a row that the first attempt solved, up to the last one.
    streak: u32,
    /// The longest such row.
    best: u32,
}

impl PuzzleRecord {
    fn new(
        game: GameKind,
        PuzzlePlayer {
            rating,
            streak,
            best,
        }: PuzzlePlayer,
    ) -> Self {
        Self {
            game,
            points: rating.points(),
            provisional: rating.is_provisional(),
            rated: rating.games,
            streak,
            best,
        }
    }
}

/// Returns the records of a player with the puzzles of all games.
pub(super) async fn records(app: &App, player: PlayerId) -> Result<Vec<PuzzleRecord>, Problem> {
    let mut records = Vec::new();
    for &kind in GameKind::ALL {
        let player = app.store.puzzle_player(player, kind.word()).await?;
        records.push(PuzzleRecord::new(kind, player));
    }
    Ok(records)
}

/// The body of an attempt at a puzzle.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PuzzleActions {
    /// The solver's decisions since the puzzle began, in order.
    pub(super) actions: Vec<AnyAction>,
    /// Whether the solver asks for the next decision of the solution. Before the end of the first
    /// attempt that ends the streak, and the puzzle does not count for the rating.
    #[serde(default)]
    pub(super) hint: bool,
}

/// The state of an attempt at a puzzle.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct PuzzleAttempt {
    /// The steps and the result, as of an attempt at a lesson. `next` is `null` unless the solver
    /// asked for it and the decisions are those of the solution so far.
    #[serde(flatten)]
    attempt: AnyAttempt,
    /// The seat that solves the puzzle.
    seat: Seat,
    /// The player's record after their first attempt at the puzzle; absent after any other request.
    #[serde(skip_serializing_if = "Option::is_none")]
    own: Option<PuzzleRecord>,
    /// The change of the player's rating by the first attempt, in points; absent after any other
    /// request.
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<i64>,
}

impl PuzzleAttempt {
    /// Creates the state of an attempt of which nothing is recorded.
    pub(super) fn unrecorded(mut attempt: AnyAttempt, seat: Seat, hint: bool) -> Self {
        attempt.next = attempt.next.filter(|_| hint);
        Self {
            attempt,
            seat,
            own: None,
            change: None,
        }
    }
}

/// Rejects more decisions than an attempt can have.
pub(super) fn check_length(actions: &[AnyAction]) -> Result<(), Problem> {
    if actions.len() > limits::LESSON_ACTIONS {
        return Err(Problem::LessonEnded);
    }
    Ok(())
}

/// Responds with the puzzles of a game.
pub(super) async fn list(
    State(app): State<App>,
    Kind(kind): Kind,
    MaybeKnown(player): MaybeKnown,
) -> Result<Json<PuzzleList>, Problem> {
    let day = app.clock.now().0 / DAY_MS;
    let (mut own, mut solved, mut tried) = (None, Vec::new(), Vec::new());
    if let Some(player) = player {
        let record = app.store.puzzle_player(player, kind.word()).await?;
        own = Some(PuzzleRecord::new(kind, record));
        let all = app.store.puzzle_tries(player).await?.into_iter();
        for one in all.filter(|one| one.game == kind.word()) {
            if one.is_solved {
                solved.push(one.puzzle);
            } else {
                tried.push(one.puzzle);
            }
        }
    }
    let puzzles = app.books.of(kind);
    Ok(Json(PuzzleList {
        game: kind,
        today: of_day(puzzles, day).map(|puzzle| puzzle.id.clone()),
        puzzles: puzzles.iter().map(ListedPuzzle::from).collect(),
        own,
        solved,
        tried,
    }))
}

/// Responds with the state of a puzzle after these decisions, and keeps the result of an attempt
/// that ends with them.
pub(super) async fn attempt(
    State(app): State<App>,
    Client(source): Client,
    MaybeKnown(player): MaybeKnown,
    Path((game, id)): Path<(String, String)>,
    Body(PuzzleActions { actions, hint }): Body<PuzzleActions>,
) -> Result<Json<PuzzleAttempt>, Problem> {
    let kind = GameKind::of_word(&game).ok_or(Problem::NoSuchPuzzle)?;
    let puzzle = app.books.puzzle(kind, &id);
    let puzzle = puzzle.ok_or(Problem::NoSuchPuzzle)?.clone();
    let seat = puzzle.seat(kind);
    check_length(&actions)?;
    let _turn = app.log_reads.turn(source, limits::PUZZLE_PRICE).await?;
    // The answers of the other seats take milliseconds.
    let attempt = move || puzzle.attempt(kind, &actions);
    let replayed = app.log_reads.work(attempt).await;
    let replayed = replayed.map_err(|_| Problem::Internal)?;
    let mut told = PuzzleAttempt::unrecorded(replayed?, seat, hint);
    if let Some(player) = player {
        let result = Attempted { kind, id, player };
        if told.attempt.result != LessonResult::Open {
            let is_solved = told.attempt.result == LessonResult::Reached;
            if let Some((before, after)) = result.ended(&app, is_solved).await? {
                told.change = Some(after.rating.points() - before.points());
                told.own = Some(PuzzleRecord::new(kind, after));
            }
        } else if told.attempt.next.is_some() {
            result.hinted(&app).await?;
        }
    }
    Ok(Json(told))
}

/// A puzzle that a player tries.
struct Attempted {
    kind: GameKind,
    id: String,
    player: PlayerId,
}

impl Attempted {
    /// Keeps the result of an attempt. Returns the player's rating before the first one, and their
    /// record after it.
    async fn ended(
        &self,
        app: &App,
        is_solved: bool,
    ) -> Result<Option<(Rating, PuzzlePlayer)>, Problem> {
        let (game, id) = (self.kind.word(), &self.id);
        if app.store.puzzle_try(self.player, game, id).await?.is_some() {
            self.keep(app, PuzzleEvent::Again { is_solved }).await?;
            return Ok(None);
        }
        let before = app.store.puzzle_player(self.player, game).await?;
        let rating = app.store.puzzle_rating(game, id).await?;
        let (player, puzzle) = before.after(rating, is_solved);
        let first = PuzzleEvent::First {
            is_solved,
            player,
            puzzle,
        };
        self.keep(app, first).await?;
        Ok(Some((before.rating, player)))
    }

    /// Notes that the player has seen a decision of the solution.
    async fn hinted(&self, app: &App) -> Result<(), Problem> {
        let (game, id) = (self.kind.word(), &self.id);
        if app.store.puzzle_try(self.player, game, id).await?.is_none() {
            self.keep(app, PuzzleEvent::Hinted).await?;
        }
        Ok(())
    }

    async fn keep(&self, app: &App, event: PuzzleEvent) -> Result<(), Problem> {
        let write = PuzzleWrite {
            player: self.player,
            game: self.kind.word(),
            puzzle: self.id.clone(),
            at: app.clock.now(),
            event,
        };
        Ok(app.store.writer().write(write).await?)
    }
}
