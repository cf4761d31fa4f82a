import { describe, expect, it } from 'vitest';
import type { RowImage } from '../../model/image/image.js';
import { runOnThisThread } from '../parallel.js';
import { convertColors } from './convert-colors.js';
import { encodeBlockTextures } from './encode-block-texture.js';
import { encodeStrip } from './encode-blocks.js';
import { encodeRows } from './encode-rows.js';
import { filterLevelBand, filterTwoLevelsBand } from './filter-level.js';
import { buildMipChain } from './mip-chain.js';

const [width, height] = [90, 70];
const pixels = Uint16Array.from({ length: width * height * 4 }, (_, i) =>
  i % 4 === 3 ? 65535 : Math.imul(i + 5, 2654435761) >>> 16,
);
const power = { shape: 'power', g: 1.8, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0 } as const;
const colors = { name: 'a', curves: [power, power, power], primaries: undefined } as const;
const parallel = runOnThisThread({
  'encode-blocks': encodeStrip,
  'filter-level': filterLevelBand,
  'filter-two-levels': filterTwoLevelsBand,
});
const mips = { mode: 'color', mips: true, wrap: 'repeat' } as const;
const blocks = { mode: 'color', target: 'universal', bc: 'bc7', astc: '4x4', quality: 'fast', metric: 'rgb' } as const;

async function encodedByRows(zstdLevel: number | undefined, rest: Pick<RowImage, 'colors'>): Promise<Buffer> {
  const image: RowImage = {
    ...{ width, height, isWide: true, mayBeTransparent: false, ...rest },
    read: async (take) => take(new Uint8Array(pixels.slice().buffer), 0, height),
  };
  const wanted = [{ ...blocks, alphaWeighted: false, rdo: 0, zstdLevel }];
  return Buffer.concat(await encodeRows(image, mips, wanted, parallel));
}

async function encodedWhole(zstdLevel: number | undefined): Promise<Buffer> {
  const image = convertColors({ width, height, pixels: pixels.slice(), hasAlpha: false, colors });
  const chain = await buildMipChain(image, { ...mips, filter: 'box', maxSize: 0, alphaCutoff: null }, parallel);
  const wanted = [{ ...blocks, alphaWeighted: false, rdo: 0, zstdLevel }];
  return Buffer.concat(
    await encodeBlockTextures({ chains: [chain], faceCount: 1, layerCount: 0 }, false, wanted, parallel),
  );
}

describe('rows of a file with a color profile', () => {
  it('give the same bytes as the whole image, converted', async () => {
    const converted = await encodedByRows(undefined, { colors });
    expect(Buffer.compare(converted, await encodedWhole(undefined))).toBe(0);
    expect(Buffer.compare(converted, await encodedByRows(undefined, {}))).not.toBe(0);
  });

  it('give the same bytes with Zstandard', async () => {
    const packed = await encodedByRows(3, { colors });
    expect(Buffer.compare(packed, await encodedWhole(3))).toBe(0);
    expect(Buffer.compare(packed, await encodedWhole(undefined))).not.toBe(0);
  });
});
