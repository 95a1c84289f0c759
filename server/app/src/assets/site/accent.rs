//! The colors that follow from the operator's accent color, in both color schemes.

use std::fmt::Write;

use crate::settings::Color;

/// The minimum contrast of text, by WCAG 2.2, success criterion 1.4.3.
const TEXT_CONTRAST: f64 = 4.5;
/// The steps in which a color is mixed with black or white until it can be read.
const STEP: f64 = 0.02;
/// The largest part of the accent color in the soft background, and the step in which it is reduced
/// until the pages' own text can be read there.
const SOFT: f64 = 0.14;
const SOFT_STEP: f64 = 0.01;
/// The part of black or white in the strong accent color.
const STRONG: f64 = 0.25;

const BLACK: Color = Color {
    channels: [0, 0, 0],
};
const WHITE: Color = Color {
    channels: [255, 255, 255],
};

/// The backgrounds of text in a design with two color schemes.
const BACKGROUNDS: [&str; 4] = ["paper", "surface", "surface-raised", "surface-sunk"];

/// The colors of text that may be on the soft background.
const INKS: [&str; 2] = ["ink", "ink-soft"];

/// The colors of one scheme.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Accent {
    plain: Color,
    strong: Color,
    soft: Color,
}

/// Returns the style sheet of the design tokens with the operator's accent color. The color is
/// darkened or lightened as far as text in it needs to be read on the pages' backgrounds.
pub fn recolored(tokens: &str, color: Color) -> String {
    let schemes = [("light", BLACK), ("dark", WHITE)];
    let [light, dark] = schemes.map(|(scheme, towards)| {
        let of = |name| token(tokens, name, scheme).unwrap_or(WHITE);
        accent(color, towards, &BACKGROUNDS.map(of), &INKS.map(of))
    });
    let mut recolored = String::with_capacity(tokens.len());
    for line in tokens.split_inclusive('\n') {
        let pair = match line.trim_start().split_once(':') {
            Some(("--accent", _)) => Some((light.plain, dark.plain)),
            Some(("--accent-strong", _)) => Some((light.strong, dark.strong)),
            Some(("--accent-ink", _)) => Some((WHITE, BLACK)),
            Some(("--accent-soft", _)) => Some((light.soft, dark.soft)),
            _ => None,
        };
        match (pair, line.split_once(':')) {
            (Some((light, dark)), Some((name, _))) => {
                writeln!(
                    recolored,
                    "{name}: var(--light, {light}) var(--dark, {dark});"
                )
                .expect("memory takes all");
            }
            _ => recolored.push_str(line),
        }
    }
    recolored
}

/// Returns the colors of a scheme, whose text colors tend towards black or white.
fn accent(color: Color, towards: Color, backgrounds: &[Color], inks: &[Color]) -> Accent {
    let paper = backgrounds.first().copied().unwrap_or(WHITE);
    let at = |part: f64| {
        let accent = mixed(color, towards, part);
        (accent, soft(accent, paper, inks))
    };
    let is_readable = |(accent, soft): &(Color, Color)| {
        let backgrounds = backgrounds.iter().chain([soft]);
        let mut contrasts = backgrounds.map(|background| contrast(*accent, *background));
        contrasts.all(|contrast| contrast >= TEXT_CONTRAST)
    };
    let parts = std::iter::successors(Some(0.0), |part| Some(part + STEP));
    let candidates = parts.take_while(|part| *part < 1.0).map(at);
    let (accent, soft) = candidates
        .into_iter()
        .find(is_readable)
        .unwrap_or_else(|| at(1.0));
    Accent {
        plain: accent,
        strong: mixed(accent, towards, STRONG),
        soft,
    }
}

/// Returns the soft background, on which these inks can be read.
fn soft(accent: Color, paper: Color, inks: &[Color]) -> Color {
    let parts = std::iter::successors(Some(SOFT), |part| Some(part - SOFT_STEP));
    let mut softs = parts
        .take_while(|part| *part > 0.0)
        .map(|part| mixed(paper, accent, part));
    let is_readable = |soft: &Color| {
        inks.iter()
            .all(|ink| contrast(*ink, *soft) >= TEXT_CONTRAST)
    };
    softs.find(is_readable).unwrap_or(paper)
}

/// Returns the color of a token in a scheme.
fn token(tokens: &str, name: &str, scheme: &str) -> Option<Color> {
    let (_, values) = tokens.split_once(&format!("--{name}: "))?;
    let (values, _) = values.split_once(';')?;
    let (_, value) = values.split_once(&format!("var(--{scheme}, "))?;
    value.split_once(')')?.0.parse().ok()
}

/// Returns a color with a part of another one, between 0 and 1.
fn mixed(color: Color, other: Color, part: f64) -> Color {
    let [red, green, blue] = std::array::from_fn(|channel| {
        let (own, other) = (color.channels[channel], other.channels[channel]);
        let mixed = f64::from(own) * (1.0 - part) + f64::from(other) * part;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a mean of two bytes is a byte"
        )]
        let byte = mixed.round() as u8;
        byte
    });
    Color {
        channels: [red, green, blue],
    }
}

/// Returns the contrast ratio of two colors as WCAG 2.2 defines it, from 1 to 21.
fn contrast(one: Color, other: Color) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Returns the relative luminance of a color as WCAG 2.2 defines it.
fn luminance(color: Color) -> f64 {
    let [red, green, blue] = color.channels.map(|channel| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.04045 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKENS: &str = include_str!("../../../../../web/client/style/tokens.css");

    #[test]
    fn text_in_any_accent_color_can_be_read() {
        let steps = [0, 51, 102, 153, 204, 255];
        for red in steps {
            for green in steps {
                for blue in steps {
                    let color = Color {
                        channels: [red, green, blue],
                    };
                    check(color, &recolored(TOKENS, color));
                }
            }
        }
    }

    fn check(color: Color, tokens: &str) {
        for scheme in ["light", "dark"] {
            let of = |name: &str| token(tokens, name, scheme).unwrap();
            let inks = BACKGROUNDS.iter().chain(&["accent-soft"]);
            for (ink, background) in inks
                .flat_map(|background| [("accent", *background), ("accent-strong", *background)])
                .chain([("accent-ink", "accent"), ("accent-ink", "accent-strong")])
                .chain(INKS.map(|ink| (ink, "accent-soft")))
            {
                let contrast = contrast(of(ink), of(background));
                assert!(
                    contrast >= TEXT_CONTRAST,
                    "{color}: {ink} on {background}, {scheme}: {contrast:.2}"
                );
            }
        }
    }

    #[test]
    fn a_color_that_can_be_read_stays_as_it_is() {
        let tokens = recolored(TOKENS, "#5b2a86".parse().unwrap());
        assert_eq!(token(&tokens, "accent", "light"), "#5b2a86".parse().ok());
        assert_eq!(
            token(&tokens, "paper", "light"),
            token(TOKENS, "paper", "light")
        );
        assert_eq!(tokens.lines().count(), TOKENS.lines().count());
    }
}
