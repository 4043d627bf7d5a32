//! Builds vectors with the crate of runtime/rust and compares the bytes: vectors [FILE...], or the standard
//! input. Each WQE is also built in less memory than it needs, at an odd address, and every layout is read
//! from memory of any length and content.
use std::io::BufRead;
use verbatim::cqes::*;
use verbatim::doorbells::*;
use verbatim::enums::*;
use verbatim::segments::*;
use verbatim::transports::*;
use verbatim::wqes::*;
use verbatim::{Built, Chain, Complete, Kind, LKey, Layout, Limits, PostError, RKey, ReadError};
use verbatim::{Slot, Start, Transport, WqeBytes};

mod json;
mod queue;
use json::Json;

// The chains of every vector, which a script writes.
include!(concat!(env!("CHAINS"), "/chains.rs"));

type Outcome = Result<Built, String>;

/// A vector, and the call of its chain that is next.
#[derive(Clone, Copy)]
struct Values<'a> {
    vector: &'a Json,
    steps: &'a [Json],
    fields: &'a [(String, Json)],
}

impl<'a> Values<'a> {
    fn of_steps(vector: &'a Json, steps: &'a [Json]) -> Self {
        Self { vector, steps, fields: steps.first().map_or(&[], |step| step.items()[1].fields()) }
    }
    fn next(&self) -> Self {
        Self::of_steps(self.vector, &self.steps[1..])
    }
    fn at_end(&self) -> bool {
        self.steps.is_empty()
    }
    fn builds(&self, wqe: &str) -> bool {
        self.vector.get("wqe").text() == wqe
    }
    /// Returns true if the next call has this name, and arguments with these names.
    fn is(&self, call: &str, names: &[&str]) -> bool {
        let given = self.fields.iter().map(|(name, _)| name);
        !self.at_end() && self.steps[0].items()[0].text() == call && given.eq(names)
    }
    fn get(&self, name: &str) -> &'a Json {
        &self.fields.iter().find(|(key, _)| key == name).unwrap_or_else(|| panic!("there is no '{name}'")).1
    }
    fn number(&self, name: &str) -> u64 {
        self.get(name).number()
    }
    fn bytes(&self, name: &str) -> Vec<u8> {
        self.get(name).bytes()
    }
    fn array<const N: usize>(&self, name: &str) -> [u8; N] {
        self.bytes(name).try_into().unwrap()
    }
    fn object(&self, name: &str) -> Self {
        Self { fields: self.get(name).fields(), ..*self }
    }
    fn ctrl(&self, name: &str) -> u64 {
        self.vector.get("ctrl").get(name).number()
    }
    fn refuse(&self) -> Outcome {
        Err(match self.steps.first() {
            None => "the chain ends too early".to_string(),
            Some(step) => format!("no chain takes {}() here", step.items()[0].text()),
        })
    }
    fn finish<S: Slot<Entry = (), Posted = Built>, State: Complete>(
        &self,
        chain: Chain<S, State>,
    ) -> Outcome {
        let fence = FenceMode::try_from(self.ctrl("fm") as u8).unwrap();
        let chain = chain.fence(fence).stream_id(self.ctrl("dci_stream_channel_id") as u16);
        let chain = if self.ctrl("se") != 0 { chain.solicited() } else { chain };
        let signaled = CompletionMode::try_from(self.ctrl("ce") as u8) == Ok(CompletionMode::Always);
        let done = if signaled { chain.signal(()).finish().map_err(PostError::from) } else { chain.finish() };
        done.map_err(|error| error.to_string())
    }
}

fn built(vector: &Json, memory: &mut [u8]) -> Outcome {
    let from = Values::of_steps(vector, vector.get("steps").items());
    let (index, qpn) = (from.ctrl("wqe_index") as u16, from.ctrl("qpn") as u32);
    build(vector.get("transport").text(), memory, index, qpn, from)
}

/// Returns why the WQE is not reproduced, or nothing.
fn wrong_wqe(vector: &Json, expected: &[u8], with_less: bool) -> Option<String> {
    const OLD: u8 = 0xa5; // the byte that old WQEs have left everywhere
    let mut memory = vec![OLD; expected.len() + 17];
    match built(vector, &mut memory[1..1 + expected.len()]) {
        Err(error) => return Some(error),
        Ok(done) if done.length != expected.len() => return Some(format!("it has {} bytes", done.length)),
        Ok(_) if memory[1..1 + expected.len()] != *expected => return Some("other bytes are written".into()),
        Ok(_) => assert!(memory[0] == OLD && memory[1 + expected.len()..] == [OLD; 16]),
    }
    let shorter = (0..expected.len()).step_by(16).chain([expected.len() - 1]);
    for less in shorter.take(if with_less { usize::MAX } else { 0 }) {
        let said = built(vector, &mut vec![OLD; less]);
        if said != Err(PostError::TooLong.to_string()) {
            return Some(format!("in {less} bytes it gives {said:?}"));
        }
    }
    None
}

fn wrong_layout(vector: &Json, expected: &[u8]) -> Option<&'static str> {
    let kinds = ["segment", "cqe", "doorbell"];
    let (kind, name) = kinds.iter().find_map(|kind| Some((kind, vector.find(kind)?.text())))?;
    let from = Values { vector, steps: &[], fields: vector.get("fields").fields() };
    let at_odd = [&[0], expected].concat();
    if !reads(name, &from, &at_odd[1..]) {
        return Some("its fields are read otherwise");
    }
    if *kind == "cqe" {
        return None; // only devices write CQEs, and they use bits that have no name
    }
    let mut bytes = [0xa5; 256];
    if write_layout(name, &from, &mut bytes) != Ok(expected.len()) || bytes[..expected.len()] != *expected {
        return Some("other bytes are written");
    }
    let short = write_layout(name, &from, &mut bytes[..expected.len() - 1]);
    let refused = matches!(short, Err(ReadError::TooShort { .. }));
    (!refused).then_some("it is written to less memory than it has bytes")
}

fn wrong_with(line: &str, with_less: bool) -> Option<String> {
    let vector = match Json::read(line) {
        Some(vector) => vector,
        None => return Some("it is no line of JSON".to_string()),
    };
    let expected = vector.get("bytes").bytes();
    if vector.find("wqe").is_some() {
        return wrong_wqe(&vector, &expected, with_less);
    }
    wrong_layout(&vector, &expected).map(str::to_string)
}

/// Reads every layout from memory of each length, with bytes that a device could have left there.
fn read_anything() {
    let mut state = 88172645463325252u64;
    let bytes: Vec<u8> = (0..4096)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as u8
        })
        .collect();
    let mut refused = 0;
    for (length, at) in (0..=256).zip((0..).step_by(7)) {
        refused = read_any(&bytes[at..at + length]);
        assert!(length != 0 || refused == LAYOUTS);
    }
    assert!(refused < LAYOUTS, "memory that is long enough is read");
}

fn check<T: Transport, K: Kind>(max_inline: usize, max_sges: usize, max_wqebbs: usize) {
    let known = Limits { max_inline, max_sges, max_wqebbs };
    assert_eq!(Limits::of::<T, K>(), known, "{} on {}", K::NAME, T::NAME);
}

fn compare(name: &str, lines: impl BufRead, with_less: bool) -> (usize, usize) {
    let (mut compared, mut differ) = (0, 0);
    for (number, line) in (1..).zip(lines.lines()) {
        compared += 1;
        if let Some(wrong) = wrong_with(&line.unwrap(), with_less) {
            differ += 1;
            eprintln!("{name}:{number}: {wrong}");
        }
    }
    (compared, differ)
}

/// A number that is too wide is cut, and changes nothing beside it. A debug build ends here.
fn too_wide() {
    let bytes = CtrlSeg { qpn: u32::MAX, ..CtrlSeg::default() }.to_bytes();
    assert_eq!(bytes, CtrlSeg { qpn: 0xff_ffff, ..CtrlSeg::default() }.to_bytes());
    let bytes = RaddrSeg { raddr: 1, rkey: 2 }.to_bytes();
    assert_eq!(bytes, [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0]);
    println!("cut");
}

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files == ["--too-wide"] {
        return too_wide();
    }
    let (mut compared, mut differ) = (0, 0);
    if files.is_empty() {
        (compared, differ) = compare("standard input", std::io::stdin().lock(), false);
    } else {
        limits();
        read_anything();
        queue::try_it();
    }
    for name in &files {
        let file = std::fs::File::open(name).unwrap_or_else(|why| panic!("{name}: {why}"));
        let (more, wrong) = compare(name, std::io::BufReader::new(file), true);
        (compared, differ) = (compared + more, differ + wrong);
    }
    println!("{compared} vectors, {differ} of them differ");
    std::process::exit((differ != 0 || compared == 0).into());
}
