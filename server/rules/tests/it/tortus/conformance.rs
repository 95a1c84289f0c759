//! The rules of Tortus sentence by sentence.

use senda_rules::tortus::{Illegal, State};

use crate::conformance::Cases;

#[test]
fn every_case_comes_out() {
    Cases::of("tortus").come_out::<State>(40);
}

#[test]
fn every_sentence_has_a_case() {
    Cases::of("tortus").show_every_sentence();
}

#[test]
fn every_refusal_has_a_case() {
    Cases::of("tortus").show_every_refusal::<Illegal>(&["bad_options", "seats"]);
}
