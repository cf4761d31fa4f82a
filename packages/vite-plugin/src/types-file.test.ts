import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutputIndex } from './output-index.js';
import { typesFileOf, typesText, writeTypes } from './types-file.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assetc-types-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const index = new OutputIndex(
  [{ outputs: ["it's/a\\b.ktx2"] }, { outputs: ['models/chair.hmesh', 'models/chair.hmat'] }],
  true,
);

describe('the types of imports', () => {
  it('are written where tsc finds them, only in TypeScript projects', () => {
    expect(typesFileOf(root, undefined)).toBeUndefined();
    writeFileSync(join(root, 'tsconfig.json'), '{}');
    expect(typesFileOf(root, undefined)).toBe(join(root, 'assetc.d.ts'));
    mkdirSync(join(root, 'src'));
    expect(typesFileOf(root, undefined)).toBe(join(root, 'src/assetc.d.ts'));
    expect(typesFileOf(root, 'types/a.d.ts')).toBe(join(root, 'types/a.d.ts'));
    expect(typesFileOf(root, false)).toBeUndefined();
  });

  it('declare every name, with any characters', () => {
    const source = ts.createSourceFile('assetc.d.ts', typesText(index), ts.ScriptTarget.Latest);
    const names = source.statements.flatMap((node) => (ts.isModuleDeclaration(node) ? [node.name.text] : []));
    expect(names.sort()).toEqual(
      [
        'assetc:',
        'assetc:assets.hman',
        "assetc:it's/a\\b",
        "assetc:it's/a\\b.ktx2",
        'assetc:models/chair',
        'assetc:models/chair.hmat',
        'assetc:models/chair.hmesh',
      ].sort(),
    );
  });

  it('are written only if more than line ends differ', () => {
    const path = join(root, 'deep/assetc.d.ts');
    expect(writeTypes(path, index)).toBe(true);
    utimesSync(path, 1, 1);
    expect(writeTypes(path, index)).toBe(false);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'));
    utimesSync(path, 1, 1);
    expect(writeTypes(path, index)).toBe(false);
    expect(statSync(path).mtimeMs).toBe(1000);
    expect(writeTypes(path, new OutputIndex([], false))).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain('AssetPath = never');
  });
});
