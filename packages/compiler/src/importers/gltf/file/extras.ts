// Reads the `extras` of elements as JSON text.

import type { ExtrasModel } from '../../../model/scene/scene.js';
import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';

/** Limit for all extras of a file. Some programs store whole files there. */
const MAX_CHARACTERS = 16_000_000;

/** `scenes`: those that are compiled. An empty object is skipped. */
export function readExtras(file: GltfFile, scenes: readonly JsonNode[]): readonly ExtrasModel[] {
  const reader = new ExtrasReader(file);
  reader.read('asset', 0, file.root.require('asset'));
  // A compiled file has one scene: the first one with extras.
  for (const scene of scenes) reader.read('scene', 0, scene);
  for (const [target, list] of [
    ['node', file.list('nodes')],
    ['mesh', file.list('meshes')],
    ['material', file.list('materials')],
    ['camera', file.list('cameras')],
    ['light', file.root.extension('KHR_lights_punctual')?.get('lights')?.items() ?? []],
  ] as const)
    for (const [index, element] of list.entries()) reader.read(target, index, element);
  return reader.extras;
}

class ExtrasReader {
  readonly extras: ExtrasModel[] = [];
  readonly #file: GltfFile;
  #characters = 0;

  constructor(file: GltfFile) {
    this.#file = file;
  }

  read(target: ExtrasModel['target'], index: number, element: JsonNode): void {
    const extras = element.get('extras');
    if (extras === undefined || isEmptyObject(extras.value)) return;
    const text = textOf(extras.value);
    const last = this.extras.at(-1);
    if (text === undefined) this.#warnSkipped(extras, 'are nested too deeply', 'Nest them less deeply.');
    else if (this.#characters + text.length > MAX_CHARACTERS)
      this.#warnSkipped(extras, `exceed the limit of ${MAX_CHARACTERS} characters for the whole file`);
    else if (last !== undefined && last.target === target && last.index === index)
      this.#warnSkipped(
        extras,
        'belong to a second scene, but a compiled file has only one',
        'Set mesh.scene to the scene whose extras you need.',
      );
    else {
      this.#characters += text.length;
      this.extras.push({ target, index, text });
    }
  }

  #warnSkipped(extras: JsonNode, why: string, hint?: string): void {
    this.#file.warnOnce('gltf/dropped-extras', extras, `extras are left out: they ${why}`, why, hint);
  }
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** Undefined if it is nested too deeply for JSON.stringify. */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
