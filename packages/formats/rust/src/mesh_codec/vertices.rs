//! Vertices: a block is up to 256 of them. It has a control byte for each four bytes of a vertex, then each byte of the vertices on its
//! own: 16 deltas at a time, with 0, 1, 2, 4 or 8 bits each. The largest value of 1, 2 and 4 bits means that the delta follows as a byte.

const HEADER: u8 = 0xA1;
const BLOCK_BYTES: usize = 8192;
const BLOCK_MAX: usize = 256;
const GROUP: usize = 16;
/// Maximum bytes of a group. The end of the data is padded so that they can always be read.
const GROUP_MAX_BYTES: usize = 24;
/// Bits of a delta by the control of a byte, and the mode of a group.
const BITS: [[usize; 4]; 2] = [[0, 1, 2, 4], [1, 2, 4, 8]];
const CONTROL_ZERO: u8 = 2;
const CONTROL_PLAIN: u8 = 3;

type Deltas = [[u8; BLOCK_MAX]; 4];

struct Cursor<'a> {
    source: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn left(&self) -> usize {
        self.source.len() - self.at
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.source.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }
}

/// Decodes `count` vertices of `stride` bytes, a multiple of 4 up to 256.
pub(crate) fn vertices(target: &mut [u8], count: usize, stride: usize, source: &[u8]) -> Option<()> {
    let lanes = stride / 4;
    let tail = (stride + lanes).max(GROUP_MAX_BYTES);
    if source.len() < 1 + tail || source[0] != HEADER {
        return None;
    }
    let (rest, channels) = source.split_at(source.len() - lanes);
    if channels.iter().any(|channel| channel & 3 == 3) {
        return None;
    }
    let mut last = [0; 256];
    last[..stride].copy_from_slice(&rest[rest.len() - stride..]);
    let mut cursor = Cursor { source, at: 1 };
    let per_block = ((BLOCK_BYTES / stride) & !(GROUP - 1)).min(BLOCK_MAX);
    let mut deltas: Deltas = [[0; BLOCK_MAX]; 4];
    for block in target[..count * stride].chunks_mut(per_block * stride) {
        let in_block = block.len() / stride;
        let controls = cursor.take(lanes)?;
        for (lane, &control) in controls.iter().enumerate() {
            for (byte, row) in deltas.iter_mut().enumerate() {
                read_deltas(&mut cursor, control >> (byte * 2) & 3, in_block, row)?;
            }
            let rows = block.chunks_exact_mut(stride).map(|row| &mut row[lane * 4..lane * 4 + 4]);
            add_deltas(&deltas, channels[lane], &mut last[lane * 4..lane * 4 + 4], rows);
        }
    }
    (cursor.at == source.len() - tail).then_some(())
}

/// The deltas of one byte of `count` vertices.
fn read_deltas(cursor: &mut Cursor<'_>, control: u8, count: usize, row: &mut [u8; BLOCK_MAX]) -> Option<()> {
    match control {
        CONTROL_ZERO => row.fill(0),
        CONTROL_PLAIN => row[..count].copy_from_slice(cursor.take(count)?),
        _ => {
            let groups = count.div_ceil(GROUP);
            let modes = cursor.take(groups.div_ceil(4))?;
            for group in 0..groups {
                if cursor.left() < GROUP_MAX_BYTES {
                    return None;
                }
                let mode = modes[group / 4] >> (group % 4 * 2) & 3;
                let bits = BITS[control as usize][mode as usize];
                read_group(cursor, bits, &mut row[group * GROUP..(group + 1) * GROUP])?;
            }
        }
    }
    Some(())
}

fn read_group(cursor: &mut Cursor<'_>, bits: usize, row: &mut [u8]) -> Option<()> {
    let packed = cursor.take(bits * 2)?;
    match bits {
        0 => row.fill(0),
        8 => row.copy_from_slice(packed),
        _ => {
            let largest = (1u8 << bits) - 1;
            for (i, to) in row.iter_mut().enumerate() {
                let bit = i * bits;
                // Single bits start at the lowest bit of a byte, wider ones at the highest.
                let shift = if bits == 1 { bit & 7 } else { 8 - bits - (bit & 7) };
                let delta = packed[bit / 8] >> shift & largest;
                *to = if delta == largest { cursor.take(1)?[0] } else { delta };
            }
        }
    }
    Some(())
}

/// Adds each delta to the vertex before: as bytes, as 16-bit numbers, or as 32 rotated bits that are XORed.
fn add_deltas<'t>(deltas: &Deltas, channel: u8, last: &mut [u8], rows: impl Iterator<Item = &'t mut [u8]>) {
    let rotation = u32::from(channel >> 4);
    let mut value = u32::from_le_bytes([last[0], last[1], last[2], last[3]]);
    for (i, row) in rows.enumerate() {
        let own = core::array::from_fn(|byte| deltas[byte][i]);
        let before = value.to_le_bytes();
        value = match channel & 3 {
            0 => u32::from_le_bytes(core::array::from_fn(|byte| {
                let delta: u8 = own[byte];
                before[byte].wrapping_add(delta >> 1 ^ 0u8.wrapping_sub(delta & 1))
            })),
            1 => {
                let [low, high] = [0, 2].map(|at| {
                    let delta = u16::from_le_bytes([own[at], own[at + 1]]);
                    let before = u16::from_le_bytes([before[at], before[at + 1]]);
                    u32::from(before.wrapping_add(delta >> 1 ^ 0u16.wrapping_sub(delta & 1)))
                });
                low | high << 16
            }
            _ => value ^ u32::from_le_bytes(own).rotate_right(rotation),
        };
        row.copy_from_slice(&value.to_le_bytes());
    }
    last.copy_from_slice(&value.to_le_bytes());
}
