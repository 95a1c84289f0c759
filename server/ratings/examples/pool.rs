//! Prints the table of docs/ratings.md: the distance between ratings and known strengths.

#[path = "../tests/it/simulation.rs"]
mod simulation;

use simulation::Pool;

fn main() {
    println!("| seats | games each | rank correlation | mean error | within two | provisional |");
    println!("|---|---|---|---|---|---|");
    for seats in [2, 4, 8] {
        let mut pool = Pool::new(64, 7);
        for round in 1..=200 {
            pool.play_round(seats);
            if [5, 10, 20, 50, 100, 200].contains(&round) {
                let error = pool.error();
                println!(
                    "| {seats} | {round} | {:.2} | {:.0} | {:.0} % | {:.0} % |",
                    error.rank_correlation,
                    error.mean,
                    error.within_two * 100.0,
                    error.provisional * 100.0
                );
            }
        }
    }
}
