//! Poses: the transforms of joints at a time of a clip.

use crate::generated::layouts::{
    GpuJoint, HANIM_INTERP_STEP, HANIM_PATH_ROTATION, HANIM_PATH_SCALE, HANIM_PATH_TRANSLATION, HANIM_PATH_WEIGHT,
};
use crate::hanim::{Channel, Clip};
use crate::math::sqrt;
use crate::mesh::Mesh;
use crate::rows::Rows;

/// Column-major.
pub type Matrix = [f32; 16];

/// A joint relative to its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// In units of the mesh.
    pub translation: [f32; 3],
    /// x, y, z, w.
    pub rotation: [f32; 4],
    /// Along the axes of the joint.
    pub scale: [f32; 3],
}

impl Transform {
    /// No change.
    pub const IDENTITY: Self = Self { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] };
}

/// Writes the bind pose: a transform for each joint, as many as fit.
pub fn bind_pose(joints: &Rows<'_, GpuJoint>, locals: &mut [Transform]) {
    for (local, joint) in locals.iter_mut().zip(joints.iter()) {
        *local = Transform { translation: joint.bind_t, rotation: joint.bind_r, scale: joint.bind_s };
    }
}

impl Clip<'_> {
    /// Sets the properties that the clip animates and leaves others unchanged: begin with the bind pose or another clip. Times are
    /// clamped to the clip. Rotations are interpolated along the shorter arc.
    pub fn sample(&self, time: f32, locals: &mut [Transform]) {
        for channel in self.channels() {
            let (Some(local), Some(value)) = (locals.get_mut(channel.joint as usize), channel.sample(time)) else {
                continue;
            };
            match u32::from(channel.path) {
                HANIM_PATH_TRANSLATION => local.translation.copy_from_slice(&value[..3]),
                HANIM_PATH_ROTATION => local.rotation = value,
                HANIM_PATH_SCALE => local.scale.copy_from_slice(&value[..3]),
                _ => {}
            }
        }
    }

    /// Sets the weights of morph targets that a clip of a `.hanimx` animates; begin with `default_weight` of each target.
    pub fn sample_weights(&self, time: f32, weights: &mut [f32]) {
        for channel in self.channels().filter(|channel| u32::from(channel.path) == HANIM_PATH_WEIGHT) {
            if let (Some(weight), Some(value)) = (weights.get_mut(channel.joint as usize), channel.sample(time)) {
                *weight = value[0];
            }
        }
    }
}

impl Channel<'_> {
    /// The value at a time, in the first `components` numbers. None if the channel has no keys.
    pub fn sample(&self, time: f32) -> Option<[f32; 4]> {
        let count = self.key_count();
        let after = self.key_after(time, count);
        let before = after.saturating_sub(1);
        let last = count.checked_sub(1)?;
        let from = self.values(before);
        if after == 0 || after > last || u32::from(self.interp) == HANIM_INTERP_STEP {
            return Some(from);
        }
        let to = self.values(after);
        let start = f64::from(self.time(before));
        let t = (f64::from(time) - start) / (f64::from(self.time(after)) - start);
        // Equal keys stay unchanged, even if not normalized.
        Some(match u32::from(self.path) == HANIM_PATH_ROTATION {
            true if from == to => from,
            true => turn(from, to, t),
            false => {
                core::array::from_fn(|c| (f64::from(from[c]) + (f64::from(to[c]) - f64::from(from[c])) * t) as f32)
            }
        })
    }

    fn values(&self, key: usize) -> [f32; 4] {
        core::array::from_fn(|c| if c < usize::from(self.components) { self.value(key, c) } else { 0.0 })
    }

    /// The first key after a time.
    fn key_after(&self, time: f32, count: usize) -> usize {
        let [mut low, mut high] = [0, count];
        while low < high {
            let middle = low + (high - low) / 2;
            if self.time(middle) > time {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }
}

/// The weight sin(share * angle) / sin(angle), as a series in cosine - 1: `core` has no sine. Its terms shrink by half at least.
fn arc_weight(cosine: f64, share: f64) -> f64 {
    let less = if cosine < 1.0 { cosine - 1.0 } else { 0.0 };
    let [mut term, mut sum] = [share; 2];
    for i in 1..=64 {
        let [square, factor] = [f64::from(i * i), f64::from(i * (2 * i + 1))];
        term *= (share * share - square) / factor * less;
        let next = sum + term;
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// A rotation between two, along the shorter arc at an even speed. Keys that are not normalized stay so, as in the other readers; rotations
/// this close are interpolated linearly and normalized.
fn turn(from: [f32; 4], to: [f32; 4], share: f64) -> [f32; 4] {
    let [from, to] = [from, to].map(|q| q.map(f64::from));
    let dot = (0..4).fold(0.0, |sum, c| sum + from[c] * to[c]);
    let [cosine, sign] = if dot < 0.0 { [-dot, -1.0] } else { [dot, 1.0] };
    let is_close = cosine >= 0.9995;
    let weight = |share| if is_close { share } else { arc_weight(cosine, share) };
    let [rest, part] = [weight(1.0 - share), weight(share) * sign];
    let mixed: [f64; 4] = core::array::from_fn(|c| from[c] * rest + to[c] * part);
    let length = sqrt(mixed.iter().fold(0.0, |sum, v| sum + v * v));
    mixed.map(|v| if is_close && length > 0.0 { (v / length) as f32 } else { v as f32 })
}

fn compose(local: &Transform) -> Matrix {
    let [x, y, z, w] = local.rotation;
    let [t, s] = [local.translation, local.scale];
    [
        (1.0 - 2.0 * (y * y + z * z)) * s[0],
        2.0 * (x * y + w * z) * s[0],
        2.0 * (x * z - w * y) * s[0],
        0.0,
        2.0 * (x * y - w * z) * s[1],
        (1.0 - 2.0 * (x * x + z * z)) * s[1],
        2.0 * (y * z + w * x) * s[1],
        0.0,
        2.0 * (x * z + w * y) * s[2],
        2.0 * (y * z - w * x) * s[2],
        (1.0 - 2.0 * (x * x + y * y)) * s[2],
        0.0,
        t[0],
        t[1],
        t[2],
        1.0,
    ]
}

fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    core::array::from_fn(|i| {
        let [row, column] = [i % 4, i / 4 * 4];
        a[row] * b[column] + a[4 + row] * b[column + 1] + a[8 + row] * b[column + 2] + a[12 + row] * b[column + 3]
    })
}

/// Matrices of joints in the space of the mesh. Parents may follow their children. Panics if a list is shorter than the joints.
pub fn world_matrices(joints: &Rows<'_, GpuJoint>, locals: &[Transform], matrices: &mut [Matrix]) {
    for (i, joint) in joints.iter().enumerate() {
        let mut world = compose(&locals[i]);
        let mut parent = usize::try_from(joint.parent).ok();
        // A parent that comes later has no matrix yet: then all ancestors are multiplied.
        while let Some(later) = parent.filter(|&parent| parent >= i) {
            world = multiply(&compose(&locals[later]), &world);
            parent = joints.get(later).and_then(|joint| usize::try_from(joint.parent).ok());
        }
        matrices[i] = parent.map_or(world, |parent| multiply(&matrices[parent], &world));
    }
}

/// World matrices times inverse binds: the matrices for skinning in a vertex shader. Panics if a list is shorter than the joints.
pub fn skin_matrices(joints: &Rows<'_, GpuJoint>, locals: &[Transform], matrices: &mut [Matrix]) {
    world_matrices(joints, locals, matrices);
    for (matrix, joint) in matrices.iter_mut().zip(joints.iter()) {
        *matrix = multiply(matrix, &joint.inverse_bind);
    }
}

/// A position of a skinned mesh, moved by skin matrices. None if there is no such vertex or no skin.
pub fn skin_position(mesh: &Mesh<'_>, vertex: usize, matrices: &[Matrix]) -> Option<[f32; 3]> {
    let [x, y, z] = mesh.vertex(vertex)?.position;
    let (joints, weights) = mesh.skin_of(vertex)?;
    let mut sum = [0.0; 3];
    for (joint, weight) in joints.into_iter().zip(weights) {
        let m = matrices.get(usize::from(joint))?;
        for (axis, to) in sum.iter_mut().enumerate() {
            *to += weight * (m[axis] * x + m[4 + axis] * y + m[8 + axis] * z + m[12 + axis]);
        }
    }
    Some(sum)
}
