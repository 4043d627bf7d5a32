//! The macros that read the tables of generated/: a table of a layout is its fields, word by word.

/// Enums: their values, each with its name in the spec.
macro_rules! enums {
    ($(
        $(#[$doc:meta])*
        $Enum:ident($name:literal, $number:ident $(, zero = $Zero:ident)?) {
            $($(#[doc = $said:literal])* $Value:ident = $value:literal, $word:literal;)*
        }
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr($number)]
        pub enum $Enum {
            $($(#[doc = $said])* $Value = $value,)*
        }

        impl $Enum {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$Value),*];

            /// Returns the name in the spec.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Value => $word,)* }
            }

            /// Returns a sentence about the value.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$Value => concat!($($said),*).trim_start(),)* }
            }
        }

        impl core::convert::TryFrom<$number> for $Enum {
            type Error = crate::ReadError;

            fn try_from(value: $number) -> core::result::Result<Self, crate::ReadError> {
                match value {
                    $($value => Ok(Self::$Value),)*
                    _ => {
                        let value = value.into();
                        Err(crate::ReadError::UnknownValue { layout: "enum", field: $name, value })
                    }
                }
            }
        }

        impl core::convert::From<$Enum> for $number {
            fn from(value: $Enum) -> $number {
                value as $number
            }
        }

        impl core::fmt::Display for $Enum {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl crate::wire::Value for $Enum {
            #[inline]
            fn to_word(self) -> u64 {
                self as u64
            }
            #[inline]
            fn from_word(word: u64) -> Option<Self> {
                match word {
                    $($value => Some(Self::$Value),)*
                    _ => None,
                }
            }
        }

        $(
            impl core::default::Default for $Enum {
                #[inline]
                fn default() -> Self {
                    Self::$Zero
                }
            }
        )?
    )*};
}

/// Layouts that programs write and read: structs of their fields.
macro_rules! layouts {
    ($(
        $(#[$doc:meta])*
        $Layout:ident($name:literal, $size:literal $(, empty if $empty:ident == 0)?) {
            $($at:literal: $word:ident $(| $fixed:literal)? {
                $(
                    $(#[$field_doc:meta])*
                    $field:ident: $type:ty = $kind:ident($msb:literal, $lsb:literal) $(<= $max:literal)?;
                )*
            })*
            $(bytes { $($(#[$bytes_doc:meta])* $bytes:ident: [u8; $length:literal] = $bytes_at:literal;)* })?
        }
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Layout {
            $($($(#[$field_doc])* pub $field: $type,)*)*
            $($($(#[$bytes_doc])* pub $bytes: [u8; $length],)*)?
        }

        impl core::default::Default for $Layout {
            #[inline]
            fn default() -> Self {
                Self {
                    $($($field: <$type as core::default::Default>::default(),)*)*
                    $($($bytes: [0; $length],)*)?
                }
            }
        }

        impl $Layout {
            /// Its length in bytes.
            pub const SIZE: usize = $size;

            /// Returns all bytes. Bits without a name are zero.
            #[inline]
            #[allow(unused_mut, unused_imports)]
            pub fn to_bytes(&self) -> [u8; $size] {
                use crate::wire::Value;
                let mut to = [0; $size];
                $(
                    <$word as crate::wire::Word>::store(
                        &mut to,
                        $at,
                        0 $(| $fixed)? $(| crate::wire::$kind::put(self.$field.to_word(), $msb, $lsb))*,
                    );
                )*
                $($(to[$bytes_at..$bytes_at + $length].copy_from_slice(&self.$bytes);)*)?
                to
            }

            /// Returns the fields. The error is a value without a name.
            #[inline]
            #[allow(unused_variables)]
            pub fn from_bytes(from: &[u8; $size]) -> core::result::Result<Self, crate::ReadError> {
                Ok(Self {
                    $($($field: crate::wire::value(
                        crate::wire::$kind::get(<$word as crate::wire::Word>::load(from, $at), $msb, $lsb),
                        $name,
                        stringify!($field),
                    )?,)*)*
                    $($($bytes: *crate::wire::array(from, $bytes_at),)*)?
                })
            }
        }

        impl crate::wire::Layout for $Layout {
            const NAME: &'static str = $name;
            const SIZE: usize = $size;

            #[inline]
            fn write(&self, to: &mut [u8]) -> core::result::Result<(), crate::ReadError> {
                let given = to.len();
                match to.get_mut(..$size) {
                    Some(to) => to.copy_from_slice(&self.to_bytes()),
                    None => return Err(crate::ReadError::TooShort { layout: $name, needed: $size, given }),
                }
                Ok(())
            }

            #[inline]
            fn read(from: &[u8]) -> core::result::Result<Self, crate::ReadError> {
                Self::from_bytes(crate::wire::first(from, $name)?)
            }

            $(
                #[inline]
                fn is_empty(&self) -> bool {
                    self.$empty == 0
                }
            )?

            #[inline]
            fn is_too_large(&self) -> bool {
                false $($($(|| self.$field > $max)?)*)*
            }
        }
    )*};
}

/// Layouts that a device writes: views, which read a field when it is asked for.
macro_rules! views {
    ($(
        $(#[$doc:meta])*
        $View:ident($name:literal, $size:literal) {
            $($at:literal: $word:ident $(| $fixed:literal)? {
                $($(#[$field_doc:meta])* $field:ident: $type:ty = $kind:ident($msb:literal, $lsb:literal);)*
            })*
            $(bytes { $($(#[$bytes_doc:meta])* $bytes:ident: [u8; $length:literal] = $bytes_at:literal;)* })?
        }
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub struct $View<'a>(&'a [u8; $size]);

        impl<'a> $View<'a> {
            /// The name of its spec.
            pub const NAME: &'static str = $name;
            /// Its length in bytes.
            pub const SIZE: usize = $size;

            /// Returns a view of these bytes.
            #[inline]
            pub fn from_bytes(from: &'a [u8; $size]) -> Self {
                Self(from)
            }

            /// Returns a view of the bytes that `from` begins with.
            #[inline]
            pub fn read(from: &'a [u8]) -> core::result::Result<Self, crate::ReadError> {
                Ok(Self(crate::wire::first(from, $name)?))
            }

            $($(getter! { $kind, [$(#[$field_doc])*], $name, $field, $type, $word, $at, $msb, $lsb })*)*
            $($(
                $(#[$bytes_doc])*
                #[inline]
                pub fn $bytes(&self) -> &'a [u8; $length] {
                    crate::wire::array(self.0, $bytes_at)
                }
            )*)?
        }

        impl core::fmt::Debug for $View<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($View))
                    $($(.field(stringify!($field), &self.$field()))*)*
                    $($(.field(stringify!($bytes), self.$bytes()))*)?
                    .finish()
            }
        }
    )*};
}

/// A function of a view. The value of an enum may have no name.
macro_rules! getter {
    (named, [$(#[$doc:meta])*], $name:literal, $field:ident, $type:ty, $word:ident, $at:literal,
     $msb:literal, $lsb:literal) => {
        $(#[$doc])*
        #[inline]
        pub fn $field(&self) -> core::result::Result<$type, crate::ReadError> {
            let word = <$word as crate::wire::Word>::load(self.0, $at);
            crate::wire::value(crate::wire::bits::get(word, $msb, $lsb), $name, stringify!($field))
        }
    };
    ($kind:ident, [$(#[$doc:meta])*], $name:literal, $field:ident, $type:ty, $word:ident, $at:literal,
     $msb:literal, $lsb:literal) => {
        $(#[$doc])*
        #[inline]
        pub fn $field(&self) -> $type {
            let word = <$word as crate::wire::Word>::load(self.0, $at);
            crate::wire::$kind::get(word, $msb, $lsb) as $type
        }
    };
}

/// The verbs: a function for each at the start of a chain and of a queue, and a type that stands for it.
macro_rules! verbs {
    ($($(#[$doc:meta])* $verb:ident: $Verb:ident;)*) => {
        /// The verbs, as types: `Begins<verbs::Write>` is a state behind which `write()` may come.
        pub mod verbs {
            $($(#[$doc])* pub enum $Verb {})*
        }

        impl<S: Slot, At> Start<S, At> {
            $(
                $(#[$doc])*
                #[inline]
                pub fn $verb(self) -> Chain<S, First<At, verbs::$Verb>>
                where
                    At: Begins<verbs::$Verb>,
                {
                    Chain(self.0.kind(Of::<<At as Begins<verbs::$Verb>>::Wqe>::VALUES), PhantomData)
                }
            )*
        }

        impl<'m, T: Transport, E> SendQueue<'m, T, E> {
            $(
                $(#[$doc])*
                #[inline]
                pub fn $verb(&mut self) -> Chain<QueueSlot<'_, 'm, T, E>, First<T::Start, verbs::$Verb>>
                where
                    T::Start: Begins<verbs::$Verb>,
                {
                    self.wqe().$verb()
                }
            )*
        }
    };
}

/// The verbs that may come in some states, and the WQEs that they begin.
macro_rules! begins {
    ([$($State:ty),*]: $($Verb:ident => $wqe:ident),* $(,)?) => {
        begins! { @each [$($State),*] [$($Verb => $wqe),*] }
    };
    (@each [] $verbs:tt) => {};
    (@each [$State:ty $(, $Other:ty)*] [$($Verb:ident => $wqe:ident),*]) => {
        $(impl Begins<verbs::$Verb> for $State { type Wqe = $wqe::Wqe; })*
        begins! { @each [$($Other),*] [$($Verb => $wqe),*] }
    };
}

/// The kind of a WQE, which stands in its module as `Wqe`.
macro_rules! kind {
    ($name:literal, $opcode:ident, $First:ident $(, $constant:ident: $type:ty = $value:literal)*;
     $($part:ident: $length:literal),* $(,)?) => {
        /// The kind of this WQE.
        pub enum Wqe {}

        impl Kind for Wqe {
            const NAME: &'static str = $name;
            const OPCODE: Opcode = Opcode::$opcode;
            $(const $constant: $type = $value;)*
            const SHAPE: Shape = Shape { $($part: $length,)* ..Shape::EMPTY };
            type First = $First;
        }
    };
}

/// The states of a chain: a type for each, and its steps. A step is its name, its arguments, the next state,
/// and what it does to the WQE, one thing after the other.
macro_rules! states {
    ($Chain:ident;
     $(
        $State:ident $(: $Complete:ident $(with $list:tt)?)? {
            $(
                $(#[$doc:meta])*
                $step:ident($($argument:ident: $type:ty),*) -> $Next:ident $(= $($does:ident $with:tt).*)?;
            )*
        }
    )*) => {$(
        #[doc = concat!("The steps that may come next:", $(" `", stringify!($step), "()`",)* ".")]
        pub enum $State {}

        $(
            impl $Complete for $State {
                $(const LIST: Option<List> = Some(List $list);)?
            }
        )?

        impl<S: Slot> $Chain<S, $State> {
            $(
                $(#[$doc])*
                #[inline]
                pub fn $step(self, $($argument: $type),*) -> $Chain<S, $Next> {
                    $Chain(self.0$($(.$does $with)*)?, PhantomData)
                }
            )*
        }
    )*};
}
