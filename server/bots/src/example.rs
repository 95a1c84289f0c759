//! The example game has no bot of its own: it uses the defaults of [`Plays`].

use senda_rules::example::State;

use crate::plays::Plays;

impl Plays for State {}
