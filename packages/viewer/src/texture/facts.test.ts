import {
  blockFormat,
  decodeKtx2,
  encodeKtx2,
  hdrFormat,
  type Ktx2,
  type Ktx2Format,
  rgba8Format,
  textEntry,
  uastcFormat,
} from '@assetc/formats';
import { expect, it } from 'vitest';
import { textureFacts } from './facts.js';
import { videoMemory } from './video-memory.js';

function texture(format: Ktx2Format, size: number, bytes: readonly number[], swizzle?: string): Ktx2 {
  const levels = bytes.map((length) => ({ bytes: new Uint8Array(length) }));
  const keyValues = swizzle === undefined ? [] : [textEntry('KTXswizzle', swizzle)];
  return decodeKtx2(encodeKtx2({ format, pixelWidth: size, pixelHeight: size, levels, keyValues }));
}

it('names formats and their used channels', () => {
  const of = (format: Ktx2Format, bytes: number, swizzle?: string) =>
    textureFacts(texture(format, 4, [bytes], swizzle));
  expect(of(uastcFormat({ transfer: 'linear', channel: 'rg' }), 16)).toMatchObject({
    formatName: 'UASTC',
    channels: 'rg',
    isSrgb: false,
  });
  expect(of(hdrFormat('uastc-hdr'), 16)).toMatchObject({ formatName: 'UASTC HDR 4×4', isHdr: true, channels: 'rgb' });
  expect(of(blockFormat('bc4', 'linear'), 8).channels).toBe('r');
  expect(of(blockFormat('astc-4x4', 'linear'), 16, 'rrr1').channels).toBe('r');
  expect(of(rgba8Format('srgb'), 64)).toMatchObject({ channels: 'rgba', isSrgb: true, isHdr: false });
});

it('adds up every level for every target, and marks the stored format', () => {
  const ktx = texture(blockFormat('bc7', 'srgb'), 8, [64, 16, 16, 16]);
  const rows = videoMemory(ktx, textureFacts(ktx));
  const row = (target: string) => rows.find((each) => each.target === target);
  expect(row('BC7')).toMatchObject({ base: 64, all: 112, isStored: true, bitsPerTexel: 8 });
  expect(row('RGBA8')).toMatchObject({ base: 256, all: 256 + 64 + 16 + 4, isStored: false });
  expect(rows.filter(({ isStored }) => isStored)).toHaveLength(1);
});
