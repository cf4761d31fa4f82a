//! The data format descriptor.

use super::formats::TexelFormat;
use crate::error::{fail, require, ErrorCode, Result};
use crate::file::File;
use crate::generated::ktx2_formats::CHANNELS;
use crate::generated::layouts::{
    DfdBasic, DfdBlockHeader, DfdSample, Ktx2Header, KTX2_MODEL_ASTC, KTX2_MODEL_ETC1S, KTX2_MODEL_RGBSDA,
    KTX2_MODEL_UASTC, KTX2_MODEL_UASTC_HDR_4X4, KTX2_SUPERCOMPRESSION_BASISLZ, KTX2_SUPERCOMPRESSION_NONE,
    KTX2_VK_FORMAT_ASTC_4X4_SFLOAT_BLOCK, KTX2_VK_FORMAT_UNDEFINED,
};
use crate::rows::{Row, Rows};

const BLOCK_HEADER: u64 = DfdBlockHeader::SIZE as u64;
const SAMPLE: u64 = DfdSample::SIZE as u64;
const FIXED: u64 = BLOCK_HEADER + DfdBasic::SIZE as u64;
/// Offsets of reported errors, from the start of the descriptor: its first block, the fields after the block's header, its samples.
const BLOCK: u64 = 4;
const BASIC: u64 = 12;
const SAMPLES: u64 = 28;

/// The first basic block.
#[derive(Clone, Copy)]
pub(super) struct Descriptor<'a> {
    header: DfdBlockHeader,
    pub basic: DfdBasic,
    samples: Rows<'a, DfdSample>,
}

impl<'a> Descriptor<'a> {
    /// Finds the basic block; every block must be inside the descriptor.
    pub fn read(file: &File<'a>, header: &Ktx2Header) -> Result<Option<Self>> {
        let mut at = u64::from(header.dfd_byte_offset);
        let length = u64::from(header.dfd_byte_length);
        file.fits(at, length, "DFD")?;
        let end = at + length;
        let dfd = File::new(&file.bytes[..end as usize]);
        let mut found = None;
        at += 4;
        while at < end {
            dfd.fits(at, BLOCK_HEADER, "DFD")?;
            let head: DfdBlockHeader = dfd.read(at);
            let size = u64::from(head.descriptor_block_size);
            require(size >= BLOCK_HEADER && size <= end - at, ErrorCode::BadRange, at + 6, "DFD")?;
            if head.vendor_and_type == 0 && found.is_none() {
                let is_whole = size >= FIXED && (size - FIXED) % SAMPLE == 0;
                require(is_whole, ErrorCode::BadValue, at + 6, "DFD")?;
                let samples = dfd.rows(at + FIXED, (size - FIXED) / SAMPLE);
                found = Some(Self { header: head, basic: dfd.read(at + BLOCK_HEADER), samples });
            }
            at += size;
        }
        Ok(found)
    }

    pub fn check(&self, header: &Ktx2Header, format: Option<TexelFormat>) -> Result<()> {
        let basic = &self.basic;
        let rules = Rules { descriptor: self, header, format };
        let is_srgb = basic.transfer_function == 2;
        rules.rule(self.header.version_number == 2, BLOCK + 4, "DFD.versionNumber")?;
        rules.rule(basic.color_primaries <= 11, BASIC + 1, "DFD.colorPrimaries")?;
        rules.rule(basic.transfer_function <= 18, BASIC + 2, "DFD.transferFunction")?;
        rules.rule(basic.flags <= 1, BASIC + 3, "DFD.flags")?;
        rules.rule(!self.samples.is_empty(), BLOCK + 6, "DFD.samples")?;
        if let Some(format) = format {
            let model = u32::from(basic.color_model);
            let is_wrong = (format.is_srgb() && !is_srgb) || (format.has_srgb_twin() && is_srgb);
            let is_universal =
                header.vk_format == KTX2_VK_FORMAT_ASTC_4X4_SFLOAT_BLOCK && model == KTX2_MODEL_UASTC_HDR_4X4;
            rules.rule(model == format.model || is_universal, BASIC, "DFD.colorModel")?;
            rules.rule(!is_wrong, BASIC + 2, "DFD.transferFunction")?;
            rules.block(format.block_width, format.block_height, format.block_bytes)?;
        } else if header.vk_format == KTX2_VK_FORMAT_UNDEFINED {
            rules.universal()?;
        }
        rules.basis_model()?;
        rules.samples()
    }
}

struct Rules<'d, 'a> {
    descriptor: &'d Descriptor<'a>,
    header: &'d Ktx2Header,
    format: Option<TexelFormat>,
}

impl Rules<'_, '_> {
    /// `offset` from the start of the descriptor.
    fn rule(&self, ok: bool, offset: u64, field: &'static str) -> Result<()> {
        require(ok, ErrorCode::BadValue, u64::from(self.header.dfd_byte_offset) + offset, field)
    }

    fn model(&self) -> u32 {
        u32::from(self.descriptor.basic.color_model)
    }

    /// Vulkan numbers the float formats of ASTC after all others of it.
    fn is_float_astc(&self) -> bool {
        let is_astc = self.format.is_some_and(|format| format.model == KTX2_MODEL_ASTC);
        is_astc && self.header.vk_format >= KTX2_VK_FORMAT_ASTC_4X4_SFLOAT_BLOCK
    }

    fn is_block(&self, width: u32, height: u32) -> bool {
        let [w, h, d, l] = self.descriptor.basic.texel_block_dimension;
        u32::from(w) + 1 == width && u32::from(h) + 1 == height && d == 0 && l == 0
    }

    fn block(&self, width: u32, height: u32, bytes: u32) -> Result<()> {
        let planes = self.descriptor.basic.bytes_plane;
        // Files from before revision 2 of the specification wrote 0 when supercompressed.
        let may_be_zero = self.header.supercompression_scheme != KTX2_SUPERCOMPRESSION_NONE;
        self.rule(self.is_block(width, height), BASIC + 4, "DFD.texelBlockDimension")?;
        let is_size = u32::from(planes[0]) == bytes || (may_be_zero && planes[0] == 0);
        self.rule(is_size, BASIC + 8, "DFD.bytesPlane0")?;
        self.rule(planes[1..].iter().all(|&plane| plane == 0), BASIC + 9, "DFD.bytesPlane1-7")
    }

    /// UASTC and ETC1S, which have no VkFormat.
    fn universal(&self) -> Result<()> {
        if self.model() == KTX2_MODEL_UASTC {
            self.block(4, 4, 16)?;
            self.rule(self.descriptor.samples.len() == 1, BLOCK + 6, "DFD.samples")?;
            return self.basis_samples(128, &[0, 3, 4, 5, 6]);
        }
        if self.model() != KTX2_MODEL_ETC1S {
            return Ok(());
        }
        self.rule(self.is_block(4, 4), BASIC + 4, "DFD.texelBlockDimension")?;
        self.rule(self.descriptor.samples.len() <= 2, BLOCK + 6, "DFD.samples")?;
        self.basis_samples(64, &[0, 3, 4, 15])
    }

    fn basis_samples(&self, bits: u32, channels: &[u8]) -> Result<()> {
        for (i, sample) in self.descriptor.samples.iter().enumerate() {
            let at = SAMPLES + i as u64 * SAMPLE;
            let is_place = u32::from(sample.bit_offset) == bits * i as u32;
            self.rule(is_place, at, "DFD.samples[].bitOffset")?;
            self.rule(u32::from(sample.bit_length) == bits - 1, at + 2, "DFD.samples[].bitLength")?;
            self.rule(channels.contains(&sample.channel_type), at + 3, "DFD.samples[].channelType")?;
            self.rule(sample.lower == 0, at + 8, "DFD.samples[].lower")?;
            self.rule(sample.upper == u32::MAX, at + 12, "DFD.samples[].upper")?;
        }
        Ok(())
    }

    fn basis_model(&self) -> Result<()> {
        let is_lz = self.header.supercompression_scheme == KTX2_SUPERCOMPRESSION_BASISLZ;
        let is_etc1s = self.model() == KTX2_MODEL_ETC1S;
        let transfer = self.descriptor.basic.transfer_function;
        self.rule(is_lz == is_etc1s, BASIC, "DFD.colorModel")?;
        let is_basis = is_etc1s || self.model() == KTX2_MODEL_UASTC;
        self.rule(!is_basis || matches!(transfer, 1 | 2), BASIC + 2, "DFD.transferFunction")
    }

    fn samples(&self) -> Result<()> {
        let samples = self.descriptor.samples;
        let wanted = self.format.map_or(0, |format| format.samples().len());
        self.rule(wanted == 0 || samples.len() == wanted, BLOCK + 6, "DFD.samples")?;
        if self.is_float_astc() {
            self.float_block()?;
        }
        self.channels()?;
        for (i, sample) in samples.iter().enumerate() {
            self.sample(i, &sample)?;
        }
        Ok(())
    }

    /// Float formats that some writers declare signed and others not.
    fn float_block(&self) -> Result<()> {
        let Some(sample) = self.descriptor.samples.get(0) else {
            return fail(ErrorCode::BadValue, u64::from(self.header.dfd_byte_offset) + BLOCK + 6, "DFD.samples");
        };
        let is_one = self.descriptor.samples.len() == 1 && sample.bit_offset == 0 && sample.bit_length == 127;
        self.rule(is_one, BLOCK + 6, "DFD.samples")?;
        self.rule(sample.channel_type & 0xBF == 0x80, SAMPLES + 3, "DFD.samples[].channelType")
    }

    fn channels(&self) -> Result<()> {
        let Some((_, wanted)) = CHANNELS.iter().find(|(vk_format, _)| *vk_format == self.header.vk_format) else {
            return Ok(());
        };
        let own = self.descriptor.samples.iter().map(|sample| sample.channel_type);
        self.rule(own.eq(wanted.iter().copied()), SAMPLES + 3, "DFD.samples")
    }

    fn sample(&self, i: usize, sample: &DfdSample) -> Result<()> {
        let at = SAMPLES + i as u64 * SAMPLE;
        let basic = &self.descriptor.basic;
        let block_bits = u32::from(basic.bytes_plane[0]) * 8;
        let end = u32::from(sample.bit_offset) + u32::from(sample.bit_length) + 1;
        self.rule(block_bits == 0 || end <= block_bits, at, "DFD.samples[].bitLength")?;
        if let Some(&[offset, length, channel, lower, upper]) = self.format.and_then(|format| format.samples().get(i)) {
            self.rule(u32::from(sample.bit_offset) == offset, at, "DFD.samples[].bitOffset")?;
            self.rule(u32::from(sample.bit_length) == length, at + 2, "DFD.samples[].bitLength")?;
            self.rule(u32::from(sample.channel_type) == channel, at + 3, "DFD.samples[].channelType")?;
            self.rule(sample.lower == lower, at + 8, "DFD.samples[].lower")?;
            return self.rule(sample.upper == upper, at + 12, "DFD.samples[].upper");
        }
        let is_srgb = self.model() == KTX2_MODEL_RGBSDA && basic.transfer_function == 2;
        let is_alpha = sample.channel_type & 15 == 15;
        let is_linear = sample.channel_type & 0x10 != 0;
        self.rule(!is_srgb || !is_alpha || is_linear, at + 3, "DFD.samples[].channelType")
    }
}
