//! How a room is, as a viewer may know it.

use senda_rules::{AnyView, Commitment, Seat, Seats};
use serde::{Deserialize, Serialize};

use super::{BotKind, Colour, PauseReason, PersonId, Setting, Settings, ShownName};

/// The room as one viewer may know it. Equal for all viewers of the same kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[allow(clippy::struct_excessive_bools)] // each is told by itself
pub struct RoomView {
    /// What the room waits for.
    pub phase: Phase,
    /// The settings for the next game; in a game those that it is played with.
    pub settings: Settings,
    /// The seats; `null` for a free one.
    pub seats: Vec<Option<SeatView>>,
    /// The host.
    pub host: HostView,
    /// The person who created the room, whom no host can remove.
    pub creator: PersonId,
    /// Who was removed and may not come back.
    pub barred: Vec<BannedView>,
    /// Whether the host has locked the room, so that nobody new comes in.
    pub locked: bool,
    /// Whether the host has closed the chat to those who only watch.
    pub hushed: bool,
    /// Whether no other game can begin in this room, because its log is as long as one may be.
    pub used_up: bool,
    /// How many games there have been, the current one included.
    pub round: u32,
    /// What the finished games of this room have come to, whoever has done best first.
    pub standing: Vec<StandingView>,
    /// What the secret of the current game is committed to, or of the next one where none runs.
    pub commitment: Commitment,
    /// The clock, in a game with one; in one without, while somebody is back in a turn for which the
    /// others would not wait any more.
    pub clock: Option<ClockView>,
    /// The seats whose turn no clock ends.
    pub awaited: Vec<AwaitedView>,
    /// Why the game stands still; `null` if it does not.
    pub paused: Option<PauseReason>,
    /// The seats whose players have asked for a pause or agreed to it, in that order.
    pub pause_asked_by: Vec<Seat>,
    /// In a pause until all are back, the seats whose players are.
    pub go_on_asked_by: Vec<Seat>,
    /// How many decisions whoever's turn it is can take back, one after the other: those since something hidden came to
    /// light or another seat decided.
    pub take_back: u8,
    /// The seats whose players ask to take a decision back: the one whose it was first, then those who have agreed.
    pub take_back_asked_by: Vec<Seat>,
    /// The seats whose players were declined that, and have decided nothing since: they can't ask again yet.
    pub take_back_declined: Vec<Seat>,
    /// Whether players may ask for hints: the settings say so, or one person plays with bots alone.
    pub hints: bool,
    /// The game that runs, or the last one.
    pub game: Option<Box<AnyView>>,
}

impl RoomView {
    /// Which fields are as they were in a former version: a bit for each in their order, from the lowest. That of the
    /// game is never set.
    pub(crate) fn same_as(&self, former: &Self) -> u64 {
        let Self {
            phase,
            settings,
            seats,
            host,
            creator,
            barred,
            locked,
            hushed,
            used_up,
            round,
            standing,
            commitment,
            clock,
            awaited,
            paused,
            pause_asked_by,
            go_on_asked_by,
            take_back,
            take_back_asked_by,
            take_back_declined,
            hints,
            game: _,
        } = self;
        let same = [
            *phase == former.phase,
            *settings == former.settings,
            *seats == former.seats,
            *host == former.host,
            *creator == former.creator,
            *barred == former.barred,
            *locked == former.locked,
            *hushed == former.hushed,
            *used_up == former.used_up,
            *round == former.round,
            *standing == former.standing,
            *commitment == former.commitment,
            *clock == former.clock,
            *awaited == former.awaited,
            *paused == former.paused,
            *pause_asked_by == former.pause_asked_by,
            *go_on_asked_by == former.go_on_asked_by,
            *take_back == former.take_back,
            *take_back_asked_by == former.take_back_asked_by,
            *take_back_declined == former.take_back_declined,
            *hints == former.hints,
        ];
        let bits = same.iter().enumerate();
        bits.fold(0, |bits, (field, &is_same)| {
            bits | u64::from(is_same) << field
        })
    }
}

/// What a room waits for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// People, before the first game.
    Lobby,
    /// A decision in the game.
    Playing,
    /// A rematch: everything of the lobby is possible, and the last game can still be seen.
    Over,
}

/// A seat that is taken (or, in a game, was given up).
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatView {
    /// What to name the owner by in a command; the last owner if it is vacant.
    pub person: PersonId,
    /// The owner's name; the last owner's if it is vacant.
    pub name: ShownName,
    /// Its colour.
    pub colour: Colour,
    /// Whether the owner is ready for the next game.
    pub ready: bool,
    /// The settings that have changed since the owner was ready, who has to say so again for them.
    pub changed: Vec<Setting>,
    /// Which program its owner is, if it is one.
    pub bot: Option<BotKind>,
    /// Whether placements are made for the owner, who is away.
    pub away: bool,
    /// Whether it was given up in this game and anybody may take it over.
    pub vacant: bool,
    /// The vacation of its owner, in a game with turns of days.
    pub vacation: Option<VacationView>,
}

/// The vacation of a player.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct VacationView {
    /// Until when it lasts, milliseconds since 1970; `null` if there was none.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub until: Option<u64>,
    /// Whole days that can still be taken.
    pub days_left: u8,
}

/// The host.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HostView {
    /// The name.
    pub name: ShownName,
    /// The seat, if they have one.
    pub seat: Option<Seat>,
}

/// Someone who was removed.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BannedView {
    /// The number to name them by, which is never given to another.
    pub barred: u32,
    /// The name.
    pub name: ShownName,
}

/// What somebody's finished games in a room have come to.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct StandingView {
    /// Who.
    pub person: PersonId,
    /// The name that they went by last.
    pub name: ShownName,
    /// Games that they have played to their end.
    pub games: u32,
    /// Those of them that they have won alone.
    pub wins: u32,
    /// Those in which they have shared the first place.
    pub shared: u32,
}

/// A seat for which the others wait without a clock.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AwaitedView {
    /// Whose turn it is.
    pub seat: Seat,
    /// From when on the others may ask to go on without it, milliseconds since 1970 by the server's
    /// time.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub urge_from: u64,
    /// From when on it is enough that one of them asks; before, more than half of them must.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub alone_from: u64,
    /// Who have asked.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub urged_by: Seats,
}

/// The clock of a game.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ClockView {
    /// The seats whose time runs, each with the moment at which it is up, milliseconds since 1970
    /// by the server's time.
    pub running: Vec<RunningClock>,
    /// For each seat the milliseconds in its bank at the start of its turn; `null` with a clock
    /// that has none.
    #[cfg_attr(feature = "ts", ts(type = "number[] | null"))]
    pub banks_ms: Option<Vec<u64>>,
}

/// A seat whose time runs.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RunningClock {
    /// Whose.
    pub seat: Seat,
    /// When it is up, milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub until: u64,
}

#[cfg(test)]
mod tests {
    use senda_rules::GameKind;
    use senda_wire::Snapshot;

    use super::*;
    use crate::protocol::{Clock, First, Name};

    fn view() -> RoomView {
        let kind = GameKind::ALL[0];
        let name = ShownName {
            name: Name::new("Ana").expect("a name"),
            number: 1,
        };
        RoomView {
            phase: Phase::Lobby,
            settings: Settings {
                options: kind.options(),
                clock: Clock::None {},
                first: First::Draw {},
                public: false,
                stand_in: None,
                hints: false,
                starts_with: None,
                no_skips: false,
            },
            seats: Vec::new(),
            host: HostView { name, seat: None },
            creator: PersonId::of([0; 32]),
            barred: Vec::new(),
            locked: false,
            hushed: false,
            used_up: false,
            round: 0,
            standing: Vec::new(),
            commitment: Commitment([0; 32]),
            clock: None,
            awaited: Vec::new(),
            paused: None,
            pause_asked_by: Vec::new(),
            go_on_asked_by: Vec::new(),
            take_back: 0,
            take_back_asked_by: Vec::new(),
            take_back_declined: Vec::new(),
            hints: false,
            game: None,
        }
    }

    /// Views that differ from `view` in one field each, in the order of the fields.
    fn changed() -> Vec<RoomView> {
        let host = view().host.name;
        let changes: [&dyn Fn(&mut RoomView); 21] = [
            &|view| view.phase = Phase::Over,
            &|view| view.settings.public = true,
            &|view| view.seats.push(None),
            &|view| view.host.seat = Some(Seat::ZERO),
            &|view| view.creator = PersonId::of([1; 32]),
            &|view| {
                let name = host.clone();
                view.barred.push(BannedView { barred: 1, name });
            },
            &|view| view.locked = true,
            &|view| view.hushed = true,
            &|view| view.used_up = true,
            &|view| view.round = 1,
            &|view| {
                view.standing.push(StandingView {
                    person: PersonId::of([1; 32]),
                    name: host.clone(),
                    games: 1,
                    wins: 0,
                    shared: 0,
                });
            },
            &|view| view.commitment = Commitment([1; 32]),
            &|view| {
                view.clock = Some(ClockView {
                    running: Vec::new(),
                    banks_ms: None,
                });
            },
            &|view| {
                view.awaited.push(AwaitedView {
                    seat: Seat::ZERO,
                    urge_from: 1,
                    alone_from: 2,
                    urged_by: Seats::NONE,
                });
            },
            &|view| view.paused = Some(PauseReason::EverybodyLeft),
            &|view| view.pause_asked_by.push(Seat::ZERO),
            &|view| view.go_on_asked_by.push(Seat::ZERO),
            &|view| view.take_back = 1,
            &|view| view.take_back_asked_by.push(Seat::ZERO),
            &|view| view.take_back_declined.push(Seat::ZERO),
            &|view| view.hints = true,
        ];
        let each = changes.iter().map(|change| {
            let mut view = view();
            change(&mut view);
            view
        });
        each.collect()
    }

    #[test]
    fn what_is_the_same_is_told_by_bits_in_the_order_of_the_fields() {
        let former = view();
        let told = Snapshot::of(&former);
        let all = (1 << changed().len()) - 1;
        assert_eq!(view().same_as(&former), all);
        for (field, view) in changed().iter().enumerate() {
            let same = view.same_as(&former);
            assert_eq!(same, all & !(1 << field), "{view:?}");
            assert_eq!(told.next(view, same), Snapshot::of(view), "{view:?}");
        }
    }
}
