//! How services want to be told what they show to a channel of people.

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::client::Request;

/// A kind of service.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Channel {
    /// A webhook of Discord, or of what speaks like it.
    Discord,
    /// An incoming webhook of Slack, or of Mattermost or what else speaks like it.
    Slack,
    /// A topic of ntfy.
    Ntfy,
    /// A program of somebody's own.
    Json,
}

/// A message for people.
#[derive(Copy, Clone, Debug)]
pub struct Message<'a> {
    /// What it is about, in a few characters of ASCII.
    pub title: &'a str,
    /// What it says; texts of other people in it are [`Channel::quoted`].
    pub text: &'a str,
    /// Where it leads.
    pub link: Option<&'a str>,
}

/// Discord shows no preview of the links in a message: there is one already.
const NO_PREVIEWS: u32 = 1 << 2;

impl Channel {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Discord, Self::Slack, Self::Ntfy, Self::Json];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Discord => "discord",
            Self::Slack => "slack",
            Self::Ntfy => "ntfy",
            Self::Json => "json",
        }
    }

    /// The one of that name.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.word() == word)
    }

    /// A text of somebody's, so that it is shown as it was written, formats nothing and calls nobody.
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
                // Mattermost calls people by what follows; a space without width keeps it from that.
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

    /// The request that brings a message there. A program gets the facts instead, with the text among them.
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
    fn each_service_is_told_in_its_own_words() {
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
    fn a_message_without_a_link_is_one_too() {
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
    fn a_name_formats_nothing_and_calls_nobody() {
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
    fn a_channel_has_a_name() {
        for channel in Channel::ALL {
            assert_eq!(Channel::of_word(channel.word()), Some(channel));
        }
        assert_eq!(Channel::of_word("telegraph"), None);
    }
}
