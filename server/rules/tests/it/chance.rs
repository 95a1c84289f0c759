//! Fixed test vectors for shuffles, against which other implementations can be checked.

use senda_rules::{Chance, Nonce, Secret, Shuffler};
use serde::{Deserialize, Serialize};

/// A test vector in cases/chance.json.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    secret: Secret,
    /// The SHA-256 of the secret, in hexadecimal.
    commitment: senda_rules::Commitment,
    /// The nonces, one per seat.
    nonces: Vec<Option<Nonce>>,
    /// The number of the shuffle in the game, from 0.
    number: u32,
    items: Vec<u32>,
    order: Vec<u32>,
}

fn vectors() -> Vec<Vector> {
    serde_json::from_str(include_str!("../cases/chance.json")).unwrap()
}

#[test]
fn shuffles_match_the_fixed_vectors() {
    let vectors = vectors();
    assert!(vectors.len() >= 5);
    for vector in vectors {
        assert_eq!(vector.secret.commitment(), vector.commitment);
        let mut shuffler = Shuffler::new(&vector.secret, &vector.nonces, vector.number);
        let mut items = vector.items.clone();
        shuffler.shuffle(&mut items);
        assert_eq!(items, vector.order);
        assert_eq!(shuffler.shuffles(), vector.number + 1);
        // The input order of the items does not matter.
        let mut items: Vec<u32> = vector.items.into_iter().rev().collect();
        Shuffler::new(&vector.secret, &vector.nonces, vector.number).shuffle(&mut items);
        assert_eq!(items, vector.order);
    }
}

#[test]
fn each_shuffle_and_each_nonce_changes_the_order() {
    let order = |nonces: &[Option<Nonce>], number| {
        let mut items: Vec<u32> = (0..35).collect();
        Shuffler::new(&Secret([7; 32]), nonces, number).shuffle(&mut items);
        items
    };
    let nonce = Some(Nonce([1; 16]));
    let orders = [
        order(&[nonce, None], 0),
        order(&[nonce, None], 1),
        order(&[None, nonce], 0),
        order(&[None, None], 0),
        order(&[nonce], 0),
    ];
    for (number, one) in orders.iter().enumerate() {
        assert!(orders[..number].iter().all(|other| other != one));
        let mut sorted = one.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..35));
    }
}

#[test]
fn secrets_stay_out_of_debug_output() {
    assert_eq!(format!("{:?}", Secret([7; 32])), "Secret(..)");
    let shuffler = Shuffler::new(&Secret([7; 32]), &[], 0);
    assert_eq!(
        format!("{shuffler:?}"),
        "Shuffler { seed: Seed(..), shuffles: 0 }"
    );
}
