// Generated files: up to date, and noticed when they are not.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { u8, u32, u64 } from '../../packages/formats/src/core/scalar.js';
import { field, struct } from '../../packages/formats/src/core/struct.js';
import { formatSpecs } from '../../packages/formats/src/layouts/format-specs.js';
import { castableStruct, copiedStruct } from '../../scripts/generate/c-header/c-header.js';
import { fillPage, structTable } from '../../scripts/generate/format-pages.js';

const root = resolve(import.meta.dirname, '../..');

describe('npm run generate -- --check', () => {
  let copy = '';
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'assetc-generate-'));
    for (const part of ['scripts', 'docs', 'package.json', 'README.md', 'bench/REPORT.md'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    cpSync(join(root, 'packages'), join(copy, 'packages'), {
      recursive: true,
      filter: (path) => !/[\\/](?:dist|node_modules|goldens)$/.test(path),
    });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const check = () => {
    const args = ['scripts/run-ts.mjs', 'scripts/generate/generate.ts', '--check'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    return { status, stderr };
  };

  it('passes as committed', () => {
    expect(check()).toEqual({ status: 0, stderr: '' });
  });

  it('fails when a layout changes and the files that derive from it do not', () => {
    const path = join(copy, 'packages/formats/src/hmat/layout.ts');
    writeFileSync(path, readFileSync(path, 'utf8').replace("'For alpha mode 1.'", "'For masked materials.'"));
    const { status, stderr } = check();
    expect(status).toBe(1);
    expect(stderr).toContain('docs/formats/hmat.md is out of date');
    expect(stderr).toContain('packages/formats/c/assetc.h is out of date');
  });
});

describe('what is generated from a struct', () => {
  const aligned = struct('Pair', 16, 'Two.', {
    low: field(u64, 'Low half.'),
    first: field(u32, 'First | of two.'),
    pad: field(u32, 'Zero.'),
  });
  const packed = struct('OddPair', 9, 'Odd.', { kind: field(u8, 'What.'), hash: field(u64, 'Which.') });

  it('is a table', () => {
    expect(structTable(aligned).split('\n')).toEqual([
      '**Pair**, 16 bytes. Two.',
      '',
      '| offset | field | type | meaning |',
      '| ---: | --- | --- | --- |',
      '| 0 | `low` | u64 | Low half. |',
      '| 8 | `first` | u32 | First \\| of two. |',
      '| 12 | `pad` | u32 | Zero. |',
    ]);
  });

  it('is a C struct where fields are aligned', () => {
    expect(aligned.castable).toBe(true);
    expect(castableStruct(aligned)).toContain('ASSETC_ASSERT(AssetcPair_first, offsetof(AssetcPair, first) == 8);');
    expect(castableStruct(aligned)).toContain('ASSETC_ASSERT(sizeof_AssetcPair, sizeof(AssetcPair) == 16);');
  });

  it('is offsets and readers where they are not', () => {
    expect(packed.castable).toBe(false);
    const lines = copiedStruct(packed);
    expect(lines).toContain('#define ASSETC_ODD_PAIR_SIZE 9u');
    expect(lines).toContain('#define ASSETC_ODD_PAIR_HASH_OFFSET 1u /* Which. */');
    expect(lines.join('\n')).toContain('static inline uint64_t assetc_odd_pair_hash(const void *p)');
  });

  it('must have its place on the page', () => {
    const spec = { page: 'x', prefix: 'X', doc: '', constants: [], layouts: [aligned] };
    expect(() => fillPage('# X\n', spec)).toThrow(/struct Pair/);
    expect(() => fillPage('<!-- generated: struct Other -->\n<!-- end -->', spec)).toThrow(/struct Other/);
  });

  it('has names of its own in C', () => {
    const names = formatSpecs.flatMap(({ layouts }) => layouts.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
  });
});
