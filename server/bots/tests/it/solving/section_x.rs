//! Tests of the searches within a turn of Section X.

mod fights;
mod threats;

use std::{cmp::Reverse, fmt::Write};

use senda_bots::{
    Budget, Dice, Level, Player, choose,
    solve::section_x::{RoundResult, endings, escapes, win, wins},
};
use senda_rules::{
    AnyGame, Game, Seat, Viewer,
    section_x::{Action, Cell, Kind, Phase, Place, State},
};

use super::effort::scaled;
use crate::games::game;

/// A limit that no position of these tests reaches.
const NODES: u64 = 5_000_000;
/// The most decisions of a plain search of a position; positions with more are left out.
const PLAIN: u32 = 6_000;

/// The end of a turn: its result, and the number of decisions.
type End = (RoundResult, Reverse<usize>);

/// Passes the end of every turn of the seat to `each`: by plain recursion, without any knowledge of
/// the game. `None` if there are more than `left` decisions.
fn ends(
    game: &State,
    seat: Seat,
    made: usize,
    left: &mut u32,
    each: &mut dyn FnMut(&State, usize),
) -> Option<()> {
    each(game, made);
    for action in game.legal_actions(seat) {
        if game.mover() != Some(seat) {
            break;
        }
        *left = left.checked_sub(1)?;
        let after = game.after(seat, &action, &mut Dice::new(0)).ok()?;
        // After the end of a round the seat may not decide again in the same turn.
        if after.round() == game.round() && after.mover() == Some(seat) {
            ends(&after, seat, made + 1, left, each)?;
        } else {
            each(&after, made + 1);
        }
    }
    Some(())
}

fn lost(game: &State, seat: Seat) -> u8 {
    let places = game.prisoners(seat).iter();
    let lost = places.filter(|&&at| at == Place::Lost).count();
    u8::try_from(lost).expect("a few prisoners")
}

/// Returns the result of a position for a seat that began its turn with `before`.
fn result(before: &State, after: &State, seat: Seat) -> RoundResult {
    let places = after.outcome().map(|outcome| outcome.places);
    let is_first = |places: &Vec<u8>| {
        places[seat.index()] == 1
            && places
                .iter()
                .map(|&place| u32::from(place == 1))
                .sum::<u32>()
                == 1
    };
    let others = after.still_in().without(seat);
    RoundResult {
        game: places.map_or(0, |places| if is_first(&places) { 1 } else { -1 }),
        freed: u8::try_from(after.gained(seat) - before.gained(seat)).expect("a few"),
        lost: Reverse(lost(after, seat)),
        taken: others.iter().map(|other| lost(after, other)).sum(),
    }
}

/// The best ends of a turn for each goal.
#[derive(Clone, Copy, Debug, Default)]
struct Best {
    escapes: Option<(u8, Reverse<usize>)>,
    ending: Option<End>,
    win: Option<Reverse<usize>>,
}

/// Returns the best ends of the turn that begins with `first`.
fn best(game: &State, seat: Seat, first: &Action, left: &mut u32) -> Option<Best> {
    let after = game.after(seat, first, &mut Dice::new(0)).ok()?;
    let mut best = Best::default();
    let mut each = |end: &State, made: usize| {
        let result = result(game, end, seat);
        let length = Reverse(made);
        best.escapes = best.escapes.max(Some((result.freed, length)));
        if end.round() != game.round() || end.is_over() {
            best.ending = best.ending.max(Some((result, length)));
        }
        if result.game == 1 {
            best.win = best.win.max(Some(length));
        }
    };
    if after.round() == game.round() && after.mover() == Some(seat) {
        ends(&after, seat, 1, left, &mut each)?;
    } else {
        each(&after, 1);
    }
    Some(best)
}

/// Returns a small random position before an action with a tile, or after it: a few tiles beside a
/// green area, with prisoners of both players on them. Each player has a door in `doors` of three
/// positions.
fn small(dice: &mut Dice, doors: usize) -> Option<State> {
    let zone = Seat::first(6).nth(dice.below(6))?.number();
    let mut cells: Vec<Cell> = Cell::for_tiles()
        .filter(|cell| cell.to_green() <= 2)
        .collect();
    let green =
        Cell::all().find(|cell| cell.ground() == senda_rules::section_x::Ground::Green(zone))?;
    let (q, r) = green.axial();
    cells.retain(|cell| {
        let (x, y) = cell.axial();
        (x - q).abs() <= 3 && (y - r).abs() <= 3 && (x - q + y - r).abs() <= 3
    });
    let mut text = String::new();
    let mut game: Option<State> = None;
    for _ in 0..3 + dice.below(6) {
        let cell = *dice.any(&cells);
        let kind = *dice.any(&Kind::ALL);
        let longer = format!("{text}tiles {cell} {kind}{}\n", dice.below(6));
        if let Ok(state) = longer.parse::<State>() {
            (text, game) = (longer, Some(state));
        }
    }
    let tiles = game?;
    let laid: Vec<Cell> = cells
        .into_iter()
        .filter(|&cell| tiles.kind(cell).is_some())
        .collect();
    for seat in 0..2 {
        write!(text, "prisoners {seat}").ok()?;
        let lost = dice.below(3 + 2 * seat);
        for _ in 0..=dice.below(4) {
            let cell = *dice.any(&laid);
            let section = dice.below(tiles.sections(cell)?.len());
            match dice.below(6) {
                0 => write!(text, " block"),
                1 => write!(text, " green:{zone}"),
                _ => write!(text, " {cell}:{section}"),
            }
            .ok()?;
        }
        text += &" lost".repeat(lost);
        text += &" free:0".repeat(dice.below(3) * usize::from(lost < 2 && zone != 0));
        text += "\n";
    }
    for seat in 0..2 {
        if dice.below(3) < doors {
            writeln!(text, "doors {seat} {}:0", dice.any(&laid)).ok()?;
        }
    }
    if dice.below(5) == 0 {
        text += "last_turn\naside\n";
    }
    if dice.below(4) == 0 {
        text += "last_round\n";
    }
    let phase = match dice.below(3) {
        0 => "phase tile\nstock 0 straight\n",
        _ => "phase act\ndone tile\n",
    };
    text += phase;
    text.parse().ok()
}

/// A first decision with its best value and the fewest decisions that lead there.
type Plain<T> = (Action, Option<(T, Reverse<usize>)>);

/// Compares the lines that a search found with the best ends by the rules.
fn compare<T: Copy + Ord + std::fmt::Debug>(
    game: &State,
    seat: Seat,
    lines: &[Vec<Action>],
    plain: &[Plain<T>],
) -> Option<T> {
    let most = plain
        .iter()
        .filter_map(|(_, best)| Some(best.as_ref()?.0))
        .max();
    let mut expected: Vec<(usize, String)> = Vec::new();
    for (action, best) in plain {
        // A door can't change what the turn ends with, and is left out.
        let is_door = matches!(action, Action::Door { .. });
        if let Some((value, Reverse(length))) = best
            && Some(*value) == most
            && !is_door
        {
            expected.push((*length, action.to_string()));
        }
    }
    let found = lines.iter().map(|line| (line.len(), line[0].to_string()));
    let mut found: Vec<(usize, String)> = found.collect();
    assert!(found.is_sorted_by_key(|(length, _)| *length));
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{game}");
    for line in lines {
        let mut at = game.clone();
        for action in line {
            assert_eq!((at.mover(), at.round()), (Some(seat), game.round()));
            at = at
                .after(seat, action, &mut Dice::new(0))
                .expect("a legal decision");
        }
    }
    most
}

#[test]
fn the_best_of_small_turns_is_that_of_a_plain_search() {
    let mut dice = Dice::new(17);
    let seat = Seat::ZERO;
    let (mut met, mut freed, mut ended, mut won) = (0, 0, 0, 0);
    while met < scaled(500) {
        let Some(game) = small(&mut dice, 1) else {
            continue;
        };
        let mut left = PLAIN;
        let each = |action: Action| {
            let best = best(&game, seat, &action, &mut left)?;
            Some((action, best))
        };
        let actions = game.legal_actions(seat).into_iter();
        let Some(plain) = actions.map(each).collect::<Option<Vec<_>>>() else {
            continue;
        };
        met += 1;
        let of = |best: &dyn Fn(&Best) -> Option<End>| -> Vec<_> {
            plain
                .iter()
                .map(|(action, all)| (action.clone(), best(all)))
                .collect()
        };
        let found = escapes(&game, seat, NODES);
        assert!(found.is_complete);
        let out = plain.iter().map(|(action, best)| {
            let escapes = best.escapes.filter(|(freed, _)| *freed > 0);
            (action.clone(), escapes)
        });
        let most = compare(&game, seat, &found.firsts, &out.collect::<Vec<_>>());
        assert_eq!(most.unwrap_or_default(), found.most, "{game}");
        freed += u32::from(found.most > 0);
        let found = endings(&game, seat, NODES);
        assert!(found.is_complete);
        let best = compare(&game, seat, &found.firsts, &of(&|best| best.ending));
        assert_eq!(best, found.best, "{game}");
        ended += u32::from(best.is_some());
        let found = wins(&game, seat, NODES);
        assert!(found.is_complete);
        let out = plain
            .iter()
            .map(|(action, best)| (action.clone(), best.win.map(|length| ((), length))));
        compare(&game, seat, &found.firsts, &out.collect::<Vec<_>>());
        won += u32::from(!found.firsts.is_empty());
        let (line, _) = win(&game, seat, NODES);
        assert_eq!(line.is_some(), !found.firsts.is_empty(), "{game}");
        let after = line.map(|line| {
            line.iter().fold(game.clone(), |at, action| {
                at.after(seat, action, &mut dice).expect("a legal decision")
            })
        });
        assert!(
            after.is_none_or(|after| result(&game, &after, seat).game == 1),
            "{game}"
        );
    }
    println!("{met} positions: {freed} with escapes, {ended} ends of a round, {won} wins");
    assert!(freed > met / 10 && ended > met / 10 && won > met / 50);
}

/// Returns the position after the present turn, which is left to a bot of that level.
fn after_turn(game: &State, level: Level, iterations: u32, seed: u64) -> State {
    let mut dice = Dice::new(seed);
    let mut at = AnyGame::SectionX(game.clone());
    while at.mover() == game.mover() {
        let acting = at.acting().iter().next().expect("a seat that decides");
        let view = at.view(Viewer::Seat(acting));
        let budget = Budget::iterations(iterations);
        let choice = choose(&view, acting, level, &budget, dice.number());
        let action = choice.expect("something to decide").action;
        at = at
            .after(acting, &action, &mut dice)
            .expect("a legal decision");
    }
    let AnyGame::SectionX(after) = at else {
        unreachable!("the same game");
    };
    after
}

/// Returns whether a bot of that level, to which a turn of the first seat is left, wins in it.
fn wins_by_itself(game: &State, level: Level, seed: u64) -> bool {
    let after = after_turn(game, level, 1, seed);
    result(game, &after, Seat::ZERO).game == 1
}

#[test]
fn a_hard_bot_never_misses_a_win_of_few_decisions() {
    let mut dice = Dice::new(23);
    let (mut met, mut medium) = (0, 0);
    while met < scaled(40) {
        let won = small(&mut dice, 1).filter(|game| {
            let found = wins(game, Seat::ZERO, 1_000);
            !found.firsts.is_empty()
        });
        let Some(game) = won else { continue };
        met += 1;
        assert!(wins_by_itself(&game, Level::Hard, 1), "{game}");
        medium += u32::from(wins_by_itself(&game, Level::Medium, 1));
    }
    assert!(medium < met, "wins that are not too plain to miss");
}

/// Passes positions of games between mediums to `each`.
fn positions(seats: usize, seed: u64, mut each: impl FnMut(&State, Seat)) {
    let options = serde_json::from_str(r#"{"game":"section_x"}"#).expect("options");
    game(
        &options,
        &vec![Player::Bot(Level::Medium); seats],
        seed,
        1,
        |moment| {
            if let AnyGame::SectionX(game) = moment.game {
                each(game, moment.seat);
            }
        },
    );
}

#[test]
fn lines_do_not_depend_on_hidden_tiles() {
    let mut dice = Dice::new(9);
    let (mut met, mut drawn) = (0, 0);
    for seed in 0..2 {
        positions(
            2 + usize::try_from(seed).expect("a few"),
            seed,
            |game, seat| {
                let found = escapes(game, seat, NODES);
                let ends = endings(game, seat, 200);
                let view = game.view(Viewer::Seat(seat));
                let twin = State::determinize(&view, &mut dice);
                assert_eq!(escapes(&twin, seat, NODES), found);
                assert_eq!(endings(&twin, seat, 200), ends);
                met += u32::from(found.most > 0);
                drawn += u32::from(found.most > 0 && game.phase() == Phase::Draw);
            },
        );
    }
    assert!(met > 0, "{met} {drawn}");
}

#[test]
fn a_search_of_a_turn_that_reaches_its_limit_says_so() {
    let mut dice = Dice::new(2);
    positions(2, 3, |game, seat| {
        if dice.below(6) > 0 {
            return;
        }
        let found = escapes(game, seat, NODES);
        assert!(found.is_complete);
        if found.nodes > 10 {
            assert!(!escapes(game, seat, 10).is_complete);
        }
        let other = Seat::first(2).find(|&other| other != seat).expect("two");
        assert_eq!(escapes(game, other, NODES).most, 0);
    });
}

/// A position whose only wins move a tile with prisoners on it.
const CARRIED: &str = "\
seats 2
first 0
turn 0
phase draw
round 4
turns 3
idle 0
stalled 0
done
tiles l3 four_way1
tiles j6 hide_out_straight3
tiles k6 hide_out_end3
tiles e10 hide_out_straight2
keys 0
zones 1 0
zones 0 1
zones 0 5
prisoners 0 lost free:1 k6:0 k6:0 free:5 free:5 j6:0 free:5
prisoners 1 lost lost j6:0 e10:0 free:0 free:0 block block
stock 0
stock 1 hide_out_junction
pile 0 straight hide_out_straight hide_out_straight straight_and_bend two_bends sharp_bend \
three_bends wide_bend hide_out_end y_junction straight wide_bend two_bends hide_out_end wide_bend
pile 1 wide_bend hide_out_bend two_bends y_junction two_straights three_straights four_way \
straight straight_and_bend straight_and_two_bends left_junction straight three_bends wide_bend \
straight wide_bend straight
pile 2 hide_out_bend wide_bend straight hide_out_end two_bends straight_and_two_bends straight \
y_junction right_junction sharp_bend y_junction wide_bend three_straights two_straights \
left_junction right_junction hide_out_junction
";

#[test]
fn a_win_with_a_tile_that_carries_prisoners_is_found() {
    let game: State = CARRIED.parse().expect("a position");
    let (line, _) = win(&game, Seat::ZERO, 3_000);
    let line = line.expect("a win");
    assert!(matches!(line[1], Action::Relocate { .. }), "{line:?}");
    assert!(wins_by_itself(&game, Level::Hard, 1));
}

#[test]
fn a_search_for_any_win_finds_one_where_there_are_any() {
    let mut met = 0;
    for seed in 0..scaled(6).into() {
        positions(2, seed, |game, seat| {
            let all = wins(game, seat, 20_000);
            let any = win(game, seat, 20_000).0.is_some();
            assert!(any || all.firsts.is_empty(), "{game}");
            assert!(!any || !all.is_complete || !all.firsts.is_empty(), "{game}");
            met += u32::from(any);
        });
    }
    assert!(met > 0, "positions that can be won");
}
