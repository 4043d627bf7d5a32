//! Writes the segments of one WQE, one after the other.
use crate::chain::{Complete, Kind, Slot, Transport};
use crate::enums::{CompletionMode, Opcode};
use crate::error::{PostError, Refused};
use crate::segments::{CtrlSeg, InlineSeg};
use crate::wire::{Layout, Word, OCTOWORD};
use core::marker::PhantomData;

/// The place of a number that is known only when a list ends: the offset of its word in the WQE, and its
/// lowest bit.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub(crate) at: usize,
    pub(crate) lsb: u32,
}

/// The end of a list: what it is filled with, and the fields that count it.
#[derive(Clone, Copy, Debug)]
pub struct List {
    /// The octowords to whose multiple it is filled with zeros.
    pub(crate) pad: usize,
    /// Takes the octowords behind `length_from`, the zeros included.
    pub(crate) length: Option<Place>,
    pub(crate) length_from: usize,
    /// Takes the octowords behind `entries_from`, without the zeros.
    pub(crate) entries: Option<Place>,
    pub(crate) entries_from: usize,
}

/// The values of a kind, which a verb sets.
#[derive(Clone, Copy)]
pub(crate) struct Values {
    opcode: Opcode,
    opmod: u8,
    fences_next: bool,
    max_octowords: usize,
}

/// The values of a kind as a constant, so that they are no code of each slot.
pub(crate) struct Of<K>(PhantomData<K>);

impl<K: Kind> Of<K> {
    pub(crate) const VALUES: Values = Values {
        opcode: K::OPCODE,
        opmod: K::OPMOD,
        fences_next: K::FENCES_NEXT,
        max_octowords: K::MAX_OCTOWORDS,
    };
}

/// A WQE under construction, without its memory. It stays as it is after the first error.
struct Draft {
    octowords: usize,
    room: usize,
    ctrl: CtrlSeg,
    fences_next: bool,
    error: Option<PostError>,
}

impl Draft {
    /// Returns the memory of the next octowords. Too little of it is an error.
    #[inline]
    fn take<'a>(&mut self, wqe: &'a mut [u8], octowords: usize) -> Option<&'a mut [u8]> {
        let begin = self.octowords;
        let end = begin + octowords;
        if self.error.is_some() {
            return None;
        }
        if end > self.room || end * OCTOWORD > wqe.len() {
            self.error = Some(PostError::TooLong);
            return None;
        }
        self.octowords = end;
        Some(&mut wqe[begin * OCTOWORD..end * OCTOWORD])
    }

    /// Returns the memory of the octowords that so many bytes take. The last octoword is zeros.
    #[inline]
    fn take_padded<'a>(&mut self, wqe: &'a mut [u8], bytes: usize) -> Option<&'a mut [u8]> {
        let octowords = (bytes + OCTOWORD - 1) / OCTOWORD;
        let to = self.take(wqe, octowords)?;
        to[(octowords - 1) * OCTOWORD..].fill(0);
        Some(to)
    }

    #[inline]
    fn write<L: Layout>(&mut self, wqe: &mut [u8], segment: &L) {
        if segment.is_too_large() {
            self.error.get_or_insert(PostError::ValueTooLarge);
        } else if let Some(to) = self.take(wqe, L::SIZE / OCTOWORD) {
            put(segment, to);
        }
    }

    #[inline]
    fn inline(&mut self, wqe: &mut [u8], bytes: &[u8]) {
        let end = InlineSeg::SIZE + bytes.len();
        if bytes.is_empty() {
            return;
        }
        if let Some(to) = self.take_padded(wqe, end) {
            // A WQE has fewer bytes than the field has numbers.
            put(&InlineSeg { byte_count: bytes.len() as _, ..InlineSeg::default() }, to);
            to[InlineSeg::SIZE..end].copy_from_slice(bytes);
        }
    }

    #[inline]
    fn header<L: Layout>(&mut self, wqe: &mut [u8], segment: &L, begin: usize, bytes: &[u8]) {
        let end = begin + bytes.len();
        if let Some(to) = self.take_padded(wqe, core::cmp::max(end, L::SIZE)) {
            put(segment, to);
            to[begin..end].copy_from_slice(bytes);
        }
    }

    #[inline]
    fn pad(&mut self, wqe: &mut [u8], multiple: usize) {
        let octowords = (multiple - self.octowords % multiple) % multiple;
        if let Some(to) = self.take(wqe, octowords) {
            to.fill(0);
        }
    }

    #[inline]
    fn add(&mut self, wqe: &mut [u8], place: Option<Place>, number: usize) {
        if let (Some(place), None) = (place, self.error) {
            let word = u32::load(wqe, place.at);
            u32::store(wqe, place.at, word + ((number as u64) << place.lsb));
        }
    }

    #[inline]
    fn close(&mut self, wqe: &mut [u8], list: List) {
        // Behind an error, there may be less than in front of a list, and the numbers are not used.
        self.add(wqe, list.entries, self.octowords.wrapping_sub(list.entries_from));
        self.pad(wqe, list.pad);
        self.add(wqe, list.length, self.octowords.wrapping_sub(list.length_from));
    }
}

/// Writes a segment into memory that is as long as it, or longer.
#[inline]
fn put<L: Layout>(segment: &L, to: &mut [u8]) {
    let written = segment.write(to);
    debug_assert!(written.is_ok());
}

/// A WQE under construction in a slot. Each function hands it on, so that a chain is an expression.
pub(crate) struct Writer<S> {
    slot: S,
    draft: Draft,
}

impl<S: Slot> Writer<S> {
    #[inline]
    pub(crate) fn new(slot: S) -> Self {
        let draft = Draft {
            octowords: CtrlSeg::SIZE / OCTOWORD,
            room: S::Transport::MAX_OCTOWORDS,
            ctrl: CtrlSeg::default(),
            fences_next: false,
            error: None,
        };
        Self { slot, draft }
    }

    #[inline]
    pub(crate) fn kind(mut self, kind: Values) -> Self {
        self.draft.ctrl.opcode = kind.opcode;
        self.draft.ctrl.opmod = kind.opmod;
        self.draft.fences_next = kind.fences_next;
        self.draft.room = core::cmp::min(S::Transport::MAX_OCTOWORDS, kind.max_octowords);
        self
    }

    /// The values of `ctrl_seg`.
    #[inline]
    pub(crate) fn ctrl(&mut self) -> &mut CtrlSeg {
        &mut self.draft.ctrl
    }

    #[inline]
    pub(crate) fn imm(mut self, imm: u32) -> Self {
        self.draft.ctrl.imm = imm;
        self
    }

    /// A segment whose place is fixed.
    #[inline]
    pub(crate) fn write<L: Layout>(mut self, segment: &L) -> Self {
        self.draft.write(self.slot.memory(), segment);
        self
    }

    /// A segment of a list, unless it is empty.
    #[inline]
    pub(crate) fn append<L: Layout>(self, segment: &L) -> Self {
        if segment.is_empty() {
            return self;
        }
        self.write(segment)
    }

    /// A payload that is copied into the WQE, unless it is empty.
    #[inline]
    pub(crate) fn inline(mut self, bytes: &[u8]) -> Self {
        self.draft.inline(self.slot.memory(), bytes);
        self
    }

    /// A segment, and the bytes of packet headers from its byte `begin` on.
    #[inline]
    pub(crate) fn header<L: Layout>(mut self, segment: &L, begin: usize, bytes: &[u8]) -> Self {
        self.draft.header(self.slot.memory(), segment, begin, bytes);
        self
    }

    /// Fills the WQE with zeros up to a multiple of octowords.
    #[inline]
    pub(crate) fn pad(mut self, multiple: usize) -> Self {
        self.draft.pad(self.slot.memory(), multiple);
        self
    }

    /// Adds a number to a field of a segment that has been written.
    #[inline]
    pub(crate) fn add(mut self, place: Option<Place>, number: usize) -> Self {
        self.draft.add(self.slot.memory(), place, number);
        self
    }

    /// Ends a list, if there is one.
    #[inline]
    pub(crate) fn close(mut self, list: Option<List>) -> Self {
        if let Some(list) = list {
            self.draft.close(self.slot.memory(), list);
        }
        self
    }

    #[inline]
    pub(crate) fn finish<State: Complete>(self) -> Result<S::Posted, PostError> {
        self.close(State::LIST).post(CompletionMode::OnError, None).map_err(|(error, _)| error)
    }

    #[inline]
    pub(crate) fn finish_signaled<State: Complete>(
        self,
        entry: S::Entry,
    ) -> Result<S::Posted, Refused<S::Entry>> {
        match self.close(State::LIST).post(CompletionMode::Always, Some(entry)) {
            Ok(posted) => Ok(posted),
            Err((error, Some(entry))) => Err(Refused { error, entry }),
            Err((_, None)) => unreachable!("a slot gives the entry back that it does not keep"),
        }
    }

    #[inline]
    fn post(
        self,
        ce: CompletionMode,
        entry: Option<S::Entry>,
    ) -> Result<S::Posted, (PostError, Option<S::Entry>)> {
        let Self { slot, draft } = self;
        if let Some(error) = draft.error {
            return Err((error, entry));
        }
        let ds = draft.octowords as u8; // a WQE has at most 63 octowords
        slot.post(CtrlSeg { ds, ce, ..draft.ctrl }, draft.fences_next, entry)
    }
}
