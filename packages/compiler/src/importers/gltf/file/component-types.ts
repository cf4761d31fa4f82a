// Component and element types of accessors.

import type { JsonNode } from './json-node.js';

export interface ComponentType {
  readonly code: number;
  readonly size: number;
  /** The divisor of a normalized integer; 1 for floats and u32. */
  readonly max: number;
  /** Reads one component at any byte offset, aligned or not. */
  read(view: DataView, at: number): number;
}

const TYPES: readonly ComponentType[] = [
  { code: 5120, size: 1, max: 127, read: (view, at) => view.getInt8(at) },
  { code: 5121, size: 1, max: 255, read: (view, at) => view.getUint8(at) },
  { code: 5122, size: 2, max: 32767, read: (view, at) => view.getInt16(at, true) },
  { code: 5123, size: 2, max: 65535, read: (view, at) => view.getUint16(at, true) },
  { code: 5125, size: 4, max: 1, read: (view, at) => view.getUint32(at, true) },
  { code: 5126, size: 4, max: 1, read: (view, at) => view.getFloat32(at, true) },
];

export const FLOAT = 5126;
export const UNSIGNED_BYTE = 5121;
export const UNSIGNED_SHORT = 5123;
export const UNSIGNED_INT = 5125;

export const ELEMENT_TYPES: { readonly [type: string]: number } = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

export function componentType(node: JsonNode): ComponentType {
  const code = node.integer();
  return (
    TYPES.find((type) => type.code === code) ?? node.fail('gltf/bad-accessor', `${code} is not a glTF component type`)
  );
}
