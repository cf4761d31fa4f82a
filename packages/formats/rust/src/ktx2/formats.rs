//! The texel blocks of VkFormat numbers.

use crate::generated::ktx2_formats::{FORMATS, SAMPLES};

/// The texel blocks of a VkFormat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TexelFormat {
    /// VkFormat.
    pub vk_format: u32,
    /// Texels.
    pub block_width: u32,
    /// Texels.
    pub block_height: u32,
    /// Bytes of a block, or of a texel.
    pub block_bytes: u32,
    /// Bytes of the type that would be byte-swapped.
    pub type_size: u32,
    /// `KTX2_MODEL_…`.
    pub model: u32,
    flags: u32,
    first_sample: u32,
    sample_count: u32,
}

/// None for unknown formats: such files open, but their level sizes cannot be checked.
pub fn texel_format(vk_format: u32) -> Option<TexelFormat> {
    let row = FORMATS[FORMATS.binary_search_by_key(&vk_format, |row| row[0]).ok()?];
    let [vk_format, block_width, block_height, block_bytes, type_size, model, flags, first_sample, sample_count] = row;
    Some(TexelFormat {
        vk_format,
        block_width,
        block_height,
        block_bytes,
        type_size,
        model,
        flags,
        first_sample,
        sample_count,
    })
}

impl TexelFormat {
    /// Whether colors are sRGB.
    pub fn is_srgb(&self) -> bool {
        self.flags & 1 != 0
    }

    /// Linear, and the same layout exists as sRGB.
    pub(crate) fn has_srgb_twin(&self) -> bool {
        self.flags & 2 != 0
    }

    /// Whether texels are in compressed blocks.
    pub fn is_compressed(&self) -> bool {
        self.flags & 4 != 0
    }

    /// KTX 2.0 does not allow it.
    pub(crate) fn is_prohibited(&self) -> bool {
        self.flags & 8 != 0
    }

    /// Whether it has depth or stencil.
    pub fn is_depth_stencil(&self) -> bool {
        self.flags & 16 != 0
    }

    /// Required samples: bit offset, bit length, channel type, lower, upper. Empty if several are valid.
    pub(crate) fn samples(&self) -> &'static [[u32; 5]] {
        let first = self.first_sample as usize;
        &SAMPLES[first..first + self.sample_count as usize]
    }
}
