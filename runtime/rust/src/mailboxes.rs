//! The macros that read the tables of commands and packets: a structure in memory is the place of each of its
//! fields.

/// Commands, answers, structures, headers, datagrams and records: views, which read a field in place, and
/// write it if the memory allows.
macro_rules! mailboxes {
    ($(
        $(#[$doc:meta])*
        $Mailbox:ident(
            $name:literal, $size:literal $(, opcode = $opcode:literal)? $(, attribute = $attribute:literal)?
        ) {
            $($(#[$field_doc:meta])* $kind:ident($($how:tt)*);)*
        }
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Mailbox<B>(pub(crate) B);

        impl<B: AsRef<[u8]>> $Mailbox<B> {
            /// The name of its spec.
            pub const NAME: &'static str = $name;
            /// Its length in bytes, without a list that it ends with.
            pub const SIZE: usize = $size;
            $(
                /// The number of the command.
                pub const OPCODE: u16 = $opcode;
            )?
            $(
                /// The number of the attribute in management datagrams.
                pub const ATTRIBUTE: u16 = $attribute;
            )?

            /// Returns a view of the bytes that `bytes` begin with.
            #[inline]
            pub fn new(bytes: B) -> core::result::Result<Self, crate::ReadError> {
                let given = bytes.as_ref().len();
                if given < $size {
                    return Err(crate::ReadError::TooShort { layout: $name, needed: $size, given });
                }
                Ok(Self(bytes))
            }

            /// Returns the bytes.
            #[inline]
            pub fn into_bytes(self) -> B {
                self.0
            }

            $(reading! { $kind, [$(#[$field_doc])*], $($how)* })*
        }

        impl<B: AsRef<[u8]> + AsMut<[u8]>> $Mailbox<B> {
            /// Returns a view in which all bits are 0, except the opcode of a command.
            #[inline]
            pub fn cleared(bytes: B) -> core::result::Result<Self, crate::ReadError> {
                let mut made = Self::new(bytes)?;
                made.0.as_mut()[..$size].fill(0);
                $(made.0.as_mut()[..2].copy_from_slice(&u16::to_be_bytes($opcode));)?
                Ok(made)
            }

            $(writing! { $kind, $($how)* })*
        }
    )*};
}

/// The function that returns a field.
macro_rules! reading {
    (number, [$(#[$doc:meta])*], $get:ident, $set:ident: $number:ident = $at:literal, $msb:literal, $lsb:literal) => {
        reading! { fixed, [$(#[$doc])*], $get: $number = $at, $msb, $lsb }
    };
    (fixed, [$(#[$doc:meta])*], $get:ident: $number:ident = $at:literal, $msb:literal, $lsb:literal) => {
        $(#[$doc])*
        #[inline]
        pub fn $get(&self) -> $number {
            let word = <$number as crate::wire::Word>::load(self.0.as_ref(), $at);
            crate::wire::bits::get(word, $msb, $lsb) as $number
        }
    };
    (bytes, [$(#[$doc:meta])*], $get:ident, $set:ident: $length:literal = $at:literal) => {
        $(#[$doc])*
        #[inline]
        pub fn $get(&self) -> &[u8; $length] {
            crate::wire::array(self.0.as_ref(), $at)
        }
    };
    (part, [$(#[$doc:meta])*], $get:ident, $edit:ident: $Inner:ident = $at:literal) => {
        $(#[$doc])*
        #[inline]
        pub fn $get(&self) -> $Inner<&[u8]> {
            $Inner(&self.0.as_ref()[$at..])
        }
    };
    (component, [$(#[$doc:meta])*], $name:ident = $number:literal) => {
        $(#[$doc])*
        pub const $name: u8 = $number;
    };
    (rest, [$(#[$doc:meta])*], $get:ident, $edit:ident = $at:literal) => {
        $(#[$doc])*
        #[inline]
        pub fn $get(&self) -> &[u8] {
            &self.0.as_ref()[$at..]
        }
    };
}

/// The function that writes a field. A number that is too wide is cut, and an assertion fails in debug
/// builds.
macro_rules! writing {
    (number, $get:ident, $set:ident: $number:ident = $at:literal, $msb:literal, $lsb:literal) => {
        #[doc = concat!("Sets `", stringify!($get), "`, and no other bit.")]
        #[inline]
        pub fn $set(&mut self, value: $number) -> &mut Self {
            use crate::wire::{bits, Word};
            let to = self.0.as_mut();
            let mask = bits::put(bits::get(u64::MAX, $msb, $lsb), $msb, $lsb);
            let others = <$number as Word>::load(to, $at) & !mask;
            <$number as Word>::store(to, $at, others | bits::put(value.into(), $msb, $lsb));
            self
        }
    };
    (fixed, $($how:tt)*) => {};
    (component, $($how:tt)*) => {};
    (bytes, $get:ident, $set:ident: $length:literal = $at:literal) => {
        #[doc = concat!("Sets `", stringify!($get), "`, and no other bit.")]
        #[inline]
        pub fn $set(&mut self, value: &[u8; $length]) -> &mut Self {
            self.0.as_mut()[$at..$at + $length].copy_from_slice(value);
            self
        }
    };
    (part, $get:ident, $edit:ident: $Inner:ident = $at:literal) => {
        #[doc = concat!("Returns `", stringify!($get), "`, to be written.")]
        #[inline]
        pub fn $edit(&mut self) -> $Inner<&mut [u8]> {
            $Inner(&mut self.0.as_mut()[$at..])
        }
    };
    (rest, $get:ident, $edit:ident = $at:literal) => {
        #[doc = concat!("Returns `", stringify!($get), "`, to be written.")]
        #[inline]
        pub fn $edit(&mut self) -> &mut [u8] {
            &mut self.0.as_mut()[$at..]
        }
    };
}
