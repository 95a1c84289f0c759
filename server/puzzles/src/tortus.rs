//! Puzzles of Tortus: turns that win, whatever the solver doesn't know.

mod outline;

use senda_bots::{
    Dice,
    solve::tortus::{win, wins},
};
use senda_rules::{
    Game, Seat, Viewer,
    tortus::{Action, By, Event, Phase, State, Tile},
};

use crate::{
    found::Found,
    puzzle::{Goal, Theme},
};

pub use self::outline::outline;

/// The positions before matter only for draws.
pub const LEFT_OUT: &[&str] = &["seen"];

/// The limit of the search for wins, in landings.
const NODES: u64 = 300_000;
/// The number of actions of a turn.
const ACTIONS: u8 = 2;
/// The number of pushes that make a chain.
const CHAIN: usize = 2;

/// Returns the puzzles that a position is: a turn has begun, and can be won in exactly one way with
/// as few actions as possible.
pub fn find(game: &State, seat: Seat) -> Vec<Found<Action>> {
    if !begins_turn(game, seat) {
        return Vec::new();
    }
    let wins = wins(game, seat, NODES);
    if !wins.is_complete || wins.firsts.is_empty() {
        return Vec::new();
    }
    // If one action wins, many others can go before it. They are no ideas of their own.
    let actions = |line: &Vec<Action>| line.iter().filter(|action| is_action(action)).count();
    let fewest = wins.firsts.iter().map(actions).min();
    let mut ideas = wins
        .firsts
        .into_iter()
        .filter(|line| Some(actions(line)) == fewest);
    match (ideas.next(), ideas.next()) {
        (Some(solution), None) => vec![won_by(game, seat, solution)],
        _ => Vec::new(),
    }
}

/// Returns a shortest win of a turn that has begun.
pub fn opportunity(game: &State, seat: Seat) -> Option<Found<Action>> {
    let is_asked = begins_turn(game, seat);
    let shortest = is_asked.then(|| win(game, seat, NODES)).flatten()?;
    Some(won_by(game, seat, shortest))
}

fn begins_turn(game: &State, seat: Seat) -> bool {
    let is_beginning = game.phase() == Phase::Act && game.actions_left() == ACTIONS;
    is_beginning && game.mover() == Some(seat)
}

fn won_by(game: &State, seat: Seat, solution: Vec<Action>) -> Found<Action> {
    Found {
        goal: Goal::Win { turns: 1 },
        theme: theme(game, seat, &solution),
        length: u16::try_from(solution.len()).expect("a few decisions"),
        solution,
    }
}

/// Returns whether a decision takes one of the actions of a turn.
const fn is_action(action: &Action) -> bool {
    matches!(
        action,
        Action::Rotate { .. } | Action::Open { .. } | Action::Swap { .. } | Action::Move { .. }
    )
}

/// Returns the idea of a winning line: the least usual one in it.
fn theme(game: &State, seat: Seat, line: &[Action]) -> Theme {
    let mut dice = Dice::new(0);
    let mut game = game.clone();
    let mut pushes = 0;
    let mut themes = Vec::new();
    for action in line {
        let events = game.decide(seat, action, &mut dice);
        let events = events.expect("a decision of the line");
        let view = game.view(Viewer::Seat(seat));
        let tile = |at| view.board.iter().find(|field| field.square == at)?.tile;
        match action {
            Action::Rotate { .. } | Action::Swap { .. } => themes.push(Theme::Prepare),
            Action::Fill { .. } => themes.push(Theme::Refill),
            _ => {}
        }
        for event in &events {
            let Event::Moved { pawn, from, by, .. } = event else {
                continue;
            };
            match by {
                By::Push => {
                    pushes += 1;
                    let own = view.pawns.get(usize::from(*pawn));
                    if own.is_some_and(|pawn| pawn.seat == seat) {
                        themes.push(Theme::OwnPawn);
                    }
                }
                By::Follow if tile(*from) == Some(Tile::Knight) => themes.push(Theme::Knight),
                By::Follow if tile(*from) == Some(Tile::Star) => themes.push(Theme::Star),
                _ => {}
            }
        }
        game.apply_all(&events);
    }
    let rarest = [
        Theme::Refill,
        Theme::OwnPawn,
        Theme::Star,
        Theme::Knight,
        Theme::Prepare,
    ];
    let rare = rarest.into_iter().find(|theme| themes.contains(theme));
    rare.unwrap_or(if pushes >= CHAIN {
        Theme::Chain
    } else {
        Theme::Pit
    })
}
