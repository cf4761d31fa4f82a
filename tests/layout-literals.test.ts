// Strides of our formats come from their layouts: nobody divides a table of theirs by a number typed by hand.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Meshlet, MeshletBounds } from '@assetc/formats/layouts';
import { expect, it } from 'vitest';
import { BOUNDS_FLOATS, MESHLET_WORDS } from '../packages/compiler/src/encoding/meshlet-table.js';

const compiler = resolve(import.meta.dirname, '../packages/compiler/src');

/** Tables of an HmeshModel whose rows are structs. */
const TYPED_STRIDE = /\b(?:meshlets|meshletBounds|meshletTable|vertexBytes|skinBytes)(?:\.byteLength|\.length) [/%] \d/;

it('knows the words of a meshlet by its struct', () => {
  expect(MESHLET_WORDS).toBe(Object.keys(Meshlet.fields).length);
  expect(BOUNDS_FLOATS * 4).toBe(MeshletBounds.size);
});

it('types no stride of a table again', () => {
  const typed = readdirSync(compiler, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('testing'))
    .filter((path) => TYPED_STRIDE.test(readFileSync(join(compiler, path), 'utf8')));
  expect(typed).toEqual([]);
  expect('meshlets.length / 4').toMatch(TYPED_STRIDE);
});
