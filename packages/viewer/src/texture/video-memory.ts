// GPU memory of a texture in each format that it can be sampled in.

import type { Ktx2 } from '@assetc/formats';
import { isEtc1s, type TextureFacts } from './facts.js';

interface MemoryRow {
  readonly target: string;
  /** The devices that sample it. */
  readonly where: string;
  readonly bitsPerTexel: number;
  /** Bytes of the largest level, and of all levels. */
  readonly base: number;
  readonly all: number;
  /** The file contains this format, or one that converts to it without loss. */
  readonly isStored: boolean;
}

interface Target {
  readonly name: string;
  readonly where: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly stored: readonly string[];
}

const block = (name: string, where: string, bytes: number, ...stored: string[]): Target => ({
  name,
  where,
  width: 4,
  height: 4,
  bytes,
  stored,
});
const plain = (name: string, bytes: number, ...stored: string[]): Target => ({
  name,
  where: 'everywhere',
  width: 1,
  height: 1,
  bytes,
  stored,
});

const DESKTOP = 'desktop';
const PHONE = 'phones';
const BC7 = block('BC7', DESKTOP, 16, 'bc7');
const ASTC = block('ASTC 4×4', PHONE, 16, 'astc-4x4', 'astc-4x4-srgb', 'uastc');
const RGBA8 = plain('RGBA8', 4, 'rgba8');

function targetsOf({ isHdr, channels, shape }: TextureFacts): readonly Target[] {
  // Hardly any device samples compressed 3D textures.
  if (shape === '3d') return [RGBA8, plain('RGBA16F', 8, 'rgba16f')];
  if (isHdr && channels === 'rg') return [plain('RG16F', 4, 'rg16f'), plain('RGBA16F', 8)];
  if (isHdr)
    return [
      block('BC6H', DESKTOP, 16, 'bc6h', 'bc6h-signed'),
      block('ASTC HDR 4×4', PHONE, 16, 'astc-4x4-hdr'),
      plain('RGB9E5', 4, 'rgb9e5'),
      plain('RGBA16F', 8, 'rgba16f'),
    ];
  switch (channels) {
    case 'r':
      return [block('BC4', DESKTOP, 8, 'bc4'), block('EAC R11', PHONE, 8, 'eac-r11'), BC7, ASTC, RGBA8];
    case 'rg':
    case 'ra':
      return [block('BC5', DESKTOP, 16, 'bc5'), block('EAC RG11', PHONE, 16, 'eac-rg11'), BC7, ASTC, RGBA8];
    case 'rgb':
      return [block('BC1', DESKTOP, 8, 'bc1'), BC7, block('ETC2 RGB', PHONE, 8, 'etc2-rgb'), ASTC, RGBA8];
    case 'rgba':
      return [
        block('BC3', DESKTOP, 16, 'bc3', 'bc1-cut-out'),
        BC7,
        block('ETC2 RGBA', PHONE, 16, 'etc2-rgba'),
        ASTC,
        RGBA8,
      ];
  }
}

/** Other block sizes of ASTC are not a choice for every texture: a row for the one in the file. */
function largerAstc({ format, formatName }: TextureFacts): readonly Target[] {
  if (format === undefined) return [];
  const [, width = 4, height = 4] = /^astc-(\d+)x(\d+)/.exec(format)?.map(Number) ?? [];
  return width * height === 16 ? [] : [{ name: formatName, where: PHONE, width, height, bytes: 16, stored: [format] }];
}

/** Includes every level, layer, face and slice. */
export function videoMemory(ktx: Ktx2, facts: TextureFacts): readonly MemoryRow[] {
  return [...largerAstc(facts), ...targetsOf(facts)].map((target) => {
    const { name, where, bytes, stored } = target;
    const levelBytes = (level: number): number => {
      const [width, height, depth] = [ktx.pixelWidth, ktx.pixelHeight, ktx.pixelDepth].map((side) =>
        Math.max(1, side >> level),
      );
      const blocks = Math.ceil((width ?? 1) / target.width) * Math.ceil((height ?? 1) / target.height) * (depth ?? 1);
      return blocks * bytes * Math.max(1, ktx.layerCount) * ktx.faceCount;
    };
    return {
      target: name,
      where,
      bitsPerTexel: Math.round((bytes * 800) / (target.width * target.height)) / 100,
      base: levelBytes(0),
      all: ktx.levels.reduce((sum, _, level) => sum + levelBytes(level), 0),
      // ETC1S is transcoded to any format that the device has.
      isStored: facts.format !== undefined && !isEtc1s(ktx) && stored.includes(facts.format),
    };
  });
}
