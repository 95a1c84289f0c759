//! The properties of the ratings after one game, and after games in another order.

use proptest::{collection::vec, prelude::*};
use senda_ratings::{Placed, Rating, rate};

fn some_rating() -> impl Strategy<Value = Rating> {
    let skill = -500_000..4_000_000_i64;
    (skill, 20_000..=500_000_i64, 0..500_u32).prop_map(|(skill, uncertainty, games)| Rating {
        skill,
        uncertainty,
        games,
    })
}

fn some_game() -> impl Strategy<Value = Vec<Placed>> {
    let player = (some_rating(), 1..=8_u8);
    vec(
        player.prop_map(|(rating, place)| Placed { rating, place }),
        2..=8,
    )
}

fn placed(rating: Rating, place: u8) -> Placed {
    Placed { rating, place }
}

proptest! {
    #[test]
    fn the_order_of_the_seats_has_no_influence(game in some_game(), turn in 0..8_usize) {
        let mut turned = game.clone();
        let turn = turn % game.len();
        turned.rotate_left(turn);
        let mut expected = rate(&game);
        expected.rotate_left(turn);
        prop_assert_eq!(rate(&turned), expected);
    }

    #[test]
    fn players_with_equal_ratings_who_tie_stay_equal(rating in some_rating(), seats in 2..=8_usize) {
        let after = rate(&vec![placed(rating, 1); seats]);
        prop_assert!(after.iter().all(|one| one == &after[0]));
        prop_assert_eq!(after[0].skill, rating.skill);
    }

    #[test]
    fn a_draw_moves_two_players_towards_each_other(one in some_rating(), two in some_rating()) {
        let after = rate(&[placed(one, 1), placed(two, 1)]);
        let (lower, higher) = if one.skill <= two.skill { (0, 1) } else { (1, 0) };
        let before = [one, two];
        prop_assert!(after[lower].skill >= before[lower].skill);
        prop_assert!(after[higher].skill <= before[higher].skill);
    }

    #[test]
    fn the_winner_never_loses_points_and_the_last_never_gains(game in some_game()) {
        let after = rate(&game);
        let first = game.iter().map(|player| player.place).min().unwrap();
        let last = game.iter().map(|player| player.place).max().unwrap();
        let count = |place| game.iter().filter(|player| player.place == place).count();
        for (before, after) in game.iter().zip(&after) {
            if before.place == first && count(first) == 1 {
                prop_assert!(after.skill >= before.rating.skill);
            }
            if before.place == last && count(last) == 1 {
                prop_assert!(after.skill <= before.rating.skill);
            }
            prop_assert_eq!(after.games, before.rating.games + 1);
        }
    }

    #[test]
    fn the_sum_of_equally_certain_players_stays(
        skills in vec(500_000..2_500_000_i64, 2..=8),
        places in vec(1..=8_u8, 8),
        uncertainty in 50_000..=490_000_i64,
    ) {
        let players: Vec<Placed> = skills.iter().zip(places).map(|(&skill, place)| {
            placed(Rating { skill, uncertainty, games: 3 }, place)
        }).collect();
        let sum = |ratings: &mut dyn Iterator<Item = i64>| ratings.sum::<i64>();
        let before = sum(&mut players.iter().map(|player| player.rating.skill));
        let after = sum(&mut rate(&players).iter().map(|rating| rating.skill));
        // Each rating is rounded to a thousandth of a point.
        prop_assert!((before - after).abs() <= 8, "{before} {after}");
    }

    #[test]
    fn a_better_place_never_gives_fewer_points(game in some_game()) {
        let mut better = game.clone();
        better[0].place = 1;
        prop_assert!(rate(&better)[0].skill >= rate(&game)[0].skill);
    }
}

#[test]
fn the_order_of_games_decides() {
    let strong = Rating {
        skill: 1_900_000,
        uncertainty: 80_000,
        games: 40,
    };
    let play = |rating: Rating, won: bool| {
        let (own, other) = if won { (1, 2) } else { (2, 1) };
        rate(&[placed(rating, own), placed(strong, other)])[0]
    };
    let won_first = play(play(Rating::START, true), false);
    let lost_first = play(play(Rating::START, false), true);
    assert_ne!(won_first, lost_first);
    assert_eq!(won_first, play(play(Rating::START, true), false));
}

#[test]
fn a_first_game_gives_these_points() {
    let after = rate(&[placed(Rating::START, 1), placed(Rating::START, 2)]);
    assert_eq!(after.iter().map(Rating::points).sum::<i64>(), 3000);
    assert!(after.iter().all(Rating::is_provisional));
    assert_eq!(
        [after[0].points(), after[0].uncertainty_points()],
        [1658, 484],
        "a change of the algorithm makes all ratings wrong until they are rebuilt"
    );
}

#[test]
fn a_game_of_one_player_changes_nothing() {
    assert_eq!(rate(&[placed(Rating::START, 1)]), [Rating::START]);
    assert!(rate(&[]).is_empty());
}
