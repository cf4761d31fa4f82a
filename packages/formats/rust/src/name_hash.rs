//! References between assets: 64-bit hashes of names, equal for every Unicode normalization of a name.

use crate::generated::unicode::{DECOMPOSITIONS, MARK_RANGES};

const START: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;
/// Bit 31 of the second character of a decomposition: NFC composes the two again.
const COMPOSES: u32 = 0x8000_0000;
/// Real text has fewer marks per character.
const MAX_MARKS: usize = 64;

/// FNV-1a 64 over the UTF-8 bytes of `text`, ASCII letters lowercased.
pub fn hash_ref(text: &str) -> u64 {
    text.bytes().fold(START, |hash, byte| (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(PRIME))
}

/// `hash_ref` of a name in NFC, as the compiler makes it: `hash_name("models/chair")`.
pub fn hash_name(name: &str) -> u64 {
    if name.is_ascii() {
        return hash_ref(name);
    }
    let mut nfc = Nfc { hash: START, starter: None, marks: [0; MAX_MARKS], mark_count: 0, is_composed: false };
    for c in name.chars() {
        nfc.decompose(u32::from(c));
    }
    nfc.flush();
    nfc.hash
}

/// A character and the marks after it, while they are converted to NFC.
struct Nfc {
    hash: u64,
    starter: Option<u32>,
    marks: [u32; MAX_MARKS],
    mark_count: usize,
    /// Marks are tried once: a skipped one stays separate, even if the character changes later.
    is_composed: bool,
}

impl Nfc {
    fn decompose(&mut self, code: u32) {
        if (0xAC00..0xD7A4).contains(&code) {
            let place = code - 0xAC00;
            self.take(0x1100 + place / 588);
            self.take(0x1161 + place % 588 / 28);
            if place % 28 != 0 {
                self.take(0x11A7 + place % 28);
            }
            return;
        }
        let mut code = code;
        let mut rest = [0; 4];
        let mut count = 0;
        while let Ok(i) = DECOMPOSITIONS.binary_search_by_key(&code, |row| row[0]) {
            let [_, first, second] = DECOMPOSITIONS[i];
            code = first;
            if second != 0 && count < rest.len() {
                rest[count] = second & !COMPOSES;
                count += 1;
            }
        }
        self.take(code);
        for &part in rest[..count].iter().rev() {
            self.take(part);
        }
    }

    /// A character without a decomposition.
    fn take(&mut self, code: u32) {
        let rank = mark_rank(code);
        if rank > 0 && self.mark_count < MAX_MARKS {
            let place = self.marks[..self.mark_count].partition_point(|&mark| mark_rank(mark) <= rank);
            self.mark_count += 1;
            self.marks.copy_within(place..self.mark_count - 1, place + 1);
            self.marks[place] = code;
            return;
        }
        let mut composed = None;
        if let Some(starter) = self.starter {
            self.compose_marks();
            if self.mark_count == 0 {
                composed = compose(self.starter.unwrap_or(starter), code);
            }
        }
        if composed.is_none() {
            self.flush();
        }
        self.starter = Some(composed.unwrap_or(code));
        self.is_composed = false;
    }

    /// Composes marks with the character before them, unless a mark of the same class is between.
    fn compose_marks(&mut self) {
        let Some(mut starter) = self.starter else { return };
        if self.is_composed {
            return;
        }
        self.is_composed = true;
        let mut kept = 0;
        let mut last = 0;
        for i in 0..self.mark_count {
            let mark = self.marks[i];
            let rank = mark_rank(mark);
            let composed = if kept > 0 && last >= rank { None } else { compose(starter, mark) };
            if let Some(code) = composed {
                starter = code;
                continue;
            }
            self.marks[kept] = mark;
            kept += 1;
            last = rank;
        }
        self.mark_count = kept;
        self.starter = Some(starter);
    }

    /// Hashes the character and its marks, with ASCII letters lowercased: a lowercase letter may compose with a mark with which its
    /// capital does not.
    fn flush(&mut self) {
        self.compose_marks();
        if let Some(upper) = self.starter.filter(|code| (0x41..=0x5A).contains(code)) {
            self.starter = Some(upper + 0x20);
            self.is_composed = false;
            self.compose_marks();
        }
        if let Some(starter) = self.starter.take() {
            self.hash_code(starter);
        }
        for i in 0..self.mark_count {
            self.hash_code(self.marks[i]);
        }
        self.mark_count = 0;
    }

    fn hash_code(&mut self, code: u32) {
        let mut utf8 = [0; 4];
        let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        for byte in c.encode_utf8(&mut utf8).bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }
}

/// The place of a mark among others; 0 for characters that are not marks.
fn mark_rank(code: u32) -> u32 {
    let place = MARK_RANGES.partition_point(|range| range[1] < code);
    MARK_RANGES.get(place).map_or(0, |&[first, _, rank]| if first <= code { rank } else { 0 })
}

/// The composition of two characters.
fn compose(first: u32, second: u32) -> Option<u32> {
    if (0x1100..0x1113).contains(&first) && (0x1161..0x1176).contains(&second) {
        return Some(0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28);
    }
    if (0xAC00..0xD7A4).contains(&first) && (first - 0xAC00) % 28 == 0 && (0x11A8..0x11C3).contains(&second) {
        return Some(first + (second - 0x11A7));
    }
    DECOMPOSITIONS.iter().find(|row| row[1] == first && row[2] == second | COMPOSES).map(|row| row[0])
}
