//! Unpacks vertices on the CPU.

use super::{Mesh, Skin, Vertices};
use crate::generated::layouts::{VertexGrid, HMESH_UV_FLOAT16};
use crate::math::sqrt;
use crate::rows::Row;

/// One vertex of a mesh in any form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// In the space of the mesh.
    pub position: [f32; 3],
    /// A unit vector.
    pub normal: [f32; 3],
    /// x, y, z and handedness, 1 or -1; a compact vertex without a tangent has zeros and 1.
    pub tangent: [f32; 4],
    /// The first texture coordinates.
    pub uv: [f32; 2],
}

impl Mesh<'_> {
    /// A vertex.
    pub fn vertex(&self, i: usize) -> Option<Vertex> {
        Some(match self.vertices {
            Vertices::Full(rows) => {
                let row = rows.get(i)?;
                full(row.position, row.normal, row.tangent, row.uv)
            }
            Vertices::Split(positions, attributes) => {
                let row = attributes.get(i)?;
                full(positions.get(i)?.position, row.normal, row.tangent, row.uv)
            }
            Vertices::Compact(grid, rows) => {
                let row = rows.get(i)?;
                compact(&grid, row.position, row.normal, row.uv)
            }
            Vertices::CompactSplit(grid, positions, attributes) => {
                let row = attributes.get(i)?;
                compact(&grid, positions.get(i)?.position, row.normal, row.uv)
            }
        })
    }

    /// The joints and weights of a vertex of a skinned mesh.
    pub fn skin_of(&self, vertex: usize) -> Option<([u16; 4], [f32; 4])> {
        let unpacked = |weights: [u8; 4]| weights.map(|weight| f32::from(weight) / 255.0);
        Some(match self.skin? {
            Skin::Full(rows) => {
                let row = rows.get(vertex)?;
                (row.joints, row.weights)
            }
            Skin::Compact(rows) => {
                let row = rows.get(vertex)?;
                (row.joints.map(u16::from), unpacked(row.weights))
            }
            Skin::Wide(rows) => {
                let row = rows.get(vertex)?;
                (row.joints, unpacked(row.weights))
            }
        })
    }

    /// The second texture coordinates of a vertex, of a mesh that has them.
    pub fn uv1(&self, vertex: usize) -> Option<[f32; 2]> {
        let numbers = |size: usize| self.uvs1.get(vertex * size..(vertex + 1) * size);
        Some(match self.vertices {
            Vertices::Full(_) | Vertices::Split(..) => {
                let row = numbers(8)?;
                [f32::read(row), f32::read(&row[4..])]
            }
            Vertices::Compact(grid, _) | Vertices::CompactSplit(grid, ..) => {
                let row = numbers(4)?;
                let packed = [u16::read(row), u16::read(&row[2..])];
                unpack_uv(packed, grid.uvs1_format, grid.uvs1_min, grid.uvs1_extent)
            }
        })
    }
}

fn full(position: [f32; 3], normal: [i16; 2], tangent: [i16; 2], uv: [f32; 2]) -> Vertex {
    let [x, y, z] = unpack_octahedral([tangent[0] & !1, tangent[1]]);
    let handedness = if tangent[0] & 1 != 0 { -1.0 } else { 1.0 };
    Vertex { position, normal: unpack_octahedral(normal), tangent: [x, y, z, handedness], uv }
}

fn compact(grid: &VertexGrid, packed: [i16; 4], normal: [i16; 2], uv: [u16; 2]) -> Vertex {
    let normal = unpack_octahedral(normal);
    Vertex {
        position: core::array::from_fn(|axis| f32::from(packed[axis]) * grid.step + grid.offset[axis]),
        normal,
        tangent: unpack_tangent_angle(packed[3], normal),
        uv: unpack_uv(uv, grid.uv_format, grid.uv_min, grid.uv_extent),
    }
}

fn magnitude(v: f32) -> f32 {
    if v < 0.0 {
        -v
    } else {
        v
    }
}

fn normalized([x, y, z]: [f32; 3]) -> [f32; 3] {
    let length = sqrt(f64::from(x * x + y * y + z * z)) as f32;
    [x / length, y / length, z / length]
}

fn unpack_octahedral(packed: [i16; 2]) -> [f32; 3] {
    let [mut x, mut y] = packed.map(|v| f32::from(v.max(-i16::MAX)) / 32_767.0);
    let [ax, ay] = [magnitude(x), magnitude(y)];
    let z = 1.0 - ax - ay;
    if z < 0.0 {
        let [sx, sy] = [x, y].map(|v| if v < 0.0 { -1.0 } else { 1.0 });
        [x, y] = [(1.0 - ay) * sx, (1.0 - ax) * sy];
    }
    normalized([x, y, z])
}

/// From the last number of a compact position and the unpacked normal.
fn unpack_tangent_angle(packed: i16, [x, y, z]: [f32; 3]) -> [f32; 4] {
    let handedness = if packed & 1 != 0 { -1.0 } else { 1.0 };
    if packed == 0 {
        return [0.0, 0.0, 0.0, handedness];
    }
    let s = if z < -1.0 / 65_534.0 { -1.0 } else { 1.0 };
    let a = -1.0 / (s + z);
    let b = x * y * a;
    let d = (packed >> 1 & 0x7FFF) as f32 / 8192.0;
    let u = magnitude(d - 2.0) - 1.0;
    let v = if d < 2.0 { 1.0 - magnitude(d - 1.0) } else { magnitude(d - 3.0) - 1.0 };
    let along = [u * (1.0 + s * (x * x) * a) + v * b, u * (s * b) + v * (s + y * y * a), u * (-s * x) + v * -y];
    let [x, y, z] = normalized(along);
    [x, y, z, handedness]
}

fn unpack_half(half: u16) -> f32 {
    let [exponent, mantissa] = [half >> 10 & 31, half & 0x3FF].map(u32::from);
    let value = match exponent {
        0 => mantissa as f32 / 16_777_216.0,
        _ => f32::from_bits((exponent + 112) << 23 | mantissa << 13),
    };
    if half & 0x8000 != 0 {
        -value
    } else {
        value
    }
}

fn unpack_uv(packed: [u16; 2], format: u32, min: [f32; 2], extent: [f32; 2]) -> [f32; 2] {
    core::array::from_fn(|axis| match format {
        HMESH_UV_FLOAT16 => unpack_half(packed[axis]),
        _ => f32::from(packed[axis]) / 65_535.0 * extent[axis] + min[axis],
    })
}
