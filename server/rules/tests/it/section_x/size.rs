//! How much a view says.

use senda_rules::{
    Game, Viewer,
    section_x::{Preset, State},
};

use super::game::{Moment, Player, builder, hoarder, play, random_action};

/// Bytes of a view: a viewer gets one with everything that happens.
const VIEW_BYTES: usize = 24 * 1024;

fn size(state: &State) -> usize {
    let acting = state.acting().iter().next();
    let viewer = acting.map_or(Viewer::Spectator, Viewer::Seat);
    serde_json::to_string(&state.view(viewer)).unwrap().len()
}

#[test]
fn a_view_is_never_larger_than_24_kib() {
    let mut largest = 0;
    let players: [Player<'_>; 3] = [&mut random_action, &mut builder, &mut hoarder];
    for player in players {
        for seed in 0..4 {
            let options = Preset::ALL[usize::try_from(seed % 2).unwrap()].options();
            play(options, 4, seed, player, |moment: &Moment| {
                largest = largest.max(size(&moment.after));
            });
        }
    }
    assert!(largest <= VIEW_BYTES, "{largest} bytes");
    // A test that looks at no rich position would promise nothing.
    assert!(largest > VIEW_BYTES / 3, "{largest} bytes");
    println!("the largest view had {largest} bytes");
}
