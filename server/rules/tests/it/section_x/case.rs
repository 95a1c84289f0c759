//! The queries of Section X's case files.
//!
//! ```text
//! offers 0 draw: 0 1 2                      the choices of the seat, one kind of action per line:
//! offers 0 place 0 i7: 0 3                  the rotations of a tile of the stock on a cell
//! offers 0 fights 0 i7: 0,3/0=2,1=1>0       the fights it causes there: rotations, the number of
//!                                           tiles of each seat, and the seats whose doors can stay
//! offers 0 move i7 g9: 1 4                  the rotations of a tile of the board on another cell
//! offers 0 moved_fights i7 g9: 0/0=2,1=1>0  the fights it causes there
//! offers 0 beside i7 j7 0: 1 4              the rotations of the second tile if the two are
//!                                           exchanged and the first has that rotation
//! offers 0 turn i7: 1 4                     the rotations of a tile on its own cell
//! offers 0 fixed i7: foreign_tunnel -       why a tile can't be turned, and why it can't be moved
//!                                           (`-` if it can)
//! offers 0 step 3: block green:0+zone+round(1,0)
//!                                           the targets of a prisoner and the effects of the step:
//!                                           zone, key, round with the losses of each player, wins
//! offers 0 barred 3: i7:0=door_blocks       the barred places that a tunnel leads to, and why
//! offers 0 door: i7:0 j7:0                  the targets of a new door; `door i7:0` for one on
//!                                           the board
//! offers 0 fight: 0 1                       the seats whose doors can stay
//! offers 0 give: i7:0                       the doors that can be given up for a key
//! offers 0 may: skip_tile end_turn ends_round
//! offers 1 nothing                          the seat has no choices
//! sees 1 0: ? ?                             the part of another stock that the seat sees
//! sees 1 piles: ?*18 straight*18 -*0        the top tile and the size of each pile
//! has 0: free 2 green 1 hidden 2 lost 1 left 7 doors 1 key
//! exposed: 0 2                              the number of prisoners that each player loses if
//!                                           the round ends now
//! at 0: i7:0 block block block block block block block
//! tunnel i7:0: 0 of 4                       the owner of a tunnel and its number of tiles
//! tiles: i7 straight0                       the tiles on the board
//! zones: 0 - - 1 - -                        the owner of each free zone
//! ```

use senda_rules::{
    Game, Seat, Viewer,
    section_x::{Card, Cell, Choices, Does, FightAhead, Illegal, Rotation, Spot, State, View},
};

use crate::{
    case::{Looks, list},
    table::seat,
};

impl Looks for State {
    const LOOKS: &'static [&'static str] = &[
        "offers", "sees", "has", "exposed:", "at", "tunnel", "tiles:", "zones:",
    ];

    fn look(&self, look: &str, asked: &str) -> String {
        let (about, _) = asked.split_once(':').unwrap_or((asked, ""));
        let all = self.view(Viewer::Omniscient);
        let shown = match look {
            "offers" => return offers(self, asked),
            "sees" => sees(self, about),
            "has" => has(&all, about),
            "at" => at(&all, about),
            "exposed:" => {
                let exposed = all.players.iter().map(|(_, player)| player.exposed);
                return list(exposed).trim_start().to_owned();
            }
            "tunnel" => return tunnel(&all, asked),
            "tiles:" => return list(all.tiles.iter().map(tile)).trim_start().to_owned(),
            _ => return zones(&all),
        };
        format!("{about}:{shown}")
    }
}

fn sixths(rotations: impl Iterator<Item = Rotation>) -> String {
    list(rotations.map(Rotation::sixths))
}

fn code(illegal: &Illegal) -> String {
    let code = serde_json::to_value(illegal).unwrap();
    code["code"].as_str().unwrap().to_owned()
}

fn card(card: Card) -> String {
    card.map_or_else(|| "?".to_owned(), |kind| kind.to_string())
}

fn tile(tile: &senda_rules::section_x::LaidTile) -> String {
    format!("{} {}{}", tile.cell, tile.kind, tile.rotation.sixths())
}

/// Returns the choices of the first seat in the text for the action named next, in the format of
/// the query.
fn offers(state: &State, text: &str) -> String {
    let (about, _) = text.split_once(": ").unwrap_or((text, ""));
    let about = about.trim_end_matches(':');
    let words: Vec<&str> = about.split(' ').collect();
    let viewer = Viewer::Seat(seat(words[0].parse().unwrap()));
    let Some(choices) = state.view(viewer).choices else {
        return format!("{} nothing", words[0]);
    };
    let offered = of_tiles(&choices, &words[1..]).or_else(|| others(&choices, &words[1..]));
    format!(
        "{about}:{}",
        offered.unwrap_or_else(|| panic!("nothing like {about}"))
    )
}

fn of_tiles(choices: &Choices, words: &[&str]) -> Option<String> {
    let cell = |text: &str| -> Cell { text.parse().unwrap() };
    if !matches!(
        words[0],
        "place" | "fights" | "move" | "moved_fights" | "beside" | "turn" | "fixed"
    ) {
        return None;
    }
    let tile = choices.tile.as_ref()?;
    let offered = match words {
        ["place" | "fights", stock, at] => {
            let stock: u8 = stock.parse().unwrap();
            let placeable = tile.place.iter().find(|of| of.stock.contains(&stock))?;
            match words[0] {
                "place" => sixths(placeable.to.on(cell(at)).iter()),
                _ => fights(&placeable.fights, cell(at)),
            }
        }
        ["move", from, to] => {
            let moves = tile.moves.iter().find(|of| of.cell == cell(from));
            moves.map_or(String::new(), |moves| sixths(moves.to.on(cell(to)).iter()))
        }
        ["moved_fights", from, to] => {
            let moves = tile.moves.iter().find(|of| of.cell == cell(from))?;
            fights(&moves.fights, cell(to))
        }
        ["beside", a, b, rotation] => {
            let rotation: usize = rotation.parse().unwrap();
            let pair = |of: &&senda_rules::section_x::Beside| (of.a, of.b) == (cell(a), cell(b));
            let pair = tile.beside.iter().find(pair)?;
            sixths(pair.rotations[rotation].iter())
        }
        ["turn", at] => {
            let turn = tile.turn.iter().find(|of| of.cell == cell(at));
            turn.map_or(String::new(), |turn| sixths(turn.rotations.iter()))
        }
        ["fixed", at] => {
            let fixed = tile.fixed.iter().find(|of| of.cell == cell(at))?;
            let moved = fixed.moved.as_ref().map_or("-".to_owned(), code);
            format!(" {} {moved}", code(&fixed.turn))
        }
        _ => return None,
    };
    Some(offered)
}

/// Returns the fights on a cell, in the format of the query.
fn fights(fights: &[FightAhead], cell: Cell) -> String {
    let here = fights.iter().filter(|fight| fight.cell == cell);
    let fight = |fight: &FightAhead| {
        let joined = |all: Vec<String>| all.join(",");
        let rotations = fight.rotations.iter();
        let rotations = rotations.map(|rotation| rotation.sixths().to_string());
        let lengths = fight.lengths.iter();
        let lengths = lengths.map(|length| format!("{}={}", length.seat, length.tiles));
        let among = fight.among.iter().map(ToString::to_string);
        format!(
            "{}/{}>{}",
            joined(rotations.collect()),
            joined(lengths.collect()),
            joined(among.collect())
        )
    };
    list(here.map(fight))
}

fn others(choices: &Choices, words: &[&str]) -> Option<String> {
    let steps = |prisoner: &str| {
        let prisoner: u8 = prisoner.parse().unwrap();
        choices
            .steps
            .iter()
            .find(|of| of.prisoners.contains(&prisoner))
    };
    let offered = match words {
        ["draw"] => list(&choices.draw),
        ["step", prisoner] => {
            let to = steps(prisoner).map_or(&[][..], |steps| &steps.to);
            list(
                to.iter()
                    .map(|target| format!("{}{}", target.to, does(target.does.as_ref()))),
            )
        }
        ["barred", prisoner] => {
            let barred = steps(prisoner).map_or(&[][..], |steps| &steps.barred);
            list(
                barred
                    .iter()
                    .map(|barred| format!("{}={}", barred.to, code(&barred.why))),
            )
        }
        ["door", from @ ..] => {
            let from: Option<Spot> = from.first().map(|from| from.parse().unwrap());
            let choice = choices.doors.iter().find(|choice| choice.from == from);
            choice.map_or(String::new(), |choice| list(&choice.to))
        }
        ["fight"] => list(&choices.fight.as_ref()?.among),
        ["give"] => list(&choices.give_door),
        ["may"] => {
            let may = [
                ("skip_tile", choices.skip_tile),
                ("end_turn", choices.end_turn),
                ("ends_round", choices.ends_round),
            ];
            list(may.iter().filter(|(_, may)| *may).map(|(word, _)| word))
        }
        _ => return None,
    };
    Some(offered)
}

fn does(does: Option<&Does>) -> String {
    let Some(does) = does else {
        return String::new();
    };
    let round = does.ends_round.as_ref().map(|lost| {
        let lost: Vec<String> = lost.iter().map(|(_, lost)| lost.to_string()).collect();
        format!("+round({})", lost.join(","))
    });
    let all = [
        does.takes_zone.then(|| "+zone".to_owned()),
        does.loses_key.then(|| "+key".to_owned()),
        round,
        does.wins.then(|| "+wins".to_owned()),
    ];
    all.into_iter().flatten().collect()
}

fn sees(state: &State, about: &str) -> String {
    let (viewer, of) = about.split_once(' ').unwrap();
    let view = state.view(Viewer::Seat(seat(viewer.parse().unwrap())));
    if of == "piles" {
        return list(view.piles.iter().map(|pile| {
            let top = match pile.top.first() {
                _ if pile.count == 0 => "-".to_owned(),
                top => card(top.copied()),
            };
            format!("{top}*{}", pile.count)
        }));
    }
    let player = &view.players[seat(of.parse().unwrap())];
    list(player.stock.iter().map(|&kind| card(kind)))
}

fn has(view: &View, about: &str) -> String {
    let player = &view.players[seat(about.parse().unwrap())];
    let key = if player.key { " key" } else { "" };
    format!(
        " free {} green {} hidden {} lost {} left {} doors {}{key}",
        player.free, player.green, player.hidden, player.lost, player.potential, player.doors
    )
}

fn at(view: &View, about: &str) -> String {
    let owner = seat(about.parse().unwrap());
    let own = view
        .prisoners
        .iter()
        .filter(|prisoner| prisoner.seat == owner);
    list(own.map(|prisoner| prisoner.at))
}

fn tunnel(view: &View, asked: &str) -> String {
    let about = asked.split(": ").next().unwrap();
    let spot: Spot = about.parse().unwrap();
    let laid = view
        .tiles
        .iter()
        .find(|tile| tile.cell == spot.cell)
        .unwrap();
    let tunnel = view.tunnels[usize::from(laid.tunnels[usize::from(spot.section)])];
    let owner = tunnel
        .owner
        .map_or("-".to_owned(), |owner| owner.to_string());
    format!("{about}: {owner} of {}", tunnel.tiles)
}

fn zones(view: &View) -> String {
    let owner = |owner: Option<Seat>| owner.map_or("-".to_owned(), |owner| owner.to_string());
    let owners = view.areas.iter().map(|area| owner(area.owner));
    list(owners).trim_start().to_owned()
}
