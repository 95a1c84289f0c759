//! A tab in a browser, and the messages that it received.

use senda_client::PackedReader;
use senda_room::{PlayerId, protocol::CloseCode};
use senda_rules::AnyAction;
use serde_json::Value;

use super::game;

/// The answer to a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Ack(u32),
    Nak {
        code: String,
        temporary: bool,
        whole: Value,
    },
}

impl Answer {
    /// Asserts that the command was carried out.
    #[track_caller]
    pub fn expect_ack(&self) {
        assert!(matches!(self, Self::Ack(_)), "{self:?}");
    }

    #[track_caller]
    pub fn code(&self) -> &str {
        match self {
            Self::Nak { code, .. } => code,
            Self::Ack(version) => panic!("carried out as version {version}"),
        }
    }
}

/// A tab in a browser, with the messages that it received, applied as a client does.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each flag is a state of its own"
)]
pub struct Tab {
    pub player: Option<PlayerId>,
    /// The guest who holds the device, if it is not the player.
    pub holder: Option<PlayerId>,
    pub you: Value,
    pub epoch: u64,
    pub version: u32,
    pub view: Value,
    pub happenings: Vec<Value>,
    /// The version of the last full update. From there on, the events have no gap.
    pub whole_at: u32,
    /// Whether the tab has reconnected and waits for the updates that it missed.
    pub returns: bool,
    /// Whether the tab has ever requested missed updates.
    pub asked: bool,
    /// The hints that the tab received.
    pub hints: Vec<Value>,
    pub presence: Value,
    pub chat: Vec<Value>,
    pub closed: Option<CloseCode>,
    /// Whether the tab only asks to come in, so that it receives no message.
    pub asks: bool,
    /// Whether the tab has reported that it is not visible.
    pub hidden: bool,
    pub answers: Vec<(Option<String>, Answer)>,
    /// Every message as plain JSON. A step is expanded to the equivalent update.
    pub frames: Vec<String>,
    /// Every frame as it went over the wire.
    pub bytes: Vec<String>,
    pub reader: PackedReader,
}

impl Tab {
    /// Returns the same tab, ready to reconnect.
    pub fn returning(&self) -> Self {
        Self {
            closed: None,
            holder: None,
            returns: true,
            frames: Vec::new(),
            bytes: Vec::new(),
            reader: PackedReader::default(),
            answers: Vec::new(),
            ..self.clone()
        }
    }

    pub fn seat(&self) -> Option<usize> {
        Some(usize::try_from(self.you["seat"].as_u64()?).unwrap())
    }

    /// Returns whether the tab's owner has no seat and is not the host.
    pub fn only_watches(&self) -> bool {
        self.you["seat"].is_null() && self.you["host"] == false
    }

    /// Returns the number of updates that the tab received.
    pub fn updates(&self) -> usize {
        let is_update = |frame: &&String| frame.contains(r#""type":"update""#);
        self.frames.iter().filter(is_update).count()
    }

    /// Returns the types of the events since the last full update, in order.
    pub fn types(&self) -> Vec<&str> {
        let happenings = self.happenings.iter();
        happenings
            .map(|told| told["happening"]["type"].as_str().unwrap())
            .collect()
    }

    /// Returns the last event of a type.
    #[track_caller]
    pub fn last(&self, kind: &str) -> &Value {
        let mut happenings = self.happenings.iter().rev().map(|told| &told["happening"]);
        happenings
            .find(|happening| happening["type"] == kind)
            .unwrap_or_else(|| panic!("no {kind} in {:?}", self.types()))
    }

    pub fn phase(&self) -> &str {
        self.view["phase"].as_str().unwrap()
    }

    /// Returns all decisions that the tab's owner may make in the game now, computed from the tab's
    /// own messages alone.
    pub fn decisions(&self) -> Vec<AnyAction> {
        game::decisions(&self.view["game"], self.seat())
    }

    /// Returns all decisions in the format in which a client sends them.
    pub fn actions(&self) -> Vec<Value> {
        let sent = |action| serde_json::to_value(action).expect("an action");
        self.decisions().iter().map(sent).collect()
    }
}
