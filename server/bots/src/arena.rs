//! Plays complete games between bots and random players.

use senda_rules::{AnyAction, AnyEvent, AnyGame, AnyOptions, AnyView, Game, Outcome, Seat, Viewer};

use crate::{Budget, Dice, Level, choose, choose_at_random, search::shares_of};

/// The kind of player that decides for a seat.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Player {
    /// A player that picks a random legal action: first a kind of action, each kind with the same
    /// probability, then an action of that kind.
    Random,
    /// A bot of the given level.
    Bot(Level),
    /// A player that follows a script, as a measure for the bots.
    Scripted(Script),
}

/// A way to play that is no level of a bot.
#[derive(Copy, Clone, Debug)]
pub struct Script {
    /// The name of the script.
    pub name: &'static str,
    /// Returns the decision of a seat that sees this view, made with a seed; `None` if the seat has
    /// nothing to decide or the script does not know the game.
    pub choose: fn(&AnyView, Seat, u64) -> Option<AnyAction>,
}

impl PartialEq for Script {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Script {}

/// The setup of a game between bots.
#[derive(Clone, Debug)]
pub struct Match<'a> {
    /// The options of the game.
    pub options: &'a AnyOptions,
    /// The players, indexed by seat.
    pub players: &'a [Player],
    /// The seed of all deals and draws. Where bots think for a fixed number of iterations, the
    /// whole game follows from it.
    pub seed: u64,
}

/// Returns the seat's share of the first place of a finished game, from 0 to 1. Seats that tie for
/// the first place have equal shares.
pub fn share(outcome: &Outcome, seat: Seat) -> f64 {
    f64::from(shares_of(outcome)[seat.index()])
}

/// A decision in a game of bots, with the position before it.
#[derive(Clone, Debug)]
pub struct Moment<'a> {
    /// The game before the decision.
    pub game: &'a AnyGame,
    /// The seat that makes the decision.
    pub seat: Seat,
    /// The action that the seat has chosen.
    pub action: &'a AnyAction,
    /// The number of iterations that the bot's search has run.
    pub iterations: u32,
    /// The events that follow from the action.
    pub events: &'a [AnyEvent],
}

/// Plays a game to its end and passes each decision to `each`. `think` receives the player that
/// must decide and a function that makes it decide; it calls that function with a budget of its
/// choice. Returns `None` if the options and the number of players allow no such game.
///
/// # Panics
/// Panics if a bot chooses an illegal action, or no action although it must decide.
pub fn play(
    game: &Match,
    mut think: impl FnMut(Player, &mut dyn FnMut(&Budget)),
    mut each: impl FnMut(&Moment),
) -> Option<Outcome> {
    let mut dice = Dice::new(game.seed);
    let seats = u8::try_from(game.players.len()).ok()?;
    let mut state = AnyGame::new(game.options, seats, None).ok()?;
    state.apply_all(&state.open(&mut dice));
    while let Some(seat) = state.acting().iter().next() {
        let view = state.view(Viewer::Seat(seat));
        let seed = dice.number();
        let player = game.players[seat.index()];
        let (mut action, mut iterations) = (None, 0);
        think(player, &mut |budget| match player {
            Player::Random => action = choose_at_random(&view, seat, seed),
            Player::Scripted(script) => action = (script.choose)(&view, seat, seed),
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
            events: &events,
        });
        state.apply_all(&events);
    }
    state.outcome()
}
