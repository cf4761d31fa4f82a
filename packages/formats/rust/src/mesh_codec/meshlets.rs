//! Meshlets: their vertices as differences, their triangles by recent edges.

use super::{put, unzigzag};

/// Bytes of a row of the table at the start: numbers of vertices and triangles, bytes of the data.
const ROW: usize = 4;

/// One meshlet.
struct Meshlet<'a> {
    bytes: &'a [u8],
    /// Of the next corner that is written out.
    bit: usize,
    bits: u32,
    vertex_count: u32,
    next: u32,
    edges: [[u32; 2]; 16],
    edge_end: usize,
}

/// Vertices and triangles of all meshlets. None if the data is shorter or longer than the table states.
pub(crate) fn meshlet_totals(source: &[u8], count: usize) -> Option<(u64, u64)> {
    let (table, data) = source.split_at_checked(count.checked_mul(ROW)?)?;
    let mut left = data.len();
    let [mut vertices, mut triangles] = [0; 2];
    for row in table.chunks_exact(ROW) {
        left = left.checked_sub(u16::from_le_bytes([row[2], row[3]]).into())?;
        vertices += u64::from(row[0]);
        triangles += u64::from(row[1]);
    }
    (left == 0).then_some((vertices, triangles))
}

/// Decodes `count` meshlets. `width`: bytes of a vertex's index.
pub(crate) fn meshlets(
    mut vertices: &mut [u8],
    mut triangles: &mut [u8],
    count: usize,
    width: usize,
    source: &[u8],
) -> Option<()> {
    let (table, mut data) = source.split_at_checked(count * ROW)?;
    for row in table.chunks_exact(ROW) {
        let (bytes, rest) = data.split_at_checked(u16::from_le_bytes([row[2], row[3]]).into())?;
        data = rest;
        let mut meshlet =
            Meshlet { bytes, bit: 0, bits: 0, vertex_count: row[0].into(), next: 0, edges: [[0; 2]; 16], edge_end: 0 };
        let (own, rest) = vertices.split_at_mut(width * usize::from(row[0]));
        vertices = rest;
        let nibble = meshlet.read_vertices(own, width)?;
        let (own, rest) = triangles.split_at_mut(3 * usize::from(row[1]));
        triangles = rest;
        meshlet.read_corners(nibble, own)?;
    }
    Some(())
}

impl Meshlet<'_> {
    fn nibble(&self, i: usize) -> u32 {
        u32::from(self.bytes[i / 2]) >> ((i & 1) * 4) & 15
    }

    /// Returns the number of nibbles.
    fn read_vertices(&self, target: &mut [u8], width: usize) -> Option<usize> {
        let mut nibble = 0;
        let [mut previous, mut next] = [0u32; 2];
        for out in target.chunks_exact_mut(width) {
            let [mut symbol, mut shift] = [0, 0];
            loop {
                if nibble >= self.bytes.len() * 2 {
                    return None;
                }
                let part = self.nibble(nibble);
                nibble += 1;
                if shift == 30 && part > 3 {
                    return None;
                }
                symbol |= (part & 7) << shift;
                shift += 3;
                if part <= 7 {
                    break;
                }
            }
            previous = if symbol == 0 { next } else { previous.wrapping_add(unzigzag(symbol)) };
            next = next.max(previous.wrapping_add(1));
            put(out, previous);
        }
        Some(nibble)
    }

    fn read_corners(&mut self, first: usize, target: &mut [u8]) -> Option<()> {
        let end = first + target.len() / 3;
        if end.div_ceil(2) > self.bytes.len() || (end & 1 != 0 && self.nibble(end) != 0) {
            return None;
        }
        self.bit = end.div_ceil(2) * 8;
        self.bits = u32::BITS - self.vertex_count.saturating_sub(1).leading_zeros();
        for (nibble, out) in (first..end).zip(target.chunks_exact_mut(3)) {
            let corners = self.triangle(self.nibble(nibble))?;
            out.copy_from_slice(&corners.map(|corner| corner as u8));
        }
        let is_end = self.bit.div_ceil(8) == self.bytes.len();
        let has_rest = self.bit & 7 != 0 && is_end && self.bytes[self.bit / 8] >> (self.bit & 7) != 0;
        (is_end && !has_rest).then_some(())
    }

    fn new_corner(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// A corner that is written out. Past the end it is 0, which the caller finds.
    fn listed_corner(&mut self) -> u32 {
        let byte = |at: usize| self.bytes.get(at).copied().map_or(0, u32::from);
        let word = byte(self.bit / 8) | byte(self.bit / 8 + 1) << 8;
        let value = word >> (self.bit & 7) & ((1 << self.bits) - 1);
        self.bit += self.bits as usize;
        self.next += u32::from(value == self.next);
        value
    }

    fn push_edge(&mut self, start: u32, end: u32) {
        self.edges[self.edge_end & 15] = [start, end];
        self.edge_end = self.edge_end.wrapping_add(1);
    }

    fn triangle(&mut self, code: u32) -> Option<[u32; 3]> {
        let corners = if code < 14 {
            let [a, b] = self.edges[self.edge_end.wrapping_sub(1 + (code >> 1) as usize) & 15];
            let c = if code & 1 == 0 { self.new_corner() } else { self.listed_corner() };
            [a, b, c]
        } else {
            let own = [(); 3].map(|()| if code == 15 { self.new_corner() } else { self.listed_corner() });
            self.push_edge(own[1], own[0]);
            own
        };
        let [a, b, c] = corners;
        if corners.iter().any(|&corner| corner >= self.vertex_count) || self.bit > self.bytes.len() * 8 {
            return None;
        }
        self.push_edge(c, b);
        self.push_edge(a, c);
        Some(corners)
    }
}
