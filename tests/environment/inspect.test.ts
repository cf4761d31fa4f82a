// info and convert on outputs of environments: the cube map, its light, and the split-sum table.

import { decodeKtx2, decodeTextureLevel, fromHalf } from '@assetc/formats';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileDfg } from '../../packages/compiler/src/compilers/environment/compile-dfg.js';
import { onOneThread } from '../../packages/compiler/src/compilers/environment/testing/environment-tasks.js';
import { type ConvertRequest, convertFile } from '../../packages/compiler/src/inspect/convert/convert-file.js';
import { inspectPath } from '../../packages/compiler/src/inspect/inspect-files.js';
import { memoryDisk } from '../../packages/compiler/src/inspect/testing/memory-disk.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { makeHdr } from '../support/make-hdr.js';

const inspect = async (bytes: Uint8Array) =>
  (await inspectPath(memoryDisk({ '/w/a.ktx2': bytes }), '/w/a.ktx2'))?.files[0];

describe('info of an environment', () => {
  let context: TestContext;
  beforeAll(async () => {
    // 2 from above, 0.5 from below.
    const input = { 'a.env.hdr': makeHdr(64, 32, (_, y) => (y < 16 ? [2, 2, 2] : [0.5, 0.5, 0.5])) };
    context = await new TestContext({ path: 'a.env.hdr', input }).compile();
  });

  it('tells which roughness levels are for, and what falls onto surfaces', async () => {
    const file = await inspect(context.output('.ibl.ktx2'));
    expect(file).toMatchObject({ problem: null, facts: { faces: 6, mips: 4, width: 64, format: 'UASTC_HDR_4x4' } });
    const { roughness, irradiance } = Object(file?.facts.light);
    expect(roughness).toEqual([0, 1 / 3, 2 / 3, 1]);
    expect(irradiance).toHaveLength(27);
    expect(file?.statements).toContain('light of roughness 0, 0.3333, 0.6667, 1 by level');
    // Each half fills a hemisphere: π times its light.
    const said = /^irradiance (\S+) \S+ \S+ from above, (\S+) \S+ \S+ from below$/;
    const [, above, below] = file?.statements.map((s) => said.exec(s)).find((found) => found !== null) ?? [];
    expect(Math.abs(Number(above) / (2 * Math.PI) - 1)).toBeLessThan(0.03);
    expect(Math.abs(Number(below) / (0.5 * Math.PI) - 1)).toBeLessThan(0.1);
  });

  it('tells no light of the cube map', async () => {
    const file = await inspect(context.output('.env.ktx2'));
    expect(file).toMatchObject({ problem: null, facts: { faces: 6, mips: 5, width: 16 } });
    expect(file?.facts.light).toBeUndefined();
    expect(file?.statements.some((statement) => statement.startsWith('luminance 0.5 to 2,'))).toBe(true);
  });
});

describe('the split-sum table', () => {
  let table: Uint8Array;
  beforeAll(async () => {
    table = await compileDfg(onOneThread);
  });
  const convert = async (request: Omit<ConvertRequest, 'path'>) => {
    const converted = await convertFile(memoryDisk({ '/w/dfg.ktx2': table }), { path: '/w/dfg.ktx2', ...request });
    return {
      bytes: converted?.files[0]?.bytes ?? new Uint8Array(),
      said: converted?.diagnostics.map(({ code, message }) => `${code}: ${message}`),
    };
  };
  const halfsOf = (bytes: Uint8Array): Uint16Array => new Uint16Array(bytes.slice().buffer);

  it('has a format with a name', async () => {
    const file = await inspect(table);
    expect(file).toMatchObject({ problem: null, facts: { format: 'R16G16_SFLOAT', width: 128, gpuBytes: 65536 } });
    expect(file?.statements).toContain('R16G16_SFLOAT');
  });

  it('is a picture of its two values, not tone-mapped, and the loss is reported', async () => {
    const { bytes, said } = await convert({ to: 'png' });
    const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
    expect([width, height]).toEqual([128, 128]);
    const halfs = halfsOf(decodeKtx2(table).levels[0]?.bytes ?? new Uint8Array());
    const wanted = Array.from({ length: 128 * 128 }, (_, i) => [
      ...[0, 1].map((k) => Math.floor(Math.min(1, fromHalf(halfs[i * 2 + k] ?? 0)) * 255 + 0.5)),
      ...[0, 255],
    ]);
    expect([...data]).toEqual(wanted.flat());
    expect(new Set(data).size).toBeGreaterThan(200);
    const note = 'half floats become 8 bits, and values below 0 or above 1 are clamped';
    expect(said).toEqual([`convert/rounded: ${note}`]);
  });

  it('is R16G16_FLOAT in DDS as it lies, and texels elsewhere', async () => {
    const { bytes, said } = await convert({ to: 'dds' });
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    // The pitch of a row, and DXGI_FORMAT_R16G16_FLOAT.
    expect([view.getUint32(20, true), view.getUint32(128, true)]).toEqual([128 * 4, 34]);
    expect(bytes.subarray(148)).toEqual(decodeKtx2(table).levels[0]?.bytes);
    expect(said).toEqual([]);
    const raw = await convert({ to: 'ktx2', target: 'raw' });
    expect(decodeKtx2(raw.bytes).vkFormat).toBe(37);
    expect(raw.said?.join()).toContain('half floats become 8 bits');
    const ktx = decodeKtx2(table);
    expect(decodeTextureLevel(ktx, ktx.levels[0]?.bytes ?? new Uint8Array()).rgba[3]).toBe(255);
  });
});
