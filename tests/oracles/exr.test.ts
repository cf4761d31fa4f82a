// OpenEXR images of every compression as OpenImageIO writes them, and as it reads them itself.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadHdr } from '../../packages/compiler/src/importers/image/testing/load-hdr.js';
import { writeExr } from '../../packages/compiler/src/importers/image/testing/write-exr.js';

const hasTool = spawnSync('oiiotool', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'assetc-exr-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [width, height] = [150, 131];
/** Enough different values for the wavelets of PIZ that need all of 16 bits. */
const valueAt = (c: number) => (x: number, y: number) =>
  ((Math.imul(x * 131 + y * 7919 + c, 2654435761) >>> 8) / 2 ** 24) * 2 ** ((x + y) % 12) + x / width;

function oiiotool(...args: readonly string[]): void {
  const { status, stderr, stdout } = spawnSync('oiiotool', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`oiiotool: ${stderr}${stdout}`);
}

describe.skipIf(!hasTool)('OpenEXR next to OpenImageIO', () => {
  const source = writeExr({
    channels: ['A', 'B', 'G', 'R'].map((name, c) => ({
      name,
      type: 'float',
      valueAt: name === 'A' ? (x) => (x % 5) / 4 : valueAt(c),
    })),
    dataWindow: [0, 0, width - 1, height - 1],
  });
  writeFileSync(join(folder, 'source.exr'), source);

  for (const compression of ['none', 'rle', 'zips', 'zip', 'piz', 'pxr24', 'b44', 'b44a'])
    for (const [type, shape] of [
      ['float', ['--scanline']],
      ['half', ['--tile', '32', '24']],
      ...(['piz', 'pxr24', 'b44'].includes(compression) ? ([['uint32', ['--scanline']]] as const) : []),
    ] as const)
      it(`has the same texels of ${compression}, ${type}, ${shape[0]}`, async () => {
        const scaled = type === 'uint32' ? ['--mulc', '0.0002'] : [];
        oiiotool('source.exr', ...scaled, '-d', type, ...shape, '--compression', compression, '-o', 'a.exr');
        oiiotool('a.exr', '-d', 'float', '--scanline', '--compression', 'none', '-o', 'b.exr');
        const read = async (name: string) =>
          (await loadHdr(new Uint8Array(readFileSync(join(folder, name))), name)).image;
        const [ours, theirs] = [await read('a.exr'), await read('b.exr')];
        expect([ours.width, ours.height]).toEqual([width, height]);
        if (type === 'uint32') {
          // It takes 2^32 − 1 for 1.
          const off = ours.pixels.filter(
            (v, i) => i % 4 !== 3 && Math.abs(v / 2 ** 32 - (theirs.pixels[i] ?? 0)) > 1e-6,
          );
          expect(off.length).toBe(0);
          expect(ours.pixels.some((v) => v > 1e6)).toBe(true);
        } else expect(Buffer.compare(Buffer.from(ours.pixels.buffer), Buffer.from(theirs.pixels.buffer))).toBe(0);
      });

  it.each(['dwaa', 'dwab'])('has the texels of %s within a step of what it codes', async (compression) => {
    oiiotool('source.exr', '-d', 'half', '--compression', compression, '-o', 'dwa.exr');
    oiiotool('dwa.exr', '-d', 'float', '--compression', 'none', '-o', 'plain.exr');
    const read = async (name: string) => (await loadHdr(new Uint8Array(readFileSync(join(folder, name))), name)).image;
    const [ours, theirs] = [(await read('dwa.exr')).pixels, (await read('plain.exr')).pixels];
    const off = Array.from(theirs, (value, i) => Math.abs((ours[i] ?? 0) - value) / (value + 1e-3));
    expect(off.reduce((most, one) => Math.max(most, one), 0)).toBeLessThan(0.01);
    expect(off.filter((difference) => difference > 1e-6).length).toBeLessThan(off.length / 50);
  });
});
