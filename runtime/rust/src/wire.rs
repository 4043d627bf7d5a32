//! Big-endian words and their fields. Bits are counted as the manual does: bit 0 is the lowest of a word.
use crate::error::ReadError;

/// The bytes of the unit in which WQEs are counted.
pub const OCTOWORD: usize = 16;
/// The bytes of the unit in which send queues are counted.
pub const WQEBB: usize = 64;

/// The key of local memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LKey(pub u32);

/// The key that a peer handed out for its memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RKey(pub u32);

/// A segment or a doorbell: a struct with numbers in host order, whose bytes are big-endian.
pub trait Layout: Sized {
    /// The name of its spec.
    const NAME: &'static str;
    /// Its length in bytes.
    const SIZE: usize;

    /// Writes all bytes of the layout to the beginning of `to`. Bits without a name become zero.
    fn write(&self, to: &mut [u8]) -> Result<(), ReadError>;

    /// Returns the fields of the layout that `from` begins with.
    fn read(from: &[u8]) -> Result<Self, ReadError>;

    /// Returns true if a list leaves the segment out.
    fn is_empty(&self) -> bool {
        false
    }

    /// Returns true if the device does not take the value of a field.
    fn is_too_large(&self) -> bool {
        false
    }
}

/// A word of 16, 32 or 64 bits.
pub(crate) trait Word {
    fn load(bytes: &[u8], at: usize) -> u64;
    fn store(bytes: &mut [u8], at: usize, value: u64);
}

impl Word for u16 {
    #[inline]
    fn load(bytes: &[u8], at: usize) -> u64 {
        u16::from_be_bytes(*array(bytes, at)).into()
    }
    #[inline]
    fn store(bytes: &mut [u8], at: usize, value: u64) {
        // The fields of a word of 16 bits end at bit 15.
        bytes[at..at + 2].copy_from_slice(&(value as u16).to_be_bytes());
    }
}

impl Word for u32 {
    #[inline]
    fn load(bytes: &[u8], at: usize) -> u64 {
        u32::from_be_bytes(*array(bytes, at)).into()
    }
    #[inline]
    fn store(bytes: &mut [u8], at: usize, value: u64) {
        // The fields of a word of 32 bits end at bit 31.
        bytes[at..at + 4].copy_from_slice(&(value as u32).to_be_bytes());
    }
}

impl Word for u64 {
    #[inline]
    fn load(bytes: &[u8], at: usize) -> u64 {
        u64::from_be_bytes(*array(bytes, at))
    }
    #[inline]
    fn store(bytes: &mut [u8], at: usize, value: u64) {
        bytes[at..at + 8].copy_from_slice(&value.to_be_bytes());
    }
}

/// Returns N bytes of a layout, which has them.
#[inline]
pub(crate) fn array<const N: usize>(bytes: &[u8], at: usize) -> &[u8; N] {
    match <&[u8; N]>::try_from(&bytes[at..at + N]) {
        Ok(array) => array,
        Err(_) => unreachable!(),
    }
}

/// The type of a field: a number, or an enum.
pub(crate) trait Value: Copy {
    fn to_word(self) -> u64;
    /// Returns None if the enum has no such value.
    fn from_word(word: u64) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Value for $number {
            #[inline]
            fn to_word(self) -> u64 {
                self.into()
            }
            #[inline]
            fn from_word(word: u64) -> Option<Self> {
                Some(word as Self) // the field is no wider
            }
        }
    )*};
}
numbers!(u8 u16 u32 u64);

/// Fields that are counted from their lowest bit. A value that does not fit is cut, and an assertion fails in
/// debug builds: it never changes the fields beside it.
pub(crate) mod bits {
    use super::ones;

    #[inline]
    pub(crate) fn put(value: u64, msb: u32, lsb: u32) -> u64 {
        debug_assert!(value & !ones(msb - lsb) == 0, "the value does not fit its field");
        (value & ones(msb - lsb)) << lsb
    }
    #[inline]
    pub(crate) fn get(word: u64, msb: u32, lsb: u32) -> u64 {
        word >> lsb & ones(msb - lsb)
    }
}

/// Fields whose number is the word with the other bits 0, such as an address whose lowest bits hold other
/// fields.
pub(crate) mod in_place {
    use super::ones;

    #[inline]
    pub(crate) fn put(value: u64, msb: u32, lsb: u32) -> u64 {
        debug_assert!(
            value & !(ones(msb - lsb) << lsb) == 0,
            "the value reaches into the fields beside its own"
        );
        value & (ones(msb - lsb) << lsb)
    }
    #[inline]
    pub(crate) fn get(word: u64, msb: u32, lsb: u32) -> u64 {
        word & (ones(msb - lsb) << lsb)
    }
}

/// Returns a number whose bits `msb` to 0 are 1.
#[inline]
const fn ones(msb: u32) -> u64 {
    u64::MAX >> (63 - msb)
}

#[inline]
pub(crate) fn value<T: Value>(word: u64, layout: &'static str, field: &'static str) -> Result<T, ReadError> {
    T::from_word(word).ok_or(ReadError::UnknownValue { layout, field, value: word })
}

#[inline]
pub(crate) fn first<'a, const N: usize>(
    bytes: &'a [u8],
    layout: &'static str,
) -> Result<&'a [u8; N], ReadError> {
    if bytes.len() < N {
        return Err(ReadError::TooShort { layout, needed: N, given: bytes.len() });
    }
    Ok(array(bytes, 0))
}
