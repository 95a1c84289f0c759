//! The lessons of every game.

use crate::{
    AnyAction, AnyEvent, AnyGame, AnyIllegal, AnyView, GameKind, OtherGame,
    lesson::{Attempt, LessonStep, NotPlayed, Played},
};

/// A lesson of one of the games, as far as somebody has come in it.
pub type AnyAttempt = Attempt<AnyEvent, AnyView>;

/// Writes what has to know the module of each game.
macro_rules! lessons {
    ($($variant:ident = $module:ident),+ $(,)?) => {
        use crate::{$($module),+};

        impl GameKind {
            /// The names of its lessons, in the order in which they are learnt.
            pub fn lessons(self) -> Vec<&'static str> {
                match self { $(Self::$variant => $module::LESSONS.iter().map(|lesson| lesson.id).collect()),+ }
            }

            /// Plays one of its lessons with these decisions of the learner, from its beginning; `None` if it has no
            /// lesson of that name.
            ///
            /// # Errors
            /// The rules refuse one of the decisions, or the lesson ends before the last.
            pub fn attempt(
                self,
                lesson: &str,
                actions: &[AnyAction],
            ) -> Option<Played<AnyGame>> {
                match self { $(Self::$variant => {
                    let lesson = $module::LESSONS.iter().find(|one| one.id == lesson)?;
                    let own = |action: &AnyAction| match action {
                        AnyAction::$variant(action) => Some(action.clone()),
                        _ => None,
                    };
                    let Some(actions) = actions.iter().map(own).collect::<Option<Vec<_>>>() else {
                        return Some(Err(AnyIllegal::OtherGame(OtherGame::OtherGame).into()));
                    };
                    Some(match lesson.attempt(&actions) {
                        Ok(attempt) => Ok(attempt.map(AnyEvent::$variant, AnyView::$variant)),
                        Err(NotPlayed::Illegal(reason)) => Err(AnyIllegal::$variant(reason).into()),
                        Err(NotPlayed::Ended) => Err(NotPlayed::Ended),
                    })
                }),+ }
            }
        }
    };
}

each_game!(lessons);

impl<E, V> Attempt<E, V> {
    /// The same with other types of events and views.
    fn map<F, W>(self, event: fn(E) -> F, view: fn(V) -> W) -> Attempt<F, W> {
        let step = |step: LessonStep<E, V>| LessonStep {
            events: step.events.into_iter().map(event).collect(),
            view: view(step.view),
        };
        Attempt {
            steps: self.steps.into_iter().map(step).collect(),
            result: self.result,
        }
    }
}
