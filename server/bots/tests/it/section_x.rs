//! Tests that bots of Section X keep playing at every table, and that the levels stay apart.

use senda_bots::{DIGGER, Level, Player, Script};
use senda_rules::{
    AnyAction, AnyEvent, AnyGame, AnyOptions, AnyView, Game, GameKind, Seat, section_x,
};

use crate::games::game;

/// A player who does nothing that the rules do not force.
const PASSES: Script = Script {
    name: "passes",
    choose: pass,
};
/// The largest number of turns without any effect in a row.
const IDLE: u32 = 3;

fn pass(view: &AnyView, seat: Seat, seed: u64) -> Option<AnyAction> {
    let game = AnyGame::determinize(view, &mut senda_bots::Dice::new(seed));
    let actions = game.legal_actions(seat);
    let forced = actions.first().cloned();
    let ends = |action: &AnyAction| {
        use section_x::Action::{EndTurn, SkipTile};
        matches!(action, AnyAction::SectionX(EndTurn {} | SkipTile {}))
    };
    actions.into_iter().find(ends).or(forced)
}

fn options() -> AnyOptions {
    let mut kinds = GameKind::ALL.iter();
    let kind = kinds.find(|kind| kind.word() == "section_x");
    kind.expect("the game").options()
}

/// The turns of one seat, counted by their effects.
#[derive(Clone, Debug, Default)]
struct Conduct {
    turns: u32,
    idle: u32,
    idle_now: u32,
    longest: u32,
    laid: u32,
    moved: u32,
    has_effect: bool,
}

impl Conduct {
    fn note(&mut self, event: &section_x::Event) {
        use section_x::Event;
        match event {
            Event::Placed { .. } => self.laid += 1,
            Event::Relocated { .. } | Event::Exchanged { .. } => self.moved += 1,
            Event::Turned { .. } | Event::Stepped { .. } | Event::DoorPut { .. } => {}
            Event::Turn { .. } | Event::Over { .. } => {
                self.turns += 1;
                self.idle_now = if self.has_effect {
                    0
                } else {
                    self.idle_now + 1
                };
                self.idle += u32::from(!self.has_effect);
                self.longest = self.longest.max(self.idle_now);
                self.has_effect = false;
                return;
            }
            _ => return,
        }
        self.has_effect = true;
    }
}

/// Plays a game and returns the turns of each seat.
fn turns(players: &[Player], seed: u64, iterations: u32) -> Vec<Conduct> {
    let mut all = vec![Conduct::default(); players.len()];
    game(&options(), players, seed, iterations, |moment| {
        let mover = moment.game.mover().unwrap_or(moment.seat);
        for event in moment.events {
            if let AnyEvent::SectionX(event) = event {
                all[mover.index()].note(event);
            }
        }
    });
    all
}

/// Plays games and checks that the bots among the players don't stall: hardly a turn has no effect,
/// and more tiles are laid than moved.
fn keep_playing(players: &[Player], games: u64, iterations: u32, longest: u32) {
    let (mut bots, mut idle, mut laid, mut moved) = (0, 0, 0, 0);
    for seed in 0..games {
        let all = turns(players, 500 + seed, iterations);
        let sum: u32 = all.iter().map(|of| of.turns).sum();
        assert!(sum <= longest, "{players:?}, game {seed}: {sum} turns");
        for (of, player) in all.iter().zip(players) {
            if matches!(player, Player::Bot(_)) {
                assert!(of.longest <= IDLE, "{players:?}, game {seed}: {of:?}");
                bots += of.turns;
                idle += of.idle;
                laid += of.laid;
                moved += of.moved;
            }
        }
    }
    assert!(20 * idle < bots, "{players:?}: {idle} of {bots} turns idle");
    assert!(laid > moved, "{players:?}: {laid} laid, {moved} moved");
}

const EASY: Player = Player::Bot(Level::Easy);
const MEDIUM: Player = Player::Bot(Level::Medium);
const HARD: Player = Player::Bot(Level::Hard);
const DIGS: Player = Player::Scripted(DIGGER);

#[test]
fn bots_keep_playing_at_every_table() {
    keep_playing(&[EASY; 2], 4, 1, 300);
    keep_playing(&[EASY; 3], 4, 1, 400);
    keep_playing(&[EASY, MEDIUM, EASY, MEDIUM], 4, 1, 400);
    keep_playing(&[MEDIUM; 2], 6, 1, 200);
    keep_playing(&[MEDIUM; 3], 6, 1, 300);
    keep_playing(&[MEDIUM; 4], 6, 1, 300);
    keep_playing(&[HARD; 3], 1, 4, 240);
}

/// Three mediums once did nothing for 61 turns beside a player who digs.
#[test]
fn bots_keep_playing_beside_somebody_who_digs() {
    keep_playing(&[DIGS, MEDIUM, MEDIUM, MEDIUM], 6, 1, 300);
    keep_playing(&[DIGS, EASY], 4, 1, 300);
}

/// Three hards once had not ended the first round after 34 turns of a player who passes.
#[test]
fn bots_end_rounds_beside_somebody_who_passes() {
    let passes = Player::Scripted(PASSES);
    keep_playing(&[passes, MEDIUM, MEDIUM, MEDIUM], 4, 1, 300);
    keep_playing(&[passes, HARD, HARD, HARD], 1, 6, 240);
}
