//! The example game says nothing of how it is played.

use senda_rules::example::State;

use crate::plays::Plays;

impl Plays for State {}
