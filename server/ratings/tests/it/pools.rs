//! Pools of simulated players are put into the order of their strengths.

use super::simulation::Pool;

#[test]
fn a_pool_of_known_strengths_is_put_into_its_order() {
    for (seats, games, least_correlation, most_error) in [
        (2, 20, 0.85, 250.0),
        (2, 100, 0.95, 160.0),
        (4, 20, 0.90, 240.0),
        (4, 100, 0.97, 110.0),
        (8, 20, 0.90, 200.0),
        (8, 100, 0.97, 100.0),
    ] {
        let mut pool = Pool::new(64, 7);
        for _ in 0..games {
            pool.play_round(seats);
        }
        let error = pool.error();
        let case = format!("{seats} seats, {games} games each");
        assert!(error.rank_correlation >= least_correlation, "{case}");
        assert!(error.mean <= most_error, "{case}: {}", error.mean);
        assert!(error.within_two >= 0.75, "{case}: {}", error.within_two);
        assert!(error.provisional.abs() < f64::EPSILON, "{case}");
    }
}

#[test]
fn a_pool_without_games_is_provisional_and_in_no_order() {
    let error = Pool::new(64, 7).error();
    assert!((error.provisional - 1.0).abs() < f64::EPSILON);
    assert!(error.mean > 290.0);
}

#[test]
fn the_same_games_give_the_same_ratings() {
    let play = || {
        let mut pool = Pool::new(16, 3);
        for _ in 0..50 {
            pool.play_round(4);
        }
        pool.ratings
    };
    assert_eq!(play(), play());
}
