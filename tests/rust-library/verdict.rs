//! What the crate says about many files in one process: reads { u32 format, u32 size, bytes } and prints "<code> <offset> <field>"
//! for each. Formats are numbered as in tests/c-library/formats.ts. Walks over all that the view of an accepted file gives.

mod walk;

use std::io::{Read, Write};

fn main() {
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input).expect("the stream can be read");
    let mut output = String::new();
    let mut rest = input.as_slice();
    while !rest.is_empty() {
        let (head, after) = rest.split_at(8);
        let number = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().expect("four bytes"));
        let (bytes, next) = after.split_at(number(4) as usize);
        rest = next;
        match walk::FORMATS[number(0) as usize](bytes) {
            Ok(()) => output.push_str("ok 0\n"),
            Err(error) => output.push_str(&format!("{} {} {}\n", error.code.name(), error.offset, error.field)),
        }
    }
    std::io::stdout().write_all(output.as_bytes()).expect("the verdicts can be written");
}
