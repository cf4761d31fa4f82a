// Reads the extensions of a .mat material: each a group of fields, or a plain number if the extension has a single field.

import type { Mapping, Tree } from '../../diagnostics/yaml-tree.js';
import {
  EXTENSION_NAMES,
  EXTENSION_TEXTURES,
  type ExtensionField,
  type ExtensionName,
  type ExtensionSource,
  fieldNames,
  type MaterialExtensions,
  readExtensions,
} from '../../model/scene/material-extensions.js';
import type { TextureMention } from './texture-mentions.js';
import type { TreeReader } from './tree-reader.js';

export const EXTENSION_KEYS = Object.keys(EXTENSION_NAMES) as readonly ExtensionName[];

/** A texture in a slot of an extension also enables the extension. */
export function readMatExtensions(
  reader: TreeReader,
  material: Mapping,
  mentions: readonly TextureMention[],
): MaterialExtensions | undefined {
  const textured = new Set<string>(
    mentions.flatMap(({ slot }) => (slot in EXTENSION_TEXTURES ? [extensionOf(slot)] : [])),
  );
  return readExtensions((name) => {
    const tree = reader.get(material, name);
    if (tree === undefined) return textured.has(name) ? new MatExtensionFields(reader, name, undefined) : undefined;
    if (name === 'unlit')
      return reader.boolean(tree, name) ? new MatExtensionFields(reader, name, undefined) : undefined;
    return new MatExtensionFields(reader, name, tree);
  });
}

function extensionOf(slot: string): string {
  return Object.entries(EXTENSION_TEXTURES).find(([name]) => name === slot)?.[1].extension ?? '';
}

class MatExtensionFields implements ExtensionSource {
  readonly #reader: TreeReader;
  readonly #name: ExtensionName;
  readonly #tree: Tree | undefined;

  constructor(reader: TreeReader, name: ExtensionName, tree: Tree | undefined) {
    this.#reader = reader;
    this.#name = name;
    this.#tree = tree;
    const known = fieldNames(name);
    if (tree === undefined) return;
    if (tree.is === 'map') reader.warnUnknown(tree, known, `key of ${name}`);
    else if (known.length > 1 || tree.is === 'list')
      reader.fail(tree, `${name} must be a mapping of ${known.join(', ')}`);
  }

  number(field: ExtensionField, defaultValue: number): number {
    const tree = this.#at(field);
    return tree === undefined ? defaultValue : this.#reader.number(tree, this.#key(field), field);
  }

  color(field: ExtensionField, [r, g, b]: readonly [number, number, number]): readonly [number, number, number] {
    const tree = this.#at(field);
    if (tree === undefined) return [r, g, b];
    const [red = r, green = g, blue = b] = this.#reader.numbers(tree, this.#key(field), [3], field);
    return [red, green, blue];
  }

  #at({ name }: ExtensionField): Tree | undefined {
    return this.#tree?.is === 'map' ? this.#reader.get(this.#tree, name) : this.#tree;
  }

  #key({ name }: ExtensionField): string {
    return this.#tree?.is === 'map' ? `${this.#name}.${name}` : this.#name;
  }
}
