//! Tests of the serialized form of options and starts.

use senda_rules::tsuro::{Options, Preset, Stand};
use serde_json::{Value, json};

fn read(options: Value) -> Option<Options> {
    serde_json::from_value(options).ok()
}

#[test]
fn reads_presets_and_writes_all_options() {
    let explicit = |preset: Preset| serde_json::to_value(preset.options()).unwrap();
    assert_eq!(
        explicit(Preset::Edition2020),
        json!({
            "preset": "2020", "start": "marks", "suicide_rule": true, "bonus": false, "dragon": "2020",
            "eliminated": "shuffled", "tiles": 35, "open_hands": false, "longest": false, "edge": 6,
        })
    );
    assert_eq!(
        explicit(Preset::Edition2005),
        json!({
            "preset": "2005", "start": "marks", "suicide_rule": "edge", "bonus": true, "dragon": "2005",
            "eliminated": "shuffled", "tiles": 35, "open_hands": false, "longest": false, "edge": 6,
        })
    );
    assert_eq!(
        explicit(Preset::Leaflet),
        json!({
            "preset": "leaflet", "start": "sides", "suicide_rule": false, "bonus": false, "dragon": "leaflet",
            "eliminated": "laid_down", "tiles": 64, "open_hands": false, "longest": false, "edge": 6,
        })
    );
    for preset in Preset::ALL {
        assert_eq!(read(json!({ "preset": preset })), Some(preset.options()));
        assert_eq!(read(explicit(preset)), Some(preset.options()));
        assert_eq!(preset.options().impossible(), None);
    }
    assert_eq!(read(json!({ "preset": "2020" })), Some(Options::default()));
}

#[test]
fn options_override_the_preset() {
    let options = read(json!({ "preset": "2005", "bonus": false, "edge": 8 })).unwrap();
    let expected = Options {
        bonus: false,
        edge: 8,
        ..Preset::Edition2005.options()
    };
    assert_eq!(options, expected);
    let written = serde_json::to_value(options).unwrap();
    assert_eq!(written["preset"], "2005");
    assert_eq!(written["bonus"], false);
    assert_eq!(read(written), Some(expected));
}

#[test]
fn rejects_unknown_and_impossible_options() {
    for wrong in [
        json!({}),
        json!({ "preset": "1999" }),
        json!({ "preset": "2020", "speed": 3 }),
        json!({ "preset": "2020", "start": "corners" }),
        json!({ "preset": "2020", "edge": 256 }),
        json!({ "preset": "2020", "bonus": 1 }),
    ] {
        assert_eq!(read(wrong.clone()), None, "{wrong}");
    }
    let impossible = |options| read(options).unwrap().impossible();
    for edge in [0, 5, 11, 255] {
        let options = json!({ "preset": "2020", "edge": edge });
        assert_eq!(impossible(options), Some("edge"));
    }
    for tiles in [0, 34, 36, 63, 65] {
        let options = json!({ "preset": "2020", "tiles": tiles });
        assert_eq!(impossible(options), Some("tiles"));
    }
}

#[test]
fn a_stand_is_a_mark_or_a_side() {
    for text in ["a1:0", "j10:5", "a1:01", "f1:23", "f6:45", "a6:67"] {
        let stand: Stand = text.parse().unwrap();
        assert_eq!(stand.to_string(), text);
        assert_eq!(
            stand.mark().is_some(),
            text.len() == 4 || text.len() == 5 && text.starts_with('j')
        );
    }
    for text in [
        "", "a1", "a1:", "a1:8", "a1:12", "a1:10", "a1:00", "a1:011", "a1:é", "k1:0", "a11:01",
    ] {
        assert!(text.parse::<Stand>().is_err(), "{text}");
    }
}
