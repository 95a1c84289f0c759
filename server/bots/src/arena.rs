//! Whole games of bots against each other.

use senda_rules::{AnyAction, AnyGame, AnyOptions, Game, Outcome, Seat, Viewer};

use crate::{Budget, Dice, Level, choose, choose_at_random, search::shares_of};

/// Who plays in a seat.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Player {
    /// Anything legal, each kind of decision as likely as the others.
    Random,
    /// A bot.
    Bot(Level),
}

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Match<'a> {
    /// The options.
    pub options: &'a AnyOptions,
    /// Who plays, seat by seat.
    pub players: &'a [Player],
    /// What is dealt and drawn follows from it, and so does the whole game where bots think by iterations.
    pub seed: u64,
}

/// What a seat has of the first place of a game that is over: those who share it have equal parts.
pub fn share(outcome: &Outcome, seat: Seat) -> f64 {
    f64::from(shares_of(outcome)[seat.index()])
}

/// A decision in a game of bots.
#[derive(Clone, Debug)]
pub struct Moment<'a> {
    /// The game before it.
    pub game: &'a AnyGame,
    /// Who decided.
    pub seat: Seat,
    /// What.
    pub action: &'a AnyAction,
    /// Iterations of the bot's search.
    pub iterations: u32,
}

/// Plays a game to its end, and shows each decision; `think` asks a player for theirs under a budget of its own
/// making. `None` if there can be no such game.
///
/// # Panics
/// If a bot decides what is not legal, or nothing where it must.
pub fn play(
    game: &Match,
    mut think: impl FnMut(Player, &mut dyn FnMut(&Budget)),
    mut each: impl FnMut(&Moment),
) -> Option<Outcome> {
    let mut dice = Dice::new(game.seed);
    let seats = u8::try_from(game.players.len()).ok()?;
    let mut state = AnyGame::new(game.options, seats, None).ok()?;
    for event in state.open(&mut dice) {
        state.apply(&event);
    }
    while let Some(seat) = state.acting().iter().next() {
        let view = state.view(Viewer::Seat(seat));
        let seed = dice.number();
        let player = game.players[seat.index()];
        let (mut action, mut iterations) = (None, 0);
        think(player, &mut |budget| match player {
            Player::Random => action = choose_at_random(&view, seat, seed),
            Player::Bot(level) => {
                let choice = choose(&view, seat, level, budget, seed);
                iterations = choice.as_ref().map_or(0, |choice| choice.iterations);
                action = choice.map(|choice| choice.action);
            }
        });
        let action = action.expect("something to decide");
        let events = state.decide(seat, &action, &mut dice);
        let events = events.expect("a legal decision");
        each(&Moment {
            game: &state,
            seat,
            action: &action,
            iterations,
        });
        for event in &events {
            state.apply(event);
        }
    }
    state.outcome()
}
