// Models with one mistake each, and their diagnostics.

import { expect } from 'vitest';
import { AssetError, type Diagnostic } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { meshKind } from '../../packages/compiler/src/kinds/mesh/mesh-kind.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';

export const PATH = 'models/deep/wrong.gltf';

/** The one diagnostic that a file fails with. */
export async function refusal(
  file: string | Uint8Array,
  more: { readonly [path: string]: Uint8Array | string } = {},
): Promise<Diagnostic & { readonly reads: readonly string[] }> {
  const context = new TestContext({ path: PATH, input: { [PATH]: file, ...more } });
  const error = await meshKind.compile(context).then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof AssetError)) throw error ?? new Error('the file was accepted');
  expect(context.outputs).toEqual([]);
  expect(error.diagnostic.file).toBe(PATH);
  expect(error.diagnostic.message).not.toMatch(/undefined|NaN|\.$/);
  return { ...error.diagnostic, reads: context.reads.map((read) => read.path) };
}

/** A valid file with one mistake. */
export function broken(change: (builder: GltfBuilder) => void): string {
  const builder = new GltfBuilder();
  addGrid(builder, 2);
  builder.node({ mesh: 0 });
  change(builder);
  return builder.gltf();
}

export const patch = (list: { [key: string]: unknown }[], index: number, values: object): void => {
  list[index] = { ...list[index], ...values };
};

export function setPosition(builder: GltfBuilder, positions: Float32Array): void {
  builder.json.meshes = [{ primitives: [{ attributes: { POSITION: builder.accessor(positions, 'VEC3') } }] }];
}
