//! Written by `npm run generate`.

#[allow(dead_code)]
pub(crate) mod chunk_names;
#[allow(dead_code)]
pub(crate) mod ktx2_formats;
pub mod layouts;
#[allow(dead_code)]
pub(crate) mod scene_properties;
pub(crate) mod unicode;
