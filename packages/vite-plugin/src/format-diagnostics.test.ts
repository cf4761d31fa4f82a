import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Diagnostic, remedyOf } from 'assetc';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatDiagnostic, overlayOf } from './format-diagnostics.js';
import { missingAsset } from './missing-asset.js';

let input = '';
beforeEach(() => {
  input = mkdtempSync(join(tmpdir(), 'assetc-diagnostics-'));
  writeFileSync(join(input, 'chair.gltf'), 'one\r\ntwo\r\nthree\r\nfour\r\nfive\r\nsix\r\n');
});
afterEach(() => rmSync(input, { recursive: true, force: true }));
const error = (more: Partial<Diagnostic>): Diagnostic => ({
  code: 'gltf/bad-json',
  severity: 'error',
  message: 'the cause',
  ...more,
});

describe('diagnostics', () => {
  it('contain place, cause and remedy', () => {
    expect(formatDiagnostic(error({ file: 'a.gltf', where: { line: 2, column: 5 }, hint: 'Do this' }))).toBe(
      'a.gltf:2:5: error gltf/bad-json: the cause\n  Do this',
    );
    expect(formatDiagnostic(error({ file: 'a.gltf', where: { pointer: '/meshes/0' } }))).toBe(
      `a.gltf#/meshes/0: error gltf/bad-json: the cause\n  ${remedyOf('gltf/bad-json')}`,
    );
    expect(formatDiagnostic(error({ file: 'a.png', where: { offset: 33 } }))).toContain('a.png (byte 33): error');
    expect(formatDiagnostic(error({}))).toMatch(/^error gltf/);
  });

  it('appear over the page with the file on disk and the lines around the place', () => {
    const roots = { input, root: '/nowhere' };
    expect(overlayOf([error({ severity: 'warning' })], roots)).toBeUndefined();
    const first = error({ file: 'chair.gltf', where: { line: 3, column: 2 } });
    expect(overlayOf([error({ severity: 'warning' }), first, error({ file: 'other.gltf' })], roots)).toEqual({
      message: `${formatDiagnostic(first)}\n\n${formatDiagnostic(error({ file: 'other.gltf' }))}`,
      stack: '',
      plugin: 'vite-plugin-assetc',
      id: join(input, 'chair.gltf'),
      loc: { file: join(input, 'chair.gltf'), line: 3, column: 2 },
      frame: '1 | one\n2 | two\n3 | three\n  |  ^\n4 | four\n5 | five',
    });
    expect(overlayOf([error({ file: 'chair.gltf#tex_0' })], roots)?.id).toBe(join(input, 'chair.gltf'));
    expect(overlayOf([error({ file: 'gone.gltf', where: { line: 1 } })], roots)).not.toHaveProperty('id');
  });
});

describe('an import that finds nothing', () => {
  it('reports what failed, a similar name, or where to look', () => {
    const broken = error({ file: 'models/chair.glb' });
    for (const name of ['models/chair', 'models/chair.hmesh', 'models/chair/tex_0'])
      expect(missingAsset(name, { missing: true, nearest: 'models/chain' }, [broken])).toBe(
        `assetc:${name} could not be compiled\n\n${formatDiagnostic(broken)}`,
      );
    expect(missingAsset('models/chairs', { missing: true, nearest: 'models/chair' }, [broken])).toBe(
      'there is no asset assetc:models/chairs. Did you mean assetc:models/chair?',
    );
    expect(missingAsset('x', { missing: true, nearest: undefined }, [])).toContain('--list-skipped');
    expect(missingAsset('logo', { oneOf: ['logo.hmesh', 'logo.ktx2'] }, [])).toBe(
      'assetc:logo could be any of 2 files. Import assetc:logo.hmesh or assetc:logo.ktx2',
    );
  });
});
