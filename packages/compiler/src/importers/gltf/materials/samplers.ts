// Reads texture samplers: maps OpenGL's numbers to names.

import type { TextureSampler } from '../../../model/image/texture-use.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';

const WRAPS = new Map([
  [10497, 'repeat'],
  [33071, 'clamp'],
  [33648, 'mirror'],
] as const);

const MAG_FILTERS = new Map([
  [9728, 'nearest'],
  [9729, 'linear'],
] as const);

const MIN_FILTERS = new Map([
  [9728, 'nearest'],
  [9729, 'linear'],
  [9984, 'nearest-mip-nearest'],
  [9985, 'linear-mip-nearest'],
  [9986, 'nearest-mip-linear'],
  [9987, 'linear-mip-linear'],
] as const);

/** Undefined if the texture has no sampler, or one without properties. */
export function readSampler(file: GltfFile, texture: JsonNode): TextureSampler | undefined {
  const reference = texture.get('sampler');
  if (reference === undefined) return undefined;
  const { node } = file.follow(reference, 'samplers');
  const wrapS = readProperty(file, node, 'wrapS', WRAPS);
  const wrapT = readProperty(file, node, 'wrapT', WRAPS);
  const minFilter = readProperty(file, node, 'minFilter', MIN_FILTERS);
  const magFilter = readProperty(file, node, 'magFilter', MAG_FILTERS);
  const sampler = {
    ...(wrapS === undefined ? {} : { wrapS }),
    ...(wrapT === undefined ? {} : { wrapT }),
    ...(minFilter === undefined ? {} : { minFilter }),
    ...(magFilter === undefined ? {} : { magFilter }),
  };
  return Object.keys(sampler).length === 0 ? undefined : sampler;
}

/** A number that glTF does not define counts as missing: exporters write those of other APIs. */
function readProperty<T>(file: GltfFile, sampler: JsonNode, key: string, names: ReadonlyMap<number, T>): T | undefined {
  const node = sampler.get(key);
  if (node === undefined) return undefined;
  const value = node.integer(Number.MIN_SAFE_INTEGER);
  const name = names.get(value);
  if (name === undefined)
    file.warnOnce('gltf/dropped-sampler', node, `${key} is ${value}, which glTF does not define; it is ignored`, key);
  return name;
}
