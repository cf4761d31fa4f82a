// Writes DDS with the DX10 header: every level, face and layer of a texture. Values as in the documentation of Direct3D.

import type { BlockFormat } from '@assetc/formats';

/** The content of a level: blocks, or plain texels. */
export type DdsTexels = Extract<BlockFormat, `bc${number}`> | 'bc6h' | 'rgba8' | 'rgb9e5' | 'rg16f' | 'rgba16f';

interface DdsInput {
  readonly texels: DdsTexels;
  readonly isSrgb: boolean;
  readonly width: number;
  readonly height: number;
  /** 0: not 3D. */
  readonly depth: number;
  /** 0: not an array. */
  readonly layerCount: number;
  readonly faceCount: number;
  /** As KTX2 has them: the largest first, in each layer by layer, in it face by face. */
  readonly levels: readonly Uint8Array[];
}

/** DXGI_FORMAT, linear and sRGB. */
const DXGI: Readonly<Record<DdsTexels, readonly [linear: number, srgb: number]>> = {
  rgba16f: [10, 10],
  rgba8: [28, 29],
  rg16f: [34, 34],
  rgb9e5: [67, 67],
  bc1: [71, 72],
  bc3: [77, 78],
  bc4: [80, 80],
  bc5: [83, 83],
  bc6h: [95, 95],
  bc7: [98, 99],
};
const TEXEL_BYTES = { rgba8: 4, rgb9e5: 4, rg16f: 4, rgba16f: 8 } as const;

const isBlocks = (texels: DdsTexels): texels is Exclude<DdsTexels, keyof typeof TEXEL_BYTES> =>
  !(texels in TEXEL_BYTES);

const DDS_MAGIC = 0x20534444;
const FOURCC_DX10 = 0x30315844;
const HEADER_BYTES = 124;
const FORMAT_BYTES = 32;
const HAS = {
  caps: 1,
  height: 2,
  width: 4,
  pitch: 8,
  format: 0x1000,
  mips: 0x20000,
  linearSize: 0x80000,
  depth: 0x800000,
};
const CAPS = { complex: 8, texture: 0x1000, mipmap: 0x400000 };
const CUBE_WITH_ALL_FACES = 0xfe00;
const VOLUME = 0x200000;
const DIMENSION = { flat: 3, volume: 4 };
const MISC_CUBE = 4;

export function writeDds(input: DdsInput): Uint8Array {
  const { width, height, depth, layerCount, faceCount, levels, texels } = input;
  const parts = Math.max(1, layerCount) * faceCount;
  const isComplex = levels.length > 1 || parts > 1 || depth > 0;
  const flags = HAS.caps | HAS.height | HAS.width | HAS.format | (isBlocks(texels) ? HAS.linearSize : HAS.pitch);
  const pitch = isBlocks(texels) ? (levels[0]?.length ?? 0) / parts : width * TEXEL_BYTES[texels];
  const words = [
    DDS_MAGIC,
    HEADER_BYTES,
    flags | (levels.length > 1 ? HAS.mips : 0) | (depth > 0 ? HAS.depth : 0),
    height,
    width,
    pitch,
    depth,
    levels.length,
    ...new Array<number>(11).fill(0),
    ...[FORMAT_BYTES, 4, FOURCC_DX10, 0, 0, 0, 0, 0],
    CAPS.texture | (isComplex ? CAPS.complex : 0) | (levels.length > 1 ? CAPS.mipmap : 0),
    faceCount === 6 ? CUBE_WITH_ALL_FACES : depth > 0 ? VOLUME : 0,
    ...[0, 0, 0],
    DXGI[texels][input.isSrgb ? 1 : 0],
    depth > 0 ? DIMENSION.volume : DIMENSION.flat,
    faceCount === 6 ? MISC_CUBE : 0,
    Math.max(1, layerCount),
    0,
  ];
  const bytes = new Uint8Array(words.length * 4 + levels.reduce((sum, level) => sum + level.length, 0));
  const view = new DataView(bytes.buffer);
  for (const [i, word] of words.entries()) view.setUint32(i * 4, word, true);
  let at = words.length * 4;
  // Part by part, in it level by level.
  for (let part = 0; part < parts; part++)
    for (const level of levels) {
      const length = level.length / parts;
      bytes.set(level.subarray(part * length, (part + 1) * length), at);
      at += length;
    }
  return bytes;
}
