//! Reads the files that assetc makes: packs, manifests, meshes, materials, clips, textures and variants of shaders.
//!
//! `open` checks every rule of a format and returns a view of the bytes, without copies. The rules, and the codes and offsets of
//! errors, are those of the SDK for TypeScript and of `assetc.h`. Structs and rules of fields are generated from the same declarations.
//!
//! The crate has no dependencies and no unsafe code. It does not need `std`; with the feature `alloc`, which is on by default, it can
//! inflate compressed meshes.

#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod chunks;
mod error;
mod file;
#[rustfmt::skip]
mod generated;
mod hanim;
mod hman;
mod hmat;
mod hpack;
mod hvar;
mod ktx2;
mod math;
mod mesh;
#[cfg(feature = "alloc")]
mod mesh_codec;
mod name_hash;
mod names;
mod path;
mod pose;
mod rows;
mod spans;
#[cfg(feature = "alloc")]
mod xxh3;

pub use error::{ErrorCode, FormatError, Result};
pub use generated::layouts;
pub use hanim::{Channel, Clip, Clips};
pub use hman::{manifest_hash, Manifest, ManifestEntry};
pub use hmat::Materials;
pub use hpack::{Pack, PackEntry};
pub use hvar::Variants;
pub use ktx2::{texel_format, TexelFormat, Texture, TextureLevel};
#[cfg(feature = "alloc")]
pub use mesh::inflate_mesh;
pub use mesh::{
    is_compressed_mesh, triangle_word, Clusters, Indices, Lods, Mesh, Micromaps, Morphs, Skin, Vertex, Vertices,
};
pub use name_hash::{hash_name, hash_ref};
pub use names::Names;
pub use pose::{bind_pose, skin_matrices, skin_position, world_matrices, Matrix, Transform};
pub use rows::{Checked, Row, Rows};
