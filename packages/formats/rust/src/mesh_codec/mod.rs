//! Decoders of the codecs in docs/formats/hmesh.md. They return None if the data is damaged; the target may then be partly written.

mod indices;
mod meshlets;
mod vertices;

pub(crate) use indices::{sequence, triangles};
pub(crate) use meshlets::{meshlet_totals, meshlets};
pub(crate) use vertices::vertices;

/// Writes an index of as many bytes as the target has, 2 or 4.
fn put(target: &mut [u8], value: u32) {
    let bytes = value.to_le_bytes();
    target.copy_from_slice(&bytes[..target.len()]);
}

fn unzigzag(value: u32) -> u32 {
    value >> 1 ^ 0u32.wrapping_sub(value & 1)
}
