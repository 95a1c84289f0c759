//! Enums whose values are listed where they are declared.

/// Declares an enum, with the array of all its values as `ALL`.
#[macro_export]
macro_rules! listed_enum {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$value_meta:meta])* $value:ident $(= $number:literal)?),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$value_meta])* $value $(= $number)?),*
        }

        impl $name {
            /// All values, in the order of their declaration.
            $vis const ALL: [Self; [$($name::$value),*].len()] = [$(Self::$value),*];
        }
    };
}
