// What programs put beside elements of the file, as JSON text.

import type { ExtrasModel } from '../../model/scene.js';
import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';

/** Characters of a file's extras together. Programs keep notes there, and some keep whole files. */
const MOST_CHARACTERS = 16_000_000;

/** `scenes`: those that are compiled. An empty object says nothing and counts as none. */
export function readExtras(file: GltfFile, scenes: readonly JsonNode[]): readonly ExtrasModel[] {
  const reader = new ExtrasReader(file);
  reader.read('asset', 0, file.root.require('asset'));
  // A compiled file has one scene: the first that says something.
  for (const scene of scenes) reader.read('scene', 0, scene);
  for (const [target, list] of [
    ['node', file.list('nodes')],
    ['mesh', file.list('meshes')],
    ['material', file.list('materials')],
    ['camera', file.list('cameras')],
    ['light', file.root.extension('KHR_lights_punctual')?.get('lights')?.items() ?? []],
  ] as const)
    for (const [index, element] of list.entries()) reader.read(target, index, element);
  return reader.found;
}

class ExtrasReader {
  readonly found: ExtrasModel[] = [];
  readonly #file: GltfFile;
  #characters = 0;

  constructor(file: GltfFile) {
    this.#file = file;
  }

  read(target: ExtrasModel['target'], index: number, element: JsonNode): void {
    const extras = element.get('extras');
    if (extras === undefined || saysNothing(extras.value)) return;
    const text = textOf(extras.value);
    const last = this.found.at(-1);
    if (text === undefined) this.#leaveOut(extras, 'are nested too deeply');
    else if (this.#characters + text.length > MOST_CHARACTERS)
      this.#leaveOut(extras, `exceed the limit of ${MOST_CHARACTERS} characters for the whole file`);
    else if (last !== undefined && last.target === target && last.index === index)
      this.#leaveOut(extras, 'belong to a second scene, but a compiled file has only one');
    else {
      this.#characters += text.length;
      this.found.push({ target, index, text });
    }
  }

  #leaveOut(extras: JsonNode, why: string): void {
    this.#file.warnOnce('gltf/dropped-extras', extras, `extras are left out: they ${why}`, why);
  }
}

const saysNothing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** Undefined where it is too deep to be walked. */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
