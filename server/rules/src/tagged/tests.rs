use serde_json::{Deserializer, Value, from_str, from_value, json};

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case")]
    /// One variant of each kind.
    #[derive(Debug, PartialEq)]
    enum Shape {
        Nothing,
        #[serde(rename = "round")]
        Circle { radius: u8 },
        Empty {},
        Among(Inner),
    }
}

tag_first! {
    #[serde(tag = "of", rename_all = "snake_case", deny_unknown_fields)]
    #[derive(Debug, PartialEq)]
    enum Inner {
        Many {
            all: Vec<Shape>,
            /// Omitted if there is none.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            more: Option<u8>,
        },
    }
}

fn some() -> [(Shape, &'static str); 4] {
    [
        (Shape::Nothing, r#"{"type":"nothing"}"#),
        (
            Shape::Circle { radius: 3 },
            r#"{"type":"round","radius":3}"#,
        ),
        (Shape::Empty {}, r#"{"type":"empty"}"#),
        (
            Shape::Among(Inner::Many {
                all: vec![Shape::Nothing, Shape::Circle { radius: 1 }],
                more: None,
            }),
            r#"{"type":"among","of":"many","all":[{"type":"nothing"},{"type":"round","radius":1}]}"#,
        ),
    ]
}

#[test]
fn reads_back_the_values_that_it_writes() {
    for (shape, text) in some() {
        assert_eq!(serde_json::to_string(&shape).unwrap(), text);
        assert_eq!(from_str::<Shape>(text).unwrap(), shape);
    }
}

#[test]
fn accepts_the_tag_in_any_position() {
    let texts = [
        r#"{"radius":3,"type":"round"}"#,
        r#"{"all":[{"radius":3,"type":"round"}],"type":"among","of":"many"}"#,
        r#"{"type":"among","all":[{"radius":3,"type":"round"}],"of":"many"}"#,
    ];
    assert_eq!(
        from_str::<Shape>(texts[0]).unwrap(),
        Shape::Circle { radius: 3 }
    );
    for text in &texts[1..] {
        let all = vec![Shape::Circle { radius: 3 }];
        assert_eq!(
            from_str::<Shape>(text).unwrap(),
            Shape::Among(Inner::Many { all, more: None })
        );
    }
    // A `Value` sorts its names alphabetically.
    for (shape, text) in some() {
        let value: Value = from_str(text).unwrap();
        assert_eq!(from_value::<Shape>(value).unwrap(), shape);
    }
}

#[test]
fn names_the_fault_of_malformed_values() {
    let cases = [
        (json!({}), "missing field `type`"),
        (json!({"radius": 3}), "missing field `type`"),
        (json!({"type": "square"}), "unknown variant `square`"),
        (json!({"type": "round"}), "missing field `radius`"),
        (json!({"type": "round", "radius": 256}), "invalid value"),
        (json!({"type": "among", "all": []}), "missing field `of`"),
        (
            json!({"type": "among", "of": "many", "all": [], "less": 1}),
            "unknown field `less`",
        ),
        (json!("round"), "a map with the field `type`"),
    ];
    for (value, says) in cases {
        let error = from_str::<Shape>(&value.to_string())
            .unwrap_err()
            .to_string();
        assert!(error.contains(says), "{value}: {error}");
    }
}

#[test]
fn rejects_a_second_tag_in_any_position() {
    let texts = [
        r#"{"type":"nothing","type":"nothing"}"#,
        r#"{"type":"round","radius":1,"type":"empty"}"#,
        r#"{"radius":1,"type":"round","type":"round"}"#,
        r#"{"type":"among","of":"many","all":[],"type":"among"}"#,
    ];
    for text in texts {
        let error = from_str::<Shape>(text).unwrap_err().to_string();
        assert!(error.contains("duplicate field `type`"), "{text}: {error}");
    }
    let inner = r#"{"type":"among","of":"many","of":"many","all":[]}"#;
    let error = from_str::<Shape>(inner).unwrap_err().to_string();
    assert!(error.contains("duplicate field `of`"), "{error}");
}

#[test]
fn rejects_a_second_field_at_any_depth() {
    let texts = [
        (r#"{"type":"round","radius":1,"radius":1}"#, "radius"),
        (r#"{"radius":1,"type":"round","radius":1}"#, "radius"),
        (
            r#"{"type":"among","of":"many","all":[{"radius":1,"type":"round","radius":2}]}"#,
            "radius",
        ),
        (
            r#"{"of":"many","all":[{"type":"round","radius":1,"radius":2}],"type":"among"}"#,
            "radius",
        ),
        (
            r#"{"of":"many","all":[],"more":{"less":[{"a":1,"b":2,"a":1}]},"type":"among"}"#,
            "a",
        ),
    ];
    for (text, field) in texts {
        let error = from_str::<Shape>(text).unwrap_err().to_string();
        let says = format!("duplicate field `{field}`");
        assert!(error.contains(&says), "{text}: {error}");
    }
}

#[test]
fn accepts_escaped_field_names() {
    let read = from_str::<Shape>(r#"{"\u0074ype":"round","r\u0061dius":3}"#).unwrap();
    assert_eq!(read, Shape::Circle { radius: 3 });
}

#[test]
fn reads_a_field_that_stands_next_to_those_of_the_enum() {
    let with =
        |text: &str| super::read_with::<Shape, u8, _>(&mut Deserializer::from_str(text), "id");
    let texts = [
        r#"{"id":7,"type":"round","radius":3}"#,
        r#"{"type":"round","id":7,"radius":3}"#,
        r#"{"type":"round","radius":3,"id":7}"#,
        r#"{"radius":3,"id":7,"type":"round"}"#,
    ];
    for text in texts {
        assert_eq!(with(text).unwrap(), (Shape::Circle { radius: 3 }, 7));
    }
    let cases = [
        (r#"{"type":"nothing"}"#, "missing field `id`"),
        (r#"{"id":7}"#, "missing field `type`"),
        (r#"{"id":256,"type":"nothing"}"#, "invalid value"),
        (
            r#"{"id":7,"type":"nothing","id":7}"#,
            "duplicate field `id`",
        ),
        (
            r#"{"id":7,"radius":3,"type":"round","id":7}"#,
            "duplicate field `id`",
        ),
    ];
    for (text, says) in cases {
        let error = with(text).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}
