// The pipeline knows no kind of asset: whatever differs from kind to kind stands in the kind's entry of the registry. A name of a
// kind in the pipeline's source is a branch on it, today or tomorrow.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { registry } from '../../packages/compiler/src/registry.js';

const folder = join(import.meta.dirname, '../../packages/compiler/src/pipeline');
const listed = ['texture', 'mesh', 'material', 'lut', 'shader', 'embed', 'animation', 'font'];
const names = new Set([...registry.kinds.map(({ name }) => name), ...listed]);

/** Texts in quotes, comments left out. */
function quoted(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`|"((?:[^"\\\n]|\\.)*)"/g)].map(
    (m) => m[1] ?? m[2] ?? m[3] ?? '',
  );
}

const namesKind = (text: string): boolean => names.has(text) || /\b(texture|mesh|material|font|lut)\.\w+/.test(text);

describe('the pipeline', () => {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(^|[/\\])testing[/\\]/.test(path),
  );

  it('names no kind', () => {
    expect(sources.length).toBeGreaterThan(30);
    const found = sources.flatMap((path) =>
      quoted(readFileSync(join(folder, path), 'utf8'))
        .filter(namesKind)
        .map((text) => `${path}: '${text}'`),
    );
    expect(found).toEqual([]);
  });

  it('would be caught if it did', () => {
    expect(quoted("if (kind === 'mesh') a('b') // 'font'").filter(namesKind)).toEqual(['mesh']);
    expect(quoted('x(`texture.standalone`)').filter(namesKind)).toEqual(['texture.standalone']);
  });
});
