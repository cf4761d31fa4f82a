//! Indices: of triangles, and in any order.

use super::{put, unzigzag};

/// Reads the bytes after the codes.
struct Data<'a> {
    source: &'a [u8],
    at: usize,
}

impl Data<'_> {
    /// The data ends with bytes of its own, so that reading a triangle past its end stays inside.
    fn byte(&mut self) -> u32 {
        let byte = self.source.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte.into()
    }

    /// 7 bits per byte, at most 5 bytes.
    fn vbyte(&mut self) -> u32 {
        let mut byte = self.byte();
        let mut value = byte & 127;
        let mut shift = 7;
        while byte > 127 && shift < 35 {
            byte = self.byte();
            value |= (byte & 127) << shift;
            shift += 7;
        }
        value
    }
}

/// Rings of the recent vertices and edges.
struct Triangles<'a> {
    data: Data<'a>,
    vertices: [u32; 16],
    edges: [[u32; 2]; 16],
    vertex_end: usize,
    edge_end: usize,
    next: u32,
    last: u32,
}

/// Decodes `count` indices of `width` bytes, 2 or 4.
pub(crate) fn triangles(target: &mut [u8], count: usize, width: usize, source: &[u8]) -> Option<()> {
    let codes = count / 3;
    if count % 3 != 0 || source.len() < 17 || source.len() - 17 < codes || source[0] != 0xE1 {
        return None;
    }
    let (source, pairs) = source.split_at(source.len() - 16);
    let mut triangles = Triangles {
        data: Data { source, at: 1 + codes },
        vertices: [0; 16],
        edges: [[0; 2]; 16],
        vertex_end: 0,
        edge_end: 0,
        next: 0,
        last: 0,
    };
    let whole = &source[1..=codes];
    for (code, out) in whole.iter().zip(target.chunks_exact_mut(width * 3)) {
        if triangles.data.at > source.len() {
            return None;
        }
        let corners = match code {
            0..0xF0 => triangles.edge_triangle((*code).into()),
            _ => triangles.lone_triangle((*code).into(), pairs),
        };
        for (to, corner) in out.chunks_exact_mut(width).zip(corners) {
            put(to, corner);
        }
    }
    (triangles.data.at == source.len()).then_some(())
}

impl Triangles<'_> {
    fn far_index(&mut self) -> u32 {
        self.last = self.last.wrapping_add(unzigzag(self.data.vbyte()));
        self.last
    }

    fn new_index(&mut self) -> u32 {
        let index = self.next;
        self.next = index.wrapping_add(1);
        index
    }

    fn recent_vertex(&self, age: u32) -> u32 {
        self.vertices[self.vertex_end.wrapping_sub(1 + age as usize) & 15]
    }

    fn push_vertex(&mut self, value: u32, is_new: bool) {
        self.vertices[self.vertex_end & 15] = value;
        self.vertex_end = self.vertex_end.wrapping_add(is_new.into());
    }

    fn push_edge(&mut self, start: u32, end: u32) {
        self.edges[self.edge_end & 15] = [start, end];
        self.edge_end = self.edge_end.wrapping_add(1);
    }

    /// A triangle that shares no recent edge.
    fn lone_triangle(&mut self, code: u32, pairs: &[u8]) -> [u32; 3] {
        let is_listed = code < 0xFE;
        let pair = if is_listed { pairs[code as usize & 15].into() } else { self.data.byte() };
        let [second, third] = [pair >> 4, pair & 15];
        let is_far = |corner: u32| !is_listed && corner == 15;
        if !is_listed && pair == 0 {
            self.next = 0;
        }
        let mut a = if code != 0xFF { self.new_index() } else { 0 };
        let mut b = if second == 0 { self.new_index() } else { self.recent_vertex(second - 1) };
        let mut c = if third == 0 { self.new_index() } else { self.recent_vertex(third - 1) };
        if code == 0xFF {
            a = self.far_index();
        }
        if is_far(second) {
            b = self.far_index();
        }
        if is_far(third) {
            c = self.far_index();
        }
        self.push_vertex(a, true);
        self.push_vertex(b, second == 0 || is_far(second));
        self.push_vertex(c, third == 0 || is_far(third));
        self.push_edge(b, a);
        self.push_edge(c, b);
        self.push_edge(a, c);
        [a, b, c]
    }

    fn edge_triangle(&mut self, code: u32) -> [u32; 3] {
        let [a, b] = self.edges[self.edge_end.wrapping_sub(1 + (code >> 4) as usize) & 15];
        let third = code & 15;
        let c = match third {
            0 => self.new_index(),
            1..13 => self.recent_vertex(third),
            13 => {
                self.last = self.last.wrapping_sub(1);
                self.last
            }
            14 => {
                self.last = self.last.wrapping_add(1);
                self.last
            }
            _ => self.far_index(),
        };
        // If the vertex is not new, the push overwrites the oldest entry, which nothing can refer to.
        self.push_vertex(c, third == 0 || third >= 13);
        self.push_edge(c, b);
        self.push_edge(a, c);
        [a, b, c]
    }
}

/// Decodes as many indices as the target has.
pub(crate) fn sequence(target: &mut [u8], width: usize, source: &[u8]) -> Option<()> {
    if source.len() < 5 || source.len() - 5 < target.len() / width || source[0] != 0xD1 {
        return None;
    }
    let mut data = Data { source, at: 1 };
    let end = source.len() - 4;
    let mut last = [0u32; 2];
    for out in target.chunks_exact_mut(width) {
        if data.at >= end {
            return None;
        }
        let value = data.vbyte();
        let own = &mut last[value as usize & 1];
        *own = own.wrapping_add(unzigzag(value >> 1));
        put(out, *own);
    }
    (data.at == end).then_some(())
}
