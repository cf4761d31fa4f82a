// Whatever things are called: the generated code compiles without warnings, and no name is declared twice.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { generateCode } from '../../packages/compiler/src/codegen/generate-code.js';
import { randomModel } from './random-model.js';
import { C_CHECKS, isInstalled, strictErrors } from './target-compilers.js';

/** In small models few names collide, in large ones most. */
const MODELS = [
  [1, 12],
  [2, 40],
  [3, 40],
  [4, 250],
].map(([seed = 0, count = 0]) => randomModel(seed, count));

const folder = mkdtempSync(join(tmpdir(), 'assetc-names-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

function messages(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  return `${stdout}${stderr}${status === 0 ? '' : `exit code ${status}`}`;
}

describe('generated code of any names', () => {
  it('declares no name twice in C', () => {
    for (const model of MODELS) {
      const text = generateCode('c', model);
      const defined = [...text.matchAll(/^#define (ASSET_(?!STATIC_ASSERT)\w+)/gm)].map(([, name]) => name);
      expect(defined.length).toBeGreaterThan(model.assets.length * 2);
      expect(defined.filter((name, i) => defined.indexOf(name) !== i)).toEqual([]);
    }
  });

  for (const [program, flags, ending] of C_CHECKS)
    it.skipIf(!isInstalled(program))(`compiles without warnings: ${program} ${flags[0]}`, () => {
      for (const [i, model] of MODELS.entries()) {
        write(`assets-${i}.h`, generateCode('c', model));
        const use = write(`use.${ending}`, `#include "assets-${i}.h"\nint main(void) { return 0; }\n`);
        expect(messages(program, [...flags, '-Wall', '-Wextra', '-Werror', '-fsyntax-only', use])).toBe('');
      }
    });

  it.skipIf(!isInstalled('rustc'))('is Rust without warnings', () => {
    for (const [i, model] of MODELS.entries()) write(`assets_${i}.rs`, generateCode('rust', model));
    const modules = MODELS.map((_, i) => `mod assets_${i};\n`).join('');
    const main = write('main.rs', `${modules}fn main() {}\n`);
    expect(messages('rustc', ['-D', 'warnings', '--edition', '2021', '--emit', 'metadata', main])).toBe('');
  });

  it('is strict TypeScript', () => {
    const paths = MODELS.map((model, i) => write(`assets-${i}.ts`, generateCode('ts', model)));
    expect(strictErrors(paths)).toEqual([]);
  });
});
