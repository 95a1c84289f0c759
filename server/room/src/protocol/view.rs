//! The state of a room, as a viewer may know it.

use senda_rules::{AnyView, Commitment, Seat, Seats};
use serde::{Deserialize, Serialize};

use super::{BotKind, Colour, PauseReason, PersonId, Setting, Settings, ShownName};

/// The state of the room, as one viewer may know it. All viewers of the same kind receive equal
/// views.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent properties of a room"
)]
pub struct RoomView {
    /// The phase of the room: a lobby, a running game or a finished one.
    pub phase: Phase,
    /// The settings of the running game, or of the next game if none runs.
    pub settings: Settings,
    /// The seats, where `null` is a free seat.
    pub seats: Vec<Option<SeatView>>,
    /// The host of the room.
    pub host: HostView,
    /// The person who created the room. The host can't remove them.
    pub creator: PersonId,
    /// The people who were removed and may not return.
    pub barred: Vec<BannedView>,
    /// Whether the host has locked the room, so that no new people can enter.
    pub locked: bool,
    /// Whether the host has closed the chat to spectators.
    pub hushed: bool,
    /// Whether no further game can begin in this room, because its log has reached the maximum
    /// length.
    pub used_up: bool,
    /// The number of games in this room so far, the current one included.
    pub round: u32,
    /// The results of the finished games in this room for each person, best first.
    pub standing: Vec<StandingView>,
    /// The winners of the last game, while the room waits for the next one. Those who have left are
    /// not listed.
    pub winners: Vec<PersonId>,
    /// The commitment to the secret of the running game, or of the next game if none runs.
    pub commitment: Commitment,
    /// The state of the clock, in a game with a clock. In a game without one it is `null`, except
    /// while a skipped player is back in the same turn, which then has a time limit.
    pub clock: Option<ClockView>,
    /// Whether only bots play on in the running game, because all people are out or have left. The
    /// bots then play faster.
    pub only_bots: bool,
    /// The seats that the other players wait for because no clock ends their turn.
    pub awaited: Vec<AwaitedView>,
    /// The reason for the pause, or `null` if the game is not paused.
    pub paused: Option<PauseReason>,
    /// The seats whose players have asked for a pause or agreed to one, in that order.
    pub pause_asked_by: Vec<Seat>,
    /// The seats whose players are back, in a pause that lasts until all players are back.
    pub go_on_asked_by: Vec<Seat>,
    /// The number of decisions that the player whose turn it is can take back, one after the other.
    /// These are the decisions since hidden information was last revealed or another seat last
    /// decided.
    pub take_back: u8,
    /// The seat whose player asks to take a decision back, followed by the seats whose players have
    /// agreed.
    pub take_back_asked_by: Vec<Seat>,
    /// The seats whose take-back request was declined and that have made no decision since. They
    /// can't ask again yet.
    pub take_back_declined: Vec<Seat>,
    /// The seats whose players vote to end the game without a result.
    pub end_votes: Seats,
    /// Whether players may request hints, because the settings allow it or one person plays with
    /// bots alone.
    pub hints: bool,
    /// The running game, or the last one if none runs. It is `null` if there is no game to show.
    pub game: Option<Box<AnyView>>,
}

impl RoomView {
    /// Returns a bit mask of the fields that equal those of a former version, with one bit for each
    /// field in declaration order, from the lowest bit. The bit of `game` is never set.
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
            winners,
            commitment,
            clock,
            only_bots,
            awaited,
            paused,
            pause_asked_by,
            go_on_asked_by,
            take_back,
            take_back_asked_by,
            take_back_declined,
            end_votes,
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
            *winners == former.winners,
            *commitment == former.commitment,
            *clock == former.clock,
            *only_bots == former.only_bots,
            *awaited == former.awaited,
            *paused == former.paused,
            *pause_asked_by == former.pause_asked_by,
            *go_on_asked_by == former.go_on_asked_by,
            *take_back == former.take_back,
            *take_back_asked_by == former.take_back_asked_by,
            *take_back_declined == former.take_back_declined,
            *end_votes == former.end_votes,
            *hints == former.hints,
        ];
        let bits = same.iter().enumerate();
        bits.fold(0, |bits, (field, &is_same)| {
            bits | u64::from(is_same) << field
        })
    }
}

/// The phase of a room.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The room waits for people before the first game.
    Lobby,
    /// A game runs, and waits for a decision.
    Playing,
    /// A game is over, and the room waits for a rematch. Everything is possible as in the lobby,
    /// and the last game is still visible.
    Over,
}

/// A seat that is taken, or that its owner has given up in the running game.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SeatView {
    /// The id to use for the owner in commands. If the seat is vacant, it is that of the last
    /// owner.
    pub person: PersonId,
    /// The name of the owner, or of the last owner if the seat is vacant.
    pub name: ShownName,
    /// The colour of the seat.
    pub colour: Colour,
    /// Whether the owner is ready for the next game.
    pub ready: bool,
    /// The settings that have changed since the owner was ready. The owner has to confirm that they
    /// are ready because of these changes.
    pub changed: Vec<Setting>,
    /// The kind of bot, if the owner is a bot.
    pub bot: Option<BotKind>,
    /// The person on whose device the owner plays, if the owner is a guest.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub guest_of: Option<PersonId>,
    /// Whether the owner is away, so that decisions are made for them.
    pub away: bool,
    /// Whether the owner has given up the seat in this game, so that any other person may take it
    /// over.
    pub vacant: bool,
    /// The vacation of the owner, in a game with turns of days.
    pub vacation: Option<VacationView>,
}

/// The vacation of a player.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct VacationView {
    /// The end of the vacation in milliseconds since 1970, or `null` if the player has taken none.
    pub until: Option<u64>,
    /// The number of whole days of vacation that the player can still take.
    pub days_left: u8,
}

/// The host of a room.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct HostView {
    /// The name of the host.
    pub name: ShownName,
    /// The seat of the host, or `null` if the host has none.
    pub seat: Option<Seat>,
}

/// A person that the host has removed and banned.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BannedView {
    /// The number of the ban, to use in commands. It is unique in the room.
    pub barred: u32,
    /// The name of the person.
    pub name: ShownName,
}

/// The results of a person in the finished games of a room.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct StandingView {
    /// The id of the person.
    pub person: PersonId,
    /// The name that the person used last.
    pub name: ShownName,
    /// The number of games that the person has played to the end.
    pub games: u32,
    /// The number of these games that the person has won alone.
    pub wins: u32,
    /// The number of these games in which the person has shared the first place.
    pub shared: u32,
}

/// A seat that the other players wait for without a clock.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct AwaitedView {
    /// The seat whose turn it is.
    pub seat: Seat,
    /// The time from which the other players may vote to skip the seat, in milliseconds since 1970
    /// by the server's clock.
    pub urge_from: u64,
    /// The time from which one vote is enough, in milliseconds since 1970 by the server's clock.
    /// Before it, more than half of the other players must vote.
    pub alone_from: u64,
    /// The seats whose players have voted to skip this one.
    pub urged_by: Seats,
}

/// The state of the clock of a game.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ClockView {
    /// The seats whose time is running, each with its deadline.
    pub running: Vec<RunningClock>,
    /// The milliseconds in the bank of each seat at the start of its turn, indexed by seat. It is
    /// `null` if the clock has no banks.
    #[cfg_attr(feature = "types", ts(type = "number[] | null"))]
    pub banks_ms: Option<Vec<u64>>,
}

/// A seat whose time is running.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RunningClock {
    /// The seat that the time belongs to.
    pub seat: Seat,
    /// The deadline of the seat in milliseconds since 1970 by the server's clock.
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
                no_spectators: false,
                start: None,
                hands_after: None,
                out_see_hands: false,
                day: None,
                rated: false,
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
            winners: Vec::new(),
            commitment: Commitment([0; 32]),
            clock: None,
            only_bots: false,
            awaited: Vec::new(),
            paused: None,
            pause_asked_by: Vec::new(),
            go_on_asked_by: Vec::new(),
            take_back: 0,
            take_back_asked_by: Vec::new(),
            take_back_declined: Vec::new(),
            end_votes: Seats::NONE,
            hints: false,
            game: None,
        }
    }

    /// Returns views that differ from `view` in one field each, in declaration order.
    fn changed() -> Vec<RoomView> {
        let host = view().host.name;
        let changes: [&dyn Fn(&mut RoomView); 24] = [
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
            &|view| view.winners.push(PersonId::of([1; 32])),
            &|view| view.commitment = Commitment([1; 32]),
            &|view| {
                view.clock = Some(ClockView {
                    running: Vec::new(),
                    banks_ms: None,
                });
            },
            &|view| view.only_bots = true,
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
            &|view| view.end_votes = Seats::NONE.with(Seat::ZERO),
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
    fn reports_unchanged_fields_as_bits_in_declaration_order() {
        let former = view();
        let sent = Snapshot::of(&former);
        let all = (1 << changed().len()) - 1;
        assert_eq!(view().same_as(&former), all);
        for (field, view) in changed().iter().enumerate() {
            let same = view.same_as(&former);
            assert_eq!(same, all & !(1 << field), "{view:?}");
            assert_eq!(sent.next(view, same), Snapshot::of(view), "{view:?}");
        }
    }
}
