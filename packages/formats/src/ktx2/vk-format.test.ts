// The table of formats against the names that ktx-parse gives the numbers: a name spells out sizes and transfer.

import * as ktxParse from 'ktx-parse';
import { describe, expect, it } from 'vitest';
import { encodeKtx2 } from './encode.js';
import { decodeKtx2 } from './read.js';
import { validateKtx2 } from './validate.js';
import { vkFormatInfo } from './vk-format.js';

const named = Object.entries(ktxParse).flatMap(([name, value]): [string, number][] =>
  name.startsWith('VK_FORMAT_') && typeof value === 'number' && value !== 0 ? [[name.slice(10), value]] : [],
);
/** Two planes of bits with padding between, and formats with words of several texels: no simple name. */
const special = (name: string) => /10X6|12X4|PVRTC1|D\d+_\w+_S8|X8_D24/.test(name);

function spelled(name: string) {
  const srgb = name.includes('SRGB');
  const [, width, height] = /(\d+)x(\d+)/.exec(name) ?? [];
  if (width !== undefined && height !== undefined) {
    return { blockWidth: Number(width), blockHeight: Number(height), blockBytes: 16, typeSize: 1, srgb };
  }
  if (name.startsWith('PVRTC2')) {
    return { blockWidth: name.includes('2BPP') ? 8 : 4, blockHeight: 4, blockBytes: 8, typeSize: 1, srgb };
  }
  if (name.includes('BLOCK')) {
    const small = /^(BC1|BC4|ETC2_R8G8B8_|ETC2_R8G8B8A1|EAC_R11_)/.test(name);
    return { blockWidth: 4, blockHeight: 4, blockBytes: small ? 8 : 16, typeSize: 1, srgb };
  }
  const pack = /PACK(\d+)/.exec(name)?.[1];
  const bits = [...name.matchAll(/[RGBADSXE](\d+)/g)].map((match) => Number(match[1]));
  const blockBytes = pack === undefined ? bits.reduce((sum, n) => sum + n, 0) / 8 : Number(pack) / 8;
  const typeSize = pack === undefined ? Math.max(...bits) / 8 : Number(pack) / 8;
  return { blockWidth: 1, blockHeight: 1, blockBytes, typeSize, srgb };
}

describe('vkFormatInfo', () => {
  it('knows enough names to be worth comparing', () => {
    expect(named.filter(([name]) => !special(name)).length).toBeGreaterThan(150);
  });

  it.each(named.filter(([name]) => !special(name)))('%s matches its name', (name, value) => {
    expect(vkFormatInfo(value)).toMatchObject({ ...spelled(name), prohibited: false });
  });

  it('knows formats without a name here as prohibited', () => {
    const numbers = new Set(named.map(([, value]) => value));
    for (let value = 1; value <= 184; value++) {
      if (!numbers.has(value)) expect(`${value} ${vkFormatInfo(value)?.prohibited}`).toBe(`${value} true`);
    }
  });

  it('lets files of every known format open without a problem', () => {
    for (const [name, vkFormat] of named) {
      const info = vkFormatInfo(vkFormat);
      if (info === undefined || info.depthStencil) continue;
      const bits = info.blockBytes * 8;
      const basic = {
        versionNumber: 2,
        colorModel: info.model,
        colorPrimaries: 1,
        transferFunction: info.srgb ? 2 : 1,
        flags: 0,
        texelBlockDimension: [info.blockWidth - 1, info.blockHeight - 1, 0, 0],
        bytesPlane: [info.blockBytes, 0, 0, 0, 0, 0, 0, 0],
        samples: [
          { bitOffset: 0, bitLength: bits - 1, channelType: 0, samplePosition: [0, 0, 0, 0], lower: 0, upper: 1 },
        ],
      };
      const [width, height] = [13, 7];
      const blocks = Math.ceil(width / info.blockWidth) * Math.ceil(height / info.blockHeight);
      const bytes = encodeKtx2({
        pixelWidth: width,
        pixelHeight: height,
        format: { vkFormat, typeSize: info.typeSize, dataFormat: { basic, extra: [] } },
        levels: [{ bytes: new Uint8Array(blocks * info.blockBytes) }],
      });
      expect(decodeKtx2(bytes).vkFormat).toBe(vkFormat);
      // RGBA8 and RGBA16F have to have exactly their samples, which this one sample stands in for elsewhere.
      const problems = validateKtx2(bytes).filter(({ field }) => !field.startsWith('DFD.samples'));
      expect([name, problems]).toEqual([name, []]);
    }
  });
});
