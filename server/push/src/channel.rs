//! The message formats of the services that webhooks post to.

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::client::Request;

/// The kind of service behind a webhook.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Channel {
    /// A webhook of Discord or a compatible service.
    Discord,
    /// An incoming webhook of Slack, Mattermost or a compatible service.
    Slack,
    /// A topic on a server of ntfy.
    Ntfy,
    /// A custom program, which receives JSON.
    Json,
}

/// A message to the readers of a channel.
#[derive(Copy, Clone, Debug)]
pub struct Message<'a> {
    /// The title: a few characters of ASCII.
    pub title: &'a str,
    /// The text of the message. Names and other user input in it are escaped with
    /// [`Channel::quoted`].
    pub text: &'a str,
    /// The link of the message, if it has one.
    pub link: Option<&'a str>,
}

/// The Discord flag that suppresses link previews: the message itself shows the link.
const NO_PREVIEWS: u32 = 1 << 2;

impl Channel {
    /// All kinds of services behind webhooks.
    pub const ALL: [Self; 4] = [Self::Discord, Self::Slack, Self::Ntfy, Self::Json];

    /// Returns the name of the kind in the protocol.
    pub fn word(self) -> &'static str {
        match self {
            Self::Discord => "discord",
            Self::Slack => "slack",
            Self::Ntfy => "ntfy",
            Self::Json => "json",
        }
    }

    /// Returns the kind with that name.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.word() == word)
    }

    /// Escapes user input, so that it appears as it was written, applies no formatting and mentions
    /// no user.
    pub fn quoted(self, text: &str) -> Cow<'_, str> {
        let quote: fn(char, &mut String) = match self {
            Self::Discord => |character, quoted| {
                if character.is_ascii_punctuation() {
                    quoted.push('\\');
                }
                quoted.push(character);
            },
            Self::Slack => |character, quoted| match character {
                '&' => quoted.push_str("&amp;"),
                '<' => quoted.push_str("&lt;"),
                '>' => quoted.push_str("&gt;"),
                // Mattermost treats a name after `@` as a mention; a zero-width space prevents
                // that.
                '@' => quoted.push_str("@\u{200b}"),
                other => quoted.push(other),
            },
            Self::Ntfy | Self::Json => return text.into(),
        };
        let mut quoted = String::with_capacity(text.len() + 8);
        for character in text.chars() {
            quote(character, &mut quoted);
        }
        Cow::Owned(quoted)
    }

    /// Returns the request that posts a message. A custom program receives the facts instead, with
    /// the text among them.
    pub fn request(self, message: Message<'_>, facts: Value) -> Request {
        let Message { title, text, link } = message;
        let with_link = |before: &str, after: &str| match link {
            Some(link) => format!("{text}\n{before}{link}{after}"),
            None => text.to_owned(),
        };
        let body = match self {
            Self::Discord => json!({
                "content": with_link("", ""),
                "allowed_mentions": { "parse": [] },
                "flags": NO_PREVIEWS,
            }),
            Self::Slack => json!({
                "text": with_link("<", ">"),
                "mrkdwn": false,
                "unfurl_links": false,
            }),
            Self::Json => {
                let mut facts = facts;
                facts["text"] = text.into();
                facts["url"] = link.into();
                facts
            }
            Self::Ntfy => {
                let mut headers = vec![
                    ("content-type", "text/plain; charset=utf-8".to_owned()),
                    ("title", title.to_owned()),
                    ("tags", "game_die".to_owned()),
                ];
                headers.extend(link.map(|link| ("click", link.to_owned())));
                return Request {
                    headers,
                    body: text.as_bytes().to_vec(),
                };
            }
        };
        Request {
            headers: vec![("content-type", "application/json".to_owned())],
            body: body.to_string().into_bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGE: Message<'_> = Message {
        title: "Game",
        text: "It is your turn",
        link: Some("https://senda.example/r/abc"),
    };

    fn body(request: &Request) -> Value {
        serde_json::from_slice(&request.body).unwrap()
    }

    #[test]
    fn each_service_receives_its_own_format() {
        let facts = || json!({ "type": "turn" });
        let said = |channel: Channel| body(&channel.request(MESSAGE, facts()));
        let discord = said(Channel::Discord);
        assert_eq!(
            discord["content"],
            "It is your turn\nhttps://senda.example/r/abc"
        );
        assert_eq!(discord["allowed_mentions"], json!({ "parse": [] }));
        let slack = said(Channel::Slack);
        assert_eq!(
            slack["text"],
            "It is your turn\n<https://senda.example/r/abc>"
        );
        let expected = json!({
            "type": "turn",
            "text": "It is your turn",
            "url": "https://senda.example/r/abc",
        });
        assert_eq!(said(Channel::Json), expected);
        let ntfy = Channel::Ntfy.request(MESSAGE, facts());
        assert_eq!(ntfy.body, b"It is your turn");
        let click = ("click", "https://senda.example/r/abc".to_owned());
        assert!(ntfy.headers.contains(&click));
    }

    #[test]
    fn a_message_may_have_no_link() {
        let alone = Message {
            link: None,
            ..MESSAGE
        };
        for channel in Channel::ALL {
            let request = channel.request(alone, json!({}));
            let text = String::from_utf8(request.body).unwrap();
            assert!(text.contains("It is your turn"), "{text}");
            assert!(!text.contains("http"), "{text}");
            assert!(request.headers.iter().all(|(name, _)| *name != "click"));
        }
    }

    #[test]
    fn a_quoted_name_applies_no_formatting_and_mentions_no_user() {
        let name = "<@1> @here *x* `<!channel>";
        assert_eq!(
            Channel::Discord.quoted(name),
            r"\<\@1\> \@here \*x\* \`\<\!channel\>"
        );
        let slack = Channel::Slack.quoted(name);
        assert!(
            !slack.contains(['<', '>']) && !slack.contains("@h"),
            "{slack}"
        );
        for channel in [Channel::Ntfy, Channel::Json] {
            assert_eq!(channel.quoted(name), name);
        }
        assert_eq!(Channel::Discord.quoted("Żaneta 2"), "Żaneta 2");
    }

    #[test]
    fn each_channel_is_found_by_its_name() {
        for channel in Channel::ALL {
            assert_eq!(Channel::of_word(channel.word()), Some(channel));
        }
        assert_eq!(Channel::of_word("telegraph"), None);
    }
}
