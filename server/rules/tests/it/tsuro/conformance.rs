//! The rules of Tsuro sentence by sentence.

use senda_rules::tsuro::{Illegal, State};

use crate::conformance::Cases;

#[test]
fn every_case_comes_out() {
    Cases::of("tsuro").come_out::<State>(50);
}

#[test]
fn every_sentence_has_a_case() {
    Cases::of("tsuro").show_every_sentence();
}

#[test]
fn every_refusal_has_a_case() {
    Cases::of("tsuro").show_every_refusal::<Illegal>(&["bad_options", "seats"]);
}
