// Opens a glTF in memory like the importer, and collects its diagnostics.

import { AssetError, type Diagnostic } from '../../../diagnostics/diagnostic.js';
import { GltfBuilder } from '../../../testing/gltf-builder.js';
import { TestContext } from '../../../testing/test-context.js';
import { Accessors } from '../file/accessor.js';
import { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';

export interface OpenedGltf {
  readonly context: TestContext;
  readonly file: GltfFile;
  readonly accessors: Accessors;
  /** The value at a JSON pointer. */
  at(pointer: string): JsonNode;
  /** Code and position of each warning so far. */
  warnings(): readonly (readonly [string, string | undefined])[];
}

/** `files`: other files of the input, by path. The model is at models/a.gltf, or models/a.glb for bytes. */
export function openGltf(
  source: GltfBuilder | Uint8Array | { readonly [key: string]: unknown },
  files: { readonly [path: string]: Uint8Array | string } = {},
): OpenedGltf {
  const path = source instanceof Uint8Array ? 'models/a.glb' : 'models/a.gltf';
  const text = source instanceof GltfBuilder ? source.gltf() : JSON.stringify(source);
  const bytes = source instanceof Uint8Array ? source : new TextEncoder().encode(text);
  const context = new TestContext({ path, input: { ...files, [path]: bytes } });
  const file = new GltfFile(context, bytes);
  return {
    context,
    file,
    accessors: new Accessors(file),
    at: (pointer) => {
      let node = file.root;
      for (const key of pointer.split('/').slice(1))
        node = /^\d+$/.test(key) ? node.at(Number(key)) : node.require(key);
      return node;
    },
    warnings: () => context.warnings.map(({ code, where }) => [code, where?.pointer] as const),
  };
}

/** Code, position and message of the failure of a step; throws if it does not fail. */
export async function failureOf(
  step: () => unknown,
): Promise<Pick<Diagnostic, 'code' | 'message'> & { readonly pointer: string | undefined }> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof AssetError)) throw error;
    const { code, where, message } = error.diagnostic;
    return { code, pointer: where?.pointer, message };
  }
  throw new Error('nothing was refused');
}
