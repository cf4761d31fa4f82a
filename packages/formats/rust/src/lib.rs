//! Reads the files that assetc makes: packs, manifests, meshes, materials, clips, textures, scenes and fonts.
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

mod error;
mod file;
#[rustfmt::skip]
mod generated;
mod hanim;
mod hman;
mod hmat;
mod hpack;
mod ktx2;
mod name_hash;
mod path;
mod rows;
mod spans;

pub use error::{ErrorCode, FormatError, Result};
pub use generated::layouts;
pub use hanim::{Channel, Clip, Clips};
pub use hman::{manifest_hash, Manifest, ManifestEntry};
pub use hmat::Materials;
pub use hpack::{Pack, PackEntry};
pub use ktx2::{texel_format, TexelFormat, Texture, TextureLevel};
pub use name_hash::{hash_name, hash_ref};
pub use rows::{Checked, Row, Rows};
