// The generated layouts for other languages. Those whose compiler is installed are compiled, and assert their own offsets.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { decodeHmat } from '@assetc/formats';
import { afterAll, describe, expect, it } from 'vitest';

const layouts = resolve(import.meta.dirname, '../../packages/formats/layouts');
const folder = mkdtempSync(join(tmpdir(), 'assetc-layouts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const has = (program: string, flag: string): boolean => spawnSync(program, [flag]).status === 0;

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

const PROGRAM = `using Assetc.Formats;
class Program {
  static unsafe void Main(string[] args) {
    AssetcLayouts.Check();
    fixed (byte* bytes = System.IO.File.ReadAllBytes(args[0])) {
      HmatHeader* header = (HmatHeader*)bytes;
      HmatRow* row = (HmatRow*)(bytes + HmatHeader.STRUCT_SIZE);
      System.Console.Write(header->Magic == Hmat.MAGIC ? header->Count + " " + row->RoughnessFactor.ToString("R") : "no material");
    }
  }
}
`;

describe('layouts for other languages', () => {
  it.skipIf(!has('mcs', '--version') || !has('mono', '--version'))('read a file in C#, field by field', () => {
    writeFileSync(join(folder, 'program.cs'), PROGRAM);
    run('mcs', ['-unsafe', '-warnaserror', '-out:program.exe', 'program.cs', join(layouts, 'AssetcLayouts.cs')]);
    const golden = resolve(layouts, '../goldens/chair.hmat');
    const rows = decodeHmat(readFileSync(golden));
    expect(run('mono', ['program.exe', golden])).toBe(`${rows.length} ${rows[0]?.roughnessFactor}`);
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
