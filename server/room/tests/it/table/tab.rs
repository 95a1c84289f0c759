//! A tab in somebody's browser, and what it was told.

use senda_room::{PlayerId, protocol::CloseCode};
use senda_rules::AnyAction;
use senda_wire::Follower;
use serde_json::Value;

use super::game;

/// What a tab was answered.
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
    #[track_caller]
    pub fn code(&self) -> &str {
        match self {
            Self::Nak { code, .. } => code,
            Self::Ack(version) => panic!("carried out as version {version}"),
        }
    }
}

/// A tab in somebody's browser: what it was told, folded as a client does.
#[derive(Clone, Debug, Default)]
pub struct Tab {
    pub player: Option<PlayerId>,
    pub you: Value,
    pub epoch: u64,
    pub version: u32,
    pub view: Value,
    pub happenings: Vec<Value>,
    /// The version at which it was last told the whole; from there on its happenings have no gap.
    pub whole_at: u32,
    /// Whether it has come back, and waits for what it missed.
    pub returns: bool,
    /// Whether it has ever asked what it missed.
    pub asked: bool,
    /// Hints that it was told.
    pub hints: Vec<Value>,
    pub presence: Value,
    pub chat: Vec<Value>,
    pub closed: Option<CloseCode>,
    /// Whether it has said that nobody looks at it.
    pub hidden: bool,
    pub answers: Vec<(Option<String>, Answer)>,
    /// Every message, as plain JSON: a step as the update that tells the same.
    pub frames: Vec<String>,
    /// Every frame, as it went over the wire.
    pub bytes: Vec<String>,
    pub follower: Follower,
}

impl Tab {
    /// The same tab, on its way back.
    pub fn returning(&self) -> Self {
        Self {
            closed: None,
            returns: true,
            frames: Vec::new(),
            bytes: Vec::new(),
            follower: Follower::default(),
            answers: Vec::new(),
            ..self.clone()
        }
    }

    pub fn seat(&self) -> Option<usize> {
        Some(usize::try_from(self.you["seat"].as_u64()?).unwrap())
    }

    /// Whether the tab's owner has no seat, and is not host.
    pub fn only_watches(&self) -> bool {
        self.you["seat"].is_null() && self.you["host"] == false
    }

    /// How many updates it was sent.
    pub fn updates(&self) -> usize {
        let is_update = |frame: &&String| frame.contains(r#""type":"update""#);
        self.frames.iter().filter(is_update).count()
    }

    /// The types of what happened since the tab last forgot, in order.
    pub fn types(&self) -> Vec<&str> {
        let happenings = self.happenings.iter();
        happenings
            .map(|told| told["happening"]["type"].as_str().unwrap())
            .collect()
    }

    /// The last happening of a type.
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

    /// Everything that the tab's owner may decide in the game now, by what the tab was told alone.
    pub fn decisions(&self) -> Vec<AnyAction> {
        game::decisions(&self.view["game"], self.seat())
    }

    /// The same as it is sent.
    pub fn actions(&self) -> Vec<Value> {
        let sent = |action| serde_json::to_value(action).expect("an action");
        self.decisions().iter().map(sent).collect()
    }
}
