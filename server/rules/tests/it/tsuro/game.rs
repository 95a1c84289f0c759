//! Options and strategies for random games of Tsuro.

use senda_rules::{
    Game, Seat, Viewer,
    tsuro::{Action, Eliminated, Options, Preset, Starts, State, SuicideRule},
};

use crate::table::{self, Dice};

/// One decision of a game.
pub type Moment = table::Moment<State>;

/// Returns an opened game with the default options.
pub fn opened(seats: u8, dice: &mut Dice) -> State {
    table::opened(&Options::default(), seats, dice)
}

/// Returns a random decision. In one of `resigning` cases a player resigns instead (never if it is
/// 0).
pub fn random_decision(state: &State, dice: &mut Dice, resigning: usize) -> Option<(Seat, Action)> {
    let turn = state.acting().iter().next()?;
    if resigning > 0 && dice.below(resigning) == 0 {
        let view = state.view(Viewer::Spectator);
        let still_in: Vec<Seat> = view
            .markers
            .iter()
            .filter(|(_, marker)| marker.out.is_none())
            .map(|(seat, _)| seat)
            .collect();
        return Some((still_in[dice.below(still_in.len())], Action::Resign {}));
    }
    let actions = state.legal_actions(turn);
    Some((turn, actions[dice.below(actions.len())].clone()))
}

/// Returns random options among all that are playable.
pub fn random_options(dice: &mut Dice) -> Options {
    let preset = |dice: &mut Dice| Preset::ALL[dice.below(Preset::ALL.len())];
    let coin = |dice: &mut Dice| dice.below(2) == 0;
    Options {
        preset: preset(dice),
        start: if coin(dice) {
            Starts::Marks
        } else {
            Starts::Sides
        },
        suicide_rule: SuicideRule::ALL[dice.below(3)],
        bonus: coin(dice),
        dragon: preset(dice),
        eliminated: if coin(dice) {
            Eliminated::Shuffled
        } else {
            Eliminated::LaidDown
        },
        tiles: Options::SETS[dice.below(2)],
        open_hands: coin(dice),
        longest: coin(dice),
        most_loops: coin(dice),
        edge: 6 + u8::try_from(dice.below(5)).unwrap(),
    }
}

/// Returns the presets, and the default options with each other value of each single option.
pub fn alone() -> Vec<Options> {
    let mut all: Vec<Options> = Preset::ALL.map(Preset::options).to_vec();
    let changes: [fn(&mut Options); 14] = [
        |options| options.start = Starts::Sides,
        |options| options.suicide_rule = SuicideRule::None,
        |options| options.suicide_rule = SuicideRule::Edge,
        |options| options.bonus = true,
        |options| options.dragon = Preset::Edition2005,
        |options| options.dragon = Preset::Leaflet,
        |options| options.eliminated = Eliminated::LaidDown,
        |options| options.tiles = 64,
        |options| options.open_hands = true,
        |options| options.longest = true,
        |options| options.most_loops = true,
        |options| options.edge = 7,
        |options| options.edge = 8,
        |options| options.edge = 10,
    ];
    all.extend(changes.map(|change| {
        let mut options = Options::default();
        change(&mut options);
        options
    }));
    all
}

/// Plays a game with the default options from its opening to its end and passes each moment to
/// `each`.
pub fn play(seats: u8, seed: u64, resigning: usize, each: impl FnMut(&Moment)) -> State {
    play_with(Options::default(), seats, seed, resigning, each)
}

/// Plays a game from its opening to its end and passes each moment to `each`.
pub fn play_with(
    options: Options,
    seats: u8,
    seed: u64,
    resigning: usize,
    each: impl FnMut(&Moment),
) -> State {
    let player = &mut |state: &State, dice: &mut Dice| random_decision(state, dice, resigning);
    table::play(&options, seats, seed, player, each)
}
