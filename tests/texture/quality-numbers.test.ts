// texture.quality as a number, through builds: the file reaches it, equals itself with any number of threads, and why, info and --report name
// the choice.

import { readFileSync, statSync } from 'node:fs';
import { decodeKtx2, decodeTextureLevel, readLevel, readQualityNote, texelFormatOf } from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { psnr, rgbaPng } from '../support/compile-texture.js';
import { DiskProject, hasCli } from '../support/disk-project.js';

const SIDE = 96;
/** Smooth, with grain and an edge. */
const texel = (x: number, y: number): readonly number[] => {
  const grain = Math.imul(x * 31 + y * 17, 2654435761) >>> 28;
  return [(x * 2 + grain) & 255, x > 40 ? 30 + grain : 200 - y, (y * 2 + grain * 2) & 255, 255];
};
const pixels = Uint8Array.from({ length: SIDE * SIDE * 4 }, (_, i) => {
  const at = i >> 2;
  return texel(at % SIDE, Math.floor(at / SIDE))[i & 3] ?? 0;
});
const picture = rgbaPng(SIDE, SIDE, (x, y) => [...texel(x, y)]);

describe.skipIf(!hasCli)('texture.quality as a number', () => {
  const project = new DiskProject();
  const config = (quality: string, target = 'astc', more = ''): string =>
    `default:\n  texture:\n    target: ${target}\n    quality: ${quality}\n${more}`;
  const load = (name = 'a') => {
    const ktx = decodeKtx2(new Uint8Array(readFileSync(project.path(`runtime/${name}.ktx2`))));
    return { ktx, note: readQualityNote(ktx) };
  };
  beforeAll(() => project.write('assets/a.png', picture));
  afterAll(() => project.remove());

  it('reaches decibels with the smallest blocks, says so, and rebuilds if it changes', () => {
    project.write('assetc.yml', config('{ psnr: 30 }'));
    expect(project.run([])).toMatchObject({ status: 0, stderr: '' });
    const { ktx, note } = load();
    const [level] = ktx.levels;
    if (level === undefined || note === undefined) throw new Error('no level, or no note');
    const shown = decodeTextureLevel(
      ktx,
      readLevel(level, () => new Uint8Array()),
    ).rgba;
    expect(psnr(shown, pixels, [0, 1, 2])).toBeCloseTo(note.value, 3);
    expect(note).toMatchObject({ asked: { psnr: 30 }, reached: true });
    expect(note.choice).toBe(`ASTC ${texelFormatOf(ktx)?.slice(5, -5)}`);
    expect(note.bytes).toBe(ktx.levels.reduce((sum, { bytes }) => sum + bytes.length, 0));
    for (const [, value, bytes = 0] of note.tried) if (value >= 30) expect(bytes).toBeGreaterThanOrEqual(note.bytes);
    const why = project.run(['why', 'a.png']).stdout;
    expect(why).toContain(`${note.choice}: ${note.value.toFixed(2)} dB`);
    expect(why).toContain('the smallest that reaches 30 dB');
    expect(project.run(['info', 'runtime/a.ktx2']).stdout).toContain('the smallest that reaches 30 dB');
    expect(project.run(['check']).status).toBe(0);

    project.write('assetc.yml', config('{ psnr: 42 }'));
    const report = project.run(['--report']).stdout;
    expect(report).toContain('Chosen by texture.quality');
    expect(load().note?.value).toBeGreaterThanOrEqual(42);
    expect(load().note?.bytes).toBeGreaterThan(note.bytes);
  });

  it('gives equal bytes with one thread and with four', () => {
    const hashes = ['1', '4'].map((jobs) => {
      project.write('assetc.yml', config('{ ssim: 0.9 }', 'bc'));
      expect(project.run(['--no-cache', '-j', jobs])).toMatchObject({ status: 0, stderr: '' });
      return project.hashFile('runtime/a.ktx2');
    });
    expect(hashes[0]).toBe(hashes[1]);
    expect(load().note).toMatchObject({ asked: { ssim: 0.9 }, reached: true });
  });

  it('keeps a file within bytes, and warns if nothing fits', () => {
    project.write('assetc.yml', config('{ bytes: 9 kB }'));
    expect(project.run([])).toMatchObject({ status: 0, stderr: '' });
    expect(statSync(project.path('runtime/a.ktx2')).size).toBeLessThanOrEqual(9000);
    expect(load().note).toMatchObject({ asked: { bytes: 9000 }, reached: true });

    project.write('assetc.yml', config('{ bytes: 100 }', 'bc'));
    const { status, stderr, stdout } = project.run([]);
    expect(status).toBe(0);
    expect(stdout + stderr).toContain('texture/quality-unreached');
    expect(load().note).toMatchObject({ choice: 'BC1', reached: false });
  });

  it('refuses what is no quality, with the place', () => {
    for (const [wrong, message] of [
      ['{ psnr: 400 }', 'from 1 to 99'],
      ['{ psnr: 40, ssim: 1 }', 'psnr'],
      ['{ bytes: many }', 'such as 200 kB'],
      ['{ vmaf: 90 }', 'vmaf'],
      ['excellent', 'must be normal, draft'],
    ] as const) {
      project.write('assetc.yml', config(wrong));
      const { status, stderr, stdout } = project.run([]);
      expect(status).not.toBe(0);
      expect(stdout + stderr).toContain(message);
      expect(stdout + stderr).toContain('assetc.yml:4');
    }
  });
});
