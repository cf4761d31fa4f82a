// A plug-in in strict TypeScript needs no cast: it is compiled against the declarations as they are published. What is wrong is refused.

import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const published = existsSync(join(root, 'packages/compiler/dist/plugin.d.ts'));

/** Messages with their lines. */
function complaints(source: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-types-'));
  try {
    mkdirSync(join(folder, 'node_modules/@assetc'), { recursive: true });
    for (const [name, target] of [
      ['assetc', 'compiler'],
      ['@assetc/formats', 'formats'],
    ] as const)
      symlinkSync(join(root, 'packages', target), join(folder, 'node_modules', name));
    symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const file = join(folder, 'plugin.ts');
    writeFileSync(file, source);
    const program = ts.createProgram([file], {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ['node'],
      skipLibCheck: true,
      preserveSymlinks: true,
    });
    return ts.getPreEmitDiagnostics(program).map(({ messageText, file: where, start }) => {
      const line = where === undefined || start === undefined ? 0 : where.getLineAndCharacterOfPosition(start).line + 1;
      return `${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const level = (from: string) => `import { defineKind, definePlugin } from '${from}';

const level = defineKind({
  name: 'level',
  doc: 'Levels of the game.',
  match: ['*.level.json', '*.level/'],
  outputs: ['.level'],
  settings: {
    tile: { is: 'integer', min: 1, max: 256, default: 16, doc: 'Texels of a tile.' },
    theme: { is: 'choice', values: ['day', 'night'], default: 'day', doc: 'Light.' },
    tags: { is: 'list', of: { is: 'text' }, default: [], doc: 'Words.' },
    weights: { is: 'map', of: { is: 'number', min: 0, max: 1 }, default: {}, doc: 'By name.' },
    fog: { is: 'any', of: [{ is: 'boolean' }, { is: 'number', min: 0, max: 1 }], default: false, doc: 'How much.' },
  },
  async compile(ctx) {
    const tile: number = ctx.settings.tile;
    const theme: 'day' | 'night' = ctx.settings.theme;
    const tags: readonly string[] = ctx.settings.tags;
    const weights: Readonly<Record<string, number>> = ctx.settings.weights;
    const fog: boolean | number = ctx.settings.fog;
    const source: string = await ctx.readText(ctx.path);
    const names: readonly string[] = (await ctx.exists('parts')) ? await ctx.list('parts') : [];
    const ref: bigint = await ctx.ref('chair.glb');
    const sheet: bigint = await ctx.emitTexture({ width: 1, height: 1, data: new Uint8Array(4) }, 'color');
    const face: bigint = ctx.derive({ kind: 'texture', name: 'face', image: { file: 'a.png' }, role: 'normal' });
    if (ctx.signal.aborted) return;
    if (names.length > tile) ctx.warn({ line: 1, column: 2 }, 'has many parts', 'Use fewer');
    if (source === '') ctx.error(undefined, 'is empty');
    ctx.emit('.level', await ctx.read(ctx.path), { refersTo: [ref, sheet, face] });
    ctx.emit('.txt', new TextEncoder().encode([theme, fog, ...tags, ...Object.keys(weights)].join()), { kind: 'none' });
  },
  describe: (bytes) => ({ facts: { bytes: bytes.length } }),
});

export default definePlugin({ name: 'levels', version: '1.0.0', kinds: [level] });
`;

describe.skipIf(!published)('the published declarations', () => {
  it.each(['assetc', 'assetc/plugin'])('take a whole plug-in without a cast, from %s', (from) => {
    expect(complaints(level(from))).toEqual([]);
  });

  it('refuse what does not fit', () => {
    const wrong = level('assetc/plugin')
      .replace('default: 16', "default: 'sixteen'")
      .replace("theme: 'day' | 'night' = ctx.settings.theme", "theme: 'day' = ctx.settings.theme")
      .replace('ctx.settings.tags;', 'ctx.settings.tagz;')
      .replace("'color');", "'colr');")
      .replace("{ kind: 'none' }", "{ kind: 'level' }");
    const lines = complaints(wrong).map((text) => Number.parseInt(text, 10));
    const at = (text: string) => wrong.split('\n').findIndex((line) => line.includes(text)) + 1;
    for (const text of ["'sixteen'", "theme: 'day' =", 'tagz', 'colr', "{ kind: 'level' }"])
      expect(lines).toContain(at(text));
  });

  it('do not let settings be changed', () => {
    const wrong = level('assetc').replace('if (ctx.signal', 'ctx.settings.tile = 3;\n    if (ctx.signal');
    expect(complaints(wrong).join()).toMatch(/Cannot assign to 'tile' because it is a read-only property/);
  });
});
