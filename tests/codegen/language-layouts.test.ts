// The generated layouts for other languages. Those whose compiler is installed are compiled, and assert their own offsets.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { decodeHmat } from '@assetc/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { codeBlocks } from '../docs/code-blocks.js';

const layouts = resolve(import.meta.dirname, '../../packages/formats/layouts');
const folder = mkdtempSync(join(tmpdir(), 'assetc-layouts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const has = (program: string, flag: string): boolean => spawnSync(program, [flag]).status === 0;

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

describe('layouts for other languages', () => {
  it.skipIf(!has('mcs', '--version') || !has('mono', '--version'))('read a file in C#, as the guide does', () => {
    const [program] = codeBlocks().filter(({ language }) => language === 'csharp');
    writeFileSync(join(folder, 'program.cs'), program?.text ?? '');
    run('mcs', ['-unsafe', '-warnaserror', '-out:program.exe', 'program.cs', join(layouts, 'AssetcLayouts.cs')]);
    const golden = resolve(layouts, '../goldens/chair.hmat');
    mkdirSync(join(folder, 'runtime/models'), { recursive: true });
    copyFileSync(golden, join(folder, 'runtime/models/chair.hmat'));
    const rows = decodeHmat(readFileSync(golden));
    expect(rows.length).toBeGreaterThan(1);
    expect(run('mono', ['program.exe'])).toBe(
      rows.map(({ roughnessFactor }) => `roughness ${Number(roughnessFactor.toPrecision(7))}\n`).join(''),
    );
  });

  it.skipIf(!has('zig', 'version'))('compile in Zig, which asserts every offset', () => {
    run('zig', ['build-obj', '-fno-emit-bin', join(layouts, 'assetc_layouts.zig')]);
  });

  it.skipIf(!has('odin', 'version'))('compile in Odin, which asserts every offset', () => {
    run('odin', ['check', join(layouts, 'assetc_layouts.odin'), '-file', '-no-entry-point']);
  });

  it.each(['AssetcLayouts.cs', 'assetc_layouts.zig', 'assetc_layouts.odin'])('have what files contain: %s', (name) => {
    const text = readFileSync(join(layouts, name), 'utf8');
    expect(text).toMatch(/(?:Size = 28\)\]\s+public unsafe struct GpuVertex|size_?[oO]f\(GpuVertex\) == 28)/);
    expect(text).toContain(String(Buffer.from('HMSH').readUInt32LE()));
  });
});
