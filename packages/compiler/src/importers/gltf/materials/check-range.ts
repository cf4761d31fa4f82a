// Warns about numbers of materials that glTF forbids. They are stored as they are: some exporters write them on purpose.

import { shortestDecimal } from '@assetc/formats';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';

interface Range {
  readonly min?: number;
  readonly max?: number;
}

export const UNIT: Range = { min: 0, max: 1 };

/** `values`: the numbers of `node`. Reports each property once for a file. */
export function checkRange(file: GltfFile, node: JsonNode | undefined, values: readonly number[], range: Range): void {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  const bad = values.find((value) => value < min || value > max);
  if (node === undefined || bad === undefined) return;
  const name = node.pointer.slice(node.pointer.lastIndexOf('/') + 1);
  const allowed = range.max === undefined ? `at least ${min}` : `from ${min} to ${max}`;
  file.warnOnce(
    'gltf/broken-rule',
    node,
    `${name} has the value ${shortestDecimal(bad)}, which must be ${allowed}; it is stored as it is`,
    name,
    name === 'emissiveFactor'
      ? 'Use KHR_materials_emissive_strength for emission above 1.'
      : 'Correct the material in the modeling program. Engines may limit the value, or not.',
  );
}
