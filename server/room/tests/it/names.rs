//! What can be a name.

use senda_room::{
    Record,
    protocol::{Name, Up},
};
use serde_json::json;

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

#[test]
fn a_name_has_nothing_that_can_not_be_seen() {
    for bad in [
        "An\u{200c}na",
        "An\u{200d}na",
        "Anna\u{200d}",
        "Ma\u{ad}ria",
        "a\u{34f}b",
        "An\u{3164}na",
        "\u{1112}\u{1160}",
        "Anna\u{2800}",
        "Anna\u{fe0f}",
        "Anna 1\u{fe0f}",
        "Anna\u{e0041}",
        "Anna\u{e000}",
        "Anna\u{378}",
        "\u{301}Anna",
        "Anna \u{301}b",
        "Anna\u{301}\u{302}\u{303}\u{304}\u{305}",
    ] {
        assert!(Name::new(bad).is_err(), "{bad:?}");
        let name = json!({"type": "name", "id": "1", "name": bad});
        assert!(serde_json::from_value::<Up>(name).is_err(), "{bad:?}");
    }
    for good in [
        "José",
        "Ngô Bảo Châu",
        "علی\u{200c}رضا",
        "שָׁלוֹם",
        "श्री\u{200d}मान्",
        "กิ่ง",
        "❤\u{fe0f}",
        "1\u{fe0f}\u{20e3}",
        "👩\u{200d}🚀",
        "👍🏽",
        "🇧🇷",
        "한글",
        "Zoë-Ann O’Neil 2",
    ] {
        assert!(Name::new(good).is_ok(), "{good:?}");
    }
    assert_eq!(name("Jose\u{301}").to_string(), "José", "composed");
}

#[test]
fn names_that_were_stored_before_are_read() {
    let read = |text: &str| {
        serde_json::from_value::<Name>(json!(text))
            .unwrap()
            .to_string()
    };
    assert_eq!(read("An\u{200c}na"), "Anna");
    assert_eq!(
        read("Anna\u{301}\u{302}\u{303}\u{304}\u{305}b"),
        "Anná\u{302}\u{303}\u{304}b"
    );
    assert_eq!(read("\u{e000}"), "\u{e000}", "nothing else would be left");
    assert_eq!(read("Jose\u{301}"), "José");
    let record = json!({
        "version": 2, "at": 5,
        "happened": [{"type": "named", "player": uuid::Uuid::from_u128(1), "name": "Ma\u{ad}ria"}],
    });
    assert!(serde_json::from_value::<Record>(record).is_ok());
}
