// A kind is what `defineKind` made, and nothing else: ours are, and there is no other function that makes one.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { isKind } from '../../packages/compiler/src/model/kind/kind.js';
import type { Registry } from '../../packages/compiler/src/model/kind/registry.js';
import { registry } from '../../packages/compiler/src/registry.js';

const source = resolve(import.meta.dirname, '../../packages/compiler/src');

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
);
const withText = (text: string) =>
  files
    .filter((path) => readFileSync(join(source, path), 'utf8').includes(text))
    .map((path) => path.replaceAll('\\', '/'));

it('every kind of ours is made by defineKind', () => {
  expect(registry.kinds.length).toBeGreaterThan(9);
  expect(registry.kinds.filter((kind) => !isKind(kind))).toEqual([]);
  const defined = withText('= defineKind({').filter((path) => path.startsWith('kinds/'));
  expect(defined).toHaveLength(registry.kinds.length);
});

it('only defineKind, and the guard of plug-ins around what it made, put the seal on a kind', () => {
  expect(withText('sealKind').sort()).toEqual(['kinds/define-kind.ts', 'model/kind/kind.ts', 'plugins/guard-kind.ts']);
});

it('a registry takes nothing without the seal', () => {
  const [first] = registry.kinds;
  if (first === undefined) throw new Error('there are kinds');
  const copy = JSON.parse(JSON.stringify(first));
  expect(isKind({ ...copy, claims: () => true })).toBe(false);
  const made = { name: 'forged', version: 1, settings: [], usesPath: false, base: String, suffixes: () => [] };
  const whole = { ...made, claims: () => true, compile: async () => {} };
  // @ts-expect-error Only defineKind makes kinds.
  const forged: Registry = { ...registry, kinds: [whole] };
  expect(forged.kinds.every(isKind)).toBe(false);
});
