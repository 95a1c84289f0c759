//! The rules of Section X sentence by sentence.

use senda_rules::section_x::{Illegal, State};

use crate::conformance::Cases;

#[test]
fn every_case_comes_out() {
    Cases::of("section_x").come_out::<State>(40);
}

#[test]
fn every_sentence_has_a_case() {
    Cases::of("section_x").show_every_sentence();
}

#[test]
fn every_refusal_has_a_case() {
    Cases::of("section_x").show_every_refusal::<Illegal>(&["bad_options", "seats"]);
}
