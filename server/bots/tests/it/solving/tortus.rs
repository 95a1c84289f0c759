//! Tests of the search for wins within a turn of Tortus.

use std::{
    collections::{BTreeSet, VecDeque},
    fmt::Write,
    slice,
};

use senda_bots::{Dice, Level, Player, Wins, solve::tortus::wins};
use senda_rules::{
    AnyGame, Chance, Game, Seat, Viewer,
    tortus::{Action, LANDINGS, State},
};

use super::effort::scaled;
use crate::games::game;

/// A limit that no position of these tests reaches.
const NODES: u64 = 20_000_000;

/// Returns the number of decisions other than to stop.
fn cost(line: &[Action]) -> usize {
    let stops = |action: &&Action| matches!(action, Action::Stop {});
    line.len() - line.iter().filter(stops).count()
}

/// Returns whether the seat has won.
fn is_won(game: &State, seat: Seat) -> bool {
    let loser = Seat::first(2)
        .find(|&other| other != seat)
        .expect("two seats");
    game.outcome().is_some() && !game.still_in().contains(loser)
}

/// Returns the game after a decision that reveals nothing.
fn after(game: &State, seat: Seat, action: &Action) -> Option<State> {
    let opens = matches!(action, Action::Open { .. });
    let after = || {
        game.after(seat, action, &mut Dice::new(0))
            .expect("a legal decision")
    };
    (!opens).then(after)
}

/// Returns the fewest decisions other than stops with which the seat wins within its turn: by plain
/// recursion, without any knowledge of the game. `left` limits the number of decisions; once it is
/// 0 the result means nothing.
fn fewest(game: &State, seat: Seat, left: &mut u32) -> Option<usize> {
    if is_won(game, seat) {
        return Some(0);
    }
    if game.mover() != Some(seat) {
        return None;
    }
    let mut fewest_of_all = None;
    for action in game.legal_actions(seat) {
        if *left == 0 {
            return None;
        }
        *left -= 1;
        let Some(after) = after(game, seat, &action) else {
            continue;
        };
        let rest = fewest(&after, seat, left);
        let whole = rest.map(|rest| rest + cost(&[action]));
        fewest_of_all = [fewest_of_all, whole].into_iter().flatten().min();
    }
    fewest_of_all
}

/// Checks that each line begins with a legal decision, wins and is sorted.
fn check_lines(game: &State, seat: Seat, found: &Wins<Action>) {
    let mut firsts: Vec<&Action> = Vec::new();
    let mut before = 0;
    for line in &found.firsts {
        assert!(game.legal_actions(seat).contains(&line[0]));
        assert!(!firsts.contains(&&line[0]), "{line:?}");
        firsts.push(&line[0]);
        let mut at = game.clone();
        for action in line {
            assert!(at.acting().contains(seat) && at.mover() == Some(seat));
            at = after(&at, seat, action).expect("a decision that reveals nothing");
        }
        assert!(is_won(&at, seat), "{game}{line:?}");
        assert!(cost(line) >= before);
        before = cost(line);
    }
}

/// Returns a small random position for a turn with that many actions: some open tiles in a corner
/// of the board and a few pawns there.
fn small(dice: &mut Dice, actions: usize) -> Option<State> {
    let (columns, rows) = (3 + dice.below(3), 3 + dice.below(2));
    let mut order: Vec<u32> = (0..).take(columns * rows).collect();
    let name = |at: &u32| {
        let columns = u32::try_from(columns).expect("a few columns");
        let column = ['a', 'b', 'c', 'd', 'e'][(at % columns) as usize];
        format!("{column}{}", at / columns + 1)
    };
    dice.shuffle(&mut order);
    let mut text = format!("actions {actions}\nopen");
    let open = 3 + dice.below(if actions == 3 { 2 } else { 5 });
    for (number, at) in order.iter().take(open).enumerate() {
        // One tile can end the game.
        let tile = match number {
            0 => *dice.any(&['P', 'O']),
            _ => *dice.any(&['I', 'L', 'T', 'X', 'D', 'D', 'J', 'N', 'S', 'S', 'O']),
        };
        write!(text, " {} {tile}{}", name(at), dice.below(4)).expect("a text");
    }
    dice.shuffle(&mut order);
    let mut places = order.iter().map(name);
    for most in [4 - actions, 3] {
        let pawns: Vec<String> = places.by_ref().take(1 + dice.below(most)).collect();
        let seat = usize::from(text.contains("pawns"));
        write!(text, "\npawns {seat} {}", pawns.join(" ")).expect("a text");
    }
    let hand = match actions {
        1 => "",
        2 => "I D O+ O+ O+",
        _ => "D O+ O+ O+ O+",
    };
    write!(text, "\nhand 0 {hand}").expect("a text");
    text.parse().ok()
}

/// Compares the wins of small positions with those of a plain search.
fn compare_small(actions: usize, positions: u32, most: u32) {
    let mut dice = Dice::new(11);
    let (mut met, mut won) = (0, 0);
    while met < scaled(positions) {
        let Some(game) = small(&mut dice, actions) else {
            continue;
        };
        let seat = Seat::ZERO;
        let mut left = most;
        let mut plain = Vec::new();
        for action in game.legal_actions(seat) {
            let after = after(&game, seat, &action);
            let rest = after.and_then(|after| fewest(&after, seat, &mut left));
            plain.extend(rest.map(|rest| (rest + cost(slice::from_ref(&action)), action)));
        }
        if left == 0 {
            continue;
        }
        let found = wins(&game, seat, NODES);
        assert!(found.is_complete, "{game}");
        check_lines(&game, seat, &found);
        let first = |line: &Vec<Action>| (cost(line), line[0].clone());
        let mut firsts: Vec<_> = found.firsts.iter().map(first).collect();
        let text = |(cost, action): &(usize, Action)| format!("{cost} {action:?}");
        plain.sort_by_key(text);
        firsts.sort_by_key(text);
        assert_eq!(firsts, plain, "{game}");
        met += 1;
        won += u32::from(!plain.is_empty());
    }
    assert!(won > met / 10, "{won} of {met} positions are won");
}

#[test]
fn wins_by_one_action_are_those_of_a_plain_search() {
    compare_small(1, 400, 2_000);
}

#[test]
fn wins_by_two_actions_are_those_of_a_plain_search() {
    compare_small(2, 150, 8_000);
}

#[test]
fn wins_by_three_actions_are_those_of_a_plain_search() {
    compare_small(3, 30, 60_000);
}

/// Returns the decisions that win, by a search through all positions of the turn by the rules.
/// Positions are equal if only the way there differs. `None` if there are too many.
fn winning(game: &State, seat: Seat, mut left: u32) -> Option<Vec<Action>> {
    let name = |state: &State| {
        let text = state.to_string();
        let lines = text.lines().filter(|line| !line.starts_with("steps"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let mut start = game.clone();
    start.forget_positions();
    let mut lost: BTreeSet<String> = BTreeSet::new();
    let mut winning = Vec::new();
    for first in game.legal_actions(seat) {
        let Some(begin) = after(&start, seat, &first) else {
            continue;
        };
        let mut known = BTreeSet::from([name(&begin)]);
        let mut wins = is_won(&begin, seat);
        let mut next = VecDeque::from([begin]);
        while let Some(at) = next.pop_front().filter(|_| !wins) {
            if at.mover() != Some(seat) {
                continue;
            }
            assert!(at.steps().len() < LANDINGS);
            for action in at.legal_actions(seat) {
                left = left.checked_sub(1)?;
                let Some(after) = after(&at, seat, &action) else {
                    continue;
                };
                wins |= is_won(&after, seat);
                if after.mover() == Some(seat) {
                    let name = name(&after);
                    if !lost.contains(&name) && known.insert(name) {
                        next.push_back(after);
                    }
                }
            }
        }
        if wins {
            winning.push(first);
        } else {
            lost.append(&mut known);
        }
    }
    Some(winning)
}

/// Passes positions of games of these players to `each`, with the seat that decides.
fn positions(player: Player, seed: u64, mut each: impl FnMut(&State, Seat)) {
    let options = serde_json::from_str(r#"{"game":"tortus"}"#).expect("options");
    game(&options, &[player; 2], seed, 1, |moment| {
        if let AnyGame::Tortus(game) = moment.game {
            each(game, moment.seat);
        }
    });
}

#[test]
fn wins_of_played_positions_are_those_of_the_rules() {
    let (mut met, mut won) = (0, 0);
    let mut dice = Dice::new(5);
    for (seed, player) in (0..u64::from(scaled(3)))
        .flat_map(|seed| [Player::Random, Player::Bot(Level::Medium)].map(|player| (seed, player)))
    {
        positions(player, seed, |game, seat| {
            if dice.below(8) > 0 {
                return;
            }
            // With one action, every position can be searched.
            let one = game.to_string().replace("actions 2", "actions 1");
            let one: State = one.parse().expect("a position");
            let few = if dice.below(4) == 0 { game } else { &one };
            let Some(mut plain) = winning(few, seat, 8_000) else {
                return;
            };
            let found = wins(few, seat, NODES);
            assert!(found.is_complete, "{few}");
            check_lines(few, seat, &found);
            let mut firsts: Vec<_> = found.firsts.iter().map(|line| line[0].clone()).collect();
            let text = |action: &Action| format!("{action:?}");
            plain.sort_by_key(text);
            firsts.sort_by_key(text);
            assert_eq!(firsts, plain, "{few}");
            met += 1;
            won += u32::from(!plain.is_empty());
        });
    }
    assert!(won > 3, "{won} of {met} positions are won");
}

#[test]
fn wins_do_not_depend_on_hidden_tiles() {
    let mut dice = Dice::new(9);
    positions(Player::Bot(Level::Medium), 3, |game, seat| {
        let found = wins(game, seat, NODES);
        let view = game.view(Viewer::Seat(seat));
        let twin = State::determinize(&view, &mut dice);
        assert_eq!(wins(&twin, seat, NODES), found);
    });
}

#[test]
fn a_search_that_reaches_its_limit_says_so() {
    let game: State = "open d4 P0 d3 X0 c3 X0\npawns 0 a1 b3\npawns 1 d2 c2"
        .parse()
        .unwrap();
    assert!(wins(&game, Seat::ZERO, NODES).is_complete);
    assert!(!wins(&game, Seat::ZERO, 10).is_complete);
}

#[test]
fn only_the_seat_whose_turn_it_is_has_wins() {
    let game: State = "open d4 P0\npawns 0 d6 a1\npawns 1 d5 g7"
        .parse()
        .expect("a position");
    assert!(!wins(&game, Seat::ZERO, NODES).firsts.is_empty());
    let other = Seat::new(1).expect("a seat");
    assert_eq!(wins(&game, other, NODES).firsts, Vec::<Vec<Action>>::new());
}
