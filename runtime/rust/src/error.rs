//! Errors.
use core::fmt;

/// Why a WQE was not posted. Nothing of it reaches the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostError {
    /// The queue has no room: poll completions, and try again.
    QueueFull,
    /// The WQE is longer than its memory, or than the device allows.
    TooLong,
    /// A length is more than the device takes.
    ValueTooLarge,
}

impl fmt::Display for PostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::QueueFull => "the queue has no room for the WQE: poll completions first",
            Self::TooLong => {
                "the WQE is longer than its memory, or than the device allows: give it shorter pieces"
            }
            Self::ValueTooLarge => "a length is more than the device takes: divide the piece",
        })
    }
}

/// A signaled WQE that was not posted. The entry comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused<E> {
    /// Why.
    pub error: PostError,
    /// The entry that `signal()` took.
    pub entry: E,
}

impl<E> fmt::Display for Refused<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<E> From<Refused<E>> for PostError {
    fn from(refused: Refused<E>) -> Self {
        refused.error
    }
}

/// Why bytes cannot be read, or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The buffer is shorter than the layout.
    TooShort {
        /// The layout, by the name of its spec.
        layout: &'static str,
        /// The bytes that it takes.
        needed: usize,
        /// The bytes that there are.
        given: usize,
    },
    /// A field has a value without a name.
    UnknownValue {
        /// The layout, by the name of its spec.
        layout: &'static str,
        /// The field.
        field: &'static str,
        /// Its value.
        value: u64,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort { layout, needed, given } => {
                write!(f, "{layout} takes {needed} bytes, and there are {given}")
            }
            Self::UnknownValue { layout, field, value } => {
                write!(f, "{layout}.{field} is {value:#x}, which has no name")
            }
        }
    }
}

#[cfg(feature = "std")]
mod std_errors {
    use super::{PostError, ReadError, Refused};

    impl std::error::Error for PostError {}
    impl std::error::Error for ReadError {}
    impl<E: core::fmt::Debug> std::error::Error for Refused<E> {}
}
