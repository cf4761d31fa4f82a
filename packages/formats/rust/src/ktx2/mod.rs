//! Textures: KTX 2.0.

mod descriptor;
mod formats;
mod levels;
mod values;

use crate::error::{fail, require, ErrorCode, Result};
use crate::file::{align, File};
use crate::generated::layouts::{
    BasisLzGlobalHeader, Ktx2Header, Ktx2LevelIndex, KTX2_MODEL_ETC1S, KTX2_MODEL_UASTC, KTX2_SUPERCOMPRESSION_BASISLZ,
    KTX2_SUPERCOMPRESSION_ZLIB,
};
use crate::rows::{Row, Rows};
use descriptor::Descriptor;
pub use formats::{texel_format, TexelFormat};
use levels::TexelBlock;

const IDENTIFIER: [u8; 12] = [0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A];
const HEADER: u64 = Ktx2Header::SIZE as u64;

/// A texture that has been checked, as far as that is possible without decompressing it.
#[derive(Clone, Copy, Debug)]
pub struct Texture<'a> {
    bytes: &'a [u8],
    /// vkFormat, size, counts, supercompressionScheme.
    pub header: Ktx2Header,
    /// Stored levels, largest first: one if the header asks the loader to generate the rest.
    pub levels: Rows<'a, Ktx2LevelIndex>,
    /// `KTX2_MODEL_…`: identifies UASTC, which has vkFormat 0.
    pub color_model: u8,
    /// 1 linear, 2 sRGB.
    pub transfer_function: u8,
    /// Whether colors have been multiplied by alpha.
    pub is_premultiplied: bool,
    block: TexelBlock,
}

/// One mip level as stored. Images are in order: layer by layer, in each layer face by face.
#[derive(Clone, Copy, Debug)]
pub struct TextureLevel<'a> {
    /// Supercompressed if `header.supercompression_scheme` is not 0.
    pub stored: &'a [u8],
    /// Bytes after decompression.
    pub size: u64,
    /// Texels.
    pub width: u32,
    /// Texels.
    pub height: u32,
    /// Texels.
    pub depth: u32,
    /// At least 1.
    pub layers: u32,
    /// 1, or 6 for cubemaps.
    pub faces: u32,
    /// Bytes of a row of blocks.
    pub row_bytes: u64,
    /// Bytes of one face of one layer.
    pub image_bytes: u64,
}

/// A file under inspection.
struct Ktx<'a> {
    file: File<'a>,
    header: Ktx2Header,
    format: Option<TexelFormat>,
    index_end: u64,
    descriptor: Option<Descriptor<'a>>,
}

impl<'a> Texture<'a> {
    /// Checks every rule of docs/formats/ktx2.md that can be checked without decompressing.
    pub fn open(bytes: &'a [u8]) -> Result<Self> {
        let file = File::new(bytes);
        let header: Ktx2Header = file.inspect(0)?;
        require(header.identifier == IDENTIFIER, ErrorCode::BadMagic, 0, "Ktx2Header.identifier")?;
        let stored = u64::from(header.level_count.max(1));
        let index_end = HEADER + stored * Ktx2LevelIndex::SIZE as u64;
        require(index_end <= file.size(), ErrorCode::Truncated, HEADER, "Ktx2LevelIndex")?;
        let mut ktx = Ktx { file, header, format: texel_format(header.vk_format), index_end, descriptor: None };
        ktx.check_index()?;
        ktx.descriptor = Descriptor::read(&file, &header)?;
        ktx.check_header()?;
        ktx.check_descriptor()?;
        values::check(&file, &header)?;
        let block = ktx.block();
        levels::check(&file, &header, &block)?;
        let basic = ktx.descriptor.map(|descriptor| descriptor.basic);
        Ok(Self {
            bytes,
            header,
            levels: file.rows(HEADER, stored),
            color_model: basic.map_or(0, |basic| basic.color_model),
            transfer_function: basic.map_or(0, |basic| basic.transfer_function),
            is_premultiplied: basic.is_some_and(|basic| basic.flags & 1 != 0),
            block,
        })
    }

    /// Level 0 is the largest.
    pub fn level(&self, level: u32) -> Option<TextureLevel<'a>> {
        let index = self.levels.get(level as usize)?;
        let [width, height, depth] = [self.header.pixel_width, self.header.pixel_height, self.header.pixel_depth]
            .map(|size| levels::size_at(size, level));
        let layers = self.header.layer_count.max(1);
        let faces = self.header.face_count;
        let size = index.uncompressed_byte_length;
        Some(TextureLevel {
            stored: File::new(self.bytes).slice(index.byte_offset, index.byte_length),
            size,
            width,
            height,
            depth,
            layers,
            faces,
            row_bytes: u64::from(width.div_ceil(self.block.width)) * u64::from(self.block.bytes),
            image_bytes: size / (u64::from(layers) * u64::from(faces)),
        })
    }

    /// Texels of a block: width, height, depth. 1 for plain formats.
    pub fn block_size(&self) -> [u32; 3] {
        [self.block.width, self.block.height, self.block.depth]
    }

    /// Bytes of a block; 0 if unknown.
    pub fn block_bytes(&self) -> u32 {
        self.block.bytes
    }

    /// The value of a key of the file: KTXwriter, KTXorientation, … Texts end with a zero byte.
    pub fn value(&self, key: &str) -> Option<&'a [u8]> {
        let file = File::new(self.bytes);
        values::pairs(&file, &self.header).find(|pair| pair.key == key.as_bytes()).map(|pair| pair.value)
    }
}

impl TextureLevel<'_> {
    /// Where one image begins in the blocks of the level, in bytes.
    pub fn image_offset(&self, layer: u32, face: u32) -> u64 {
        (u64::from(layer) * u64::from(self.faces) + u64::from(face)) * self.image_bytes
    }
}

fn value_rule(ok: bool, field: u64, name: &'static str) -> Result<()> {
    require(ok, ErrorCode::BadValue, field, name)
}

fn range_rule(ok: bool, field: u64, name: &'static str) -> Result<()> {
    require(ok, ErrorCode::BadRange, field, name)
}

impl Ktx<'_> {
    fn is_model(&self, model: u32) -> bool {
        self.descriptor.is_some_and(|descriptor| u32::from(descriptor.basic.color_model) == model)
    }

    fn check_index(&self) -> Result<()> {
        let h = &self.header;
        let dfd_length = h.dfd_byte_length;
        let dfd_end = u64::from(h.dfd_byte_offset) + u64::from(dfd_length);
        let is_next = u64::from(h.dfd_byte_offset) == self.index_end;
        range_rule(is_next, Ktx2Header::AT_DFD_BYTE_OFFSET, "Ktx2Header.dfdByteOffset")?;
        let is_whole = dfd_length >= 44 && dfd_length % 4 == 0;
        range_rule(is_whole, Ktx2Header::AT_DFD_BYTE_LENGTH, "Ktx2Header.dfdByteLength")?;
        if dfd_end <= self.file.size() {
            let at = u64::from(h.dfd_byte_offset);
            value_rule(self.file.read::<u32>(at) == dfd_length, at, "DFD.totalSize")?;
        }
        let kvd_wanted = if h.kvd_byte_length == 0 { 0 } else { align(dfd_end, 4) };
        let is_next = u64::from(h.kvd_byte_offset) == kvd_wanted;
        range_rule(is_next, Ktx2Header::AT_KVD_BYTE_OFFSET, "Ktx2Header.kvdByteOffset")?;
        let is_whole = h.kvd_byte_length % 4 == 0;
        range_rule(is_whole, Ktx2Header::AT_KVD_BYTE_LENGTH, "Ktx2Header.kvdByteLength")?;
        let kvd_end = u64::from(h.kvd_byte_offset) + u64::from(h.kvd_byte_length);
        self.check_global(if h.kvd_byte_length == 0 { dfd_end } else { kvd_end })
    }

    fn check_global(&self, metadata_end: u64) -> Result<()> {
        let Ktx2Header { sgd_byte_offset: offset, sgd_byte_length: length, supercompression_scheme: scheme, .. } =
            self.header;
        let is_lz = scheme == KTX2_SUPERCOMPRESSION_BASISLZ;
        let needs_none = scheme < 0x10000 && !is_lz;
        let wanted = if length == 0 { 0 } else { align(metadata_end, 8) };
        range_rule(offset == wanted, Ktx2Header::AT_SGD_BYTE_OFFSET, "Ktx2Header.sgdByteOffset")?;
        let is_length = if is_lz { length > 0 } else { !needs_none || length == 0 };
        range_rule(is_length, Ktx2Header::AT_SGD_BYTE_LENGTH, "Ktx2Header.sgdByteLength")?;
        if length == 0 {
            return Ok(());
        }
        let place = Ktx2Header::AT_SGD_BYTE_OFFSET;
        require(self.file.has(offset, length), ErrorCode::Truncated, place, "SGD")?;
        self.file.expect_zeros(metadata_end, offset, "SGD.padding")?;
        if is_lz {
            self.check_global_data()
        } else {
            Ok(())
        }
    }

    /// The global data of BasisLZ: its parts fill it exactly, one description of 20 bytes for each image.
    fn check_global_data(&self) -> Result<()> {
        let h = &self.header;
        let section = File::new(&self.file.bytes[..(h.sgd_byte_offset + h.sgd_byte_length) as usize]);
        let global: BasisLzGlobalHeader = section.inspect(h.sgd_byte_offset)?;
        let per_depth = f64::from(h.layer_count.max(1)) * f64::from(h.face_count);
        let levels = h.level_count.clamp(1, 32);
        let images: f64 = (0..levels).map(|level| per_depth * f64::from(levels::size_at(h.pixel_depth, level))).sum();
        let wanted = BasisLzGlobalHeader::SIZE as f64
            + images * 20.0
            + f64::from(global.endpoints_byte_length)
            + f64::from(global.selectors_byte_length)
            + f64::from(global.tables_byte_length)
            + f64::from(global.extended_byte_length);
        require(wanted == h.sgd_byte_length as f64, ErrorCode::BadValue, h.sgd_byte_offset, "SGD")
    }

    fn check_header(&self) -> Result<()> {
        let h = &self.header;
        let (scheme, size) = (h.supercompression_scheme, h.type_size);
        let is_basis = h.vk_format == 0 && (self.is_model(KTX2_MODEL_UASTC) || self.is_model(KTX2_MODEL_ETC1S));
        let is_type_size = match self.format {
            Some(format) => size == format.type_size,
            None if is_basis => size == 1,
            None => matches!(size, 1 | 2 | 4 | 8),
        };
        let place = Ktx2Header::AT_VK_FORMAT;
        let is_allowed = self.format.is_none_or(|format| !format.is_prohibited());
        value_rule(is_allowed, place, "Ktx2Header.vkFormat")?;
        value_rule(is_type_size, Ktx2Header::AT_TYPE_SIZE, "Ktx2Header.typeSize")?;
        let is_scheme = scheme <= KTX2_SUPERCOMPRESSION_ZLIB || (0x10000..0x20000).contains(&scheme);
        let field = "Ktx2Header.supercompressionScheme";
        value_rule(is_scheme, Ktx2Header::AT_SUPERCOMPRESSION_SCHEME, field)?;
        let is_plain = scheme != KTX2_SUPERCOMPRESSION_BASISLZ || h.vk_format == 0;
        value_rule(is_plain, place, "Ktx2Header.vkFormat")?;
        self.check_size(is_basis || self.format.is_some_and(|format| format.is_compressed()))
    }

    fn check_size(&self, is_block: bool) -> Result<()> {
        let h = &self.header;
        let (height, depth) = (Ktx2Header::AT_PIXEL_HEIGHT, Ktx2Header::AT_PIXEL_DEPTH);
        let is_depth = self.format.is_some_and(|format| format.is_depth_stencil());
        let is_cube = h.face_count == 6;
        let largest = h.pixel_width.max(h.pixel_height).max(h.pixel_depth);
        let most = largest.checked_ilog2().unwrap_or(0) + 1;
        value_rule(h.pixel_width > 0, Ktx2Header::AT_PIXEL_WIDTH, "Ktx2Header.pixelWidth")?;
        value_rule(!is_block || h.pixel_height > 0, height, "Ktx2Header.pixelHeight")?;
        value_rule(h.pixel_depth == 0 || h.pixel_height > 0, height, "Ktx2Header.pixelHeight")?;
        value_rule(!is_depth || h.pixel_depth == 0, depth, "Ktx2Header.pixelDepth")?;
        value_rule(h.face_count == 1 || is_cube, Ktx2Header::AT_FACE_COUNT, "Ktx2Header.faceCount")?;
        value_rule(!is_cube || h.pixel_width == h.pixel_height, height, "Ktx2Header.pixelHeight")?;
        value_rule(!is_cube || h.pixel_depth == 0, depth, "Ktx2Header.pixelDepth")?;
        let is_count = (!is_block || h.level_count > 0) && h.level_count <= most;
        value_rule(is_count, Ktx2Header::AT_LEVEL_COUNT, "Ktx2Header.levelCount")
    }

    fn check_descriptor(&self) -> Result<()> {
        match &self.descriptor {
            Some(descriptor) => descriptor.check(&self.header, self.format),
            None => fail(ErrorCode::Missing, u64::from(self.header.dfd_byte_offset), "DFD"),
        }
    }

    fn block(&self) -> TexelBlock {
        levels::block_of(&self.header, self.format, self.descriptor.map(|descriptor| descriptor.basic))
    }
}
