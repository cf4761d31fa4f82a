// Reads JOINTS_n and WEIGHTS_n of a primitive as four joints per vertex: those with the largest weights.

import { plural } from '../../../diagnostics/plural.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';
import type { AttributeReader } from './attributes.js';

interface SkinWeights {
  readonly joints: Uint16Array;
  readonly weights: Float32Array;
}

const JOINTS_PER_VERTEX = 4;

/** Bindings by their accessors: primitives that share a vertex buffer share them. */
export type BindingCache = Map<string, SkinWeights>;

export async function readSkinWeights(
  file: GltfFile,
  primitive: JsonNode,
  reader: AttributeReader,
  cache: BindingCache,
): Promise<SkinWeights | undefined> {
  const key = reader.bindingKey;
  if (key === '') return undefined;
  const cached = reader.isCompressed ? undefined : cache.get(key);
  if (cached !== undefined) return cached;
  const bindings = await readBindings(file, primitive, reader);
  if (bindings !== undefined && !reader.isCompressed) cache.set(key, bindings);
  return bindings;
}

/** Negative weights count as zero, and joints of zero weight become joint 0: exporters leave garbage there. */
async function readBindings(
  file: GltfFile,
  primitive: JsonNode,
  reader: AttributeReader,
): Promise<SkinWeights | undefined> {
  const sets: { joints: Uint32Array; weights: Float32Array }[] = [];
  for (let set = 0; ; set++) {
    const joints = await reader.joints(set);
    const weights = await reader.floats(`WEIGHTS_${set}`, ['VEC4']);
    if (joints === undefined || weights === undefined) {
      if (joints !== undefined || weights !== undefined)
        primitive
          .require('attributes')
          .fail('gltf/bad-accessor', `JOINTS_${set} and WEIGHTS_${set} must come together`);
      break;
    }
    sets.push({ joints, weights: weights.values });
  }
  warnAboutUnusedSets(file, primitive, reader.names, sets.length);
  if (sets.length === 0) return undefined;
  warnAboutNegative(
    file,
    primitive,
    sets.map((set) => set.weights),
  );
  const joints = new Uint16Array(reader.vertexCount * JOINTS_PER_VERTEX);
  const weights = new Float32Array(reader.vertexCount * JOINTS_PER_VERTEX);
  let merged = 0;
  let unbound = 0;
  for (let vertex = 0; vertex < reader.vertexCount; vertex++) {
    if (keepLargest(sets, vertex, joints, weights)) merged++;
    if (weights[vertex * JOINTS_PER_VERTEX] === 0) unbound++;
  }
  if (unbound > 0)
    file.warnOnce(
      'gltf/repaired-attribute',
      primitive,
      `${plural(unbound, 'vertex', 'vertices')} without weights ${unbound === 1 ? 'is' : 'are'} bound to the first joint of the skin`,
      'no weights',
      'Bind every vertex to a joint in the modeling program, and export the mesh again.',
    );
  if (merged > 0)
    file.warnOnce(
      'gltf/merged-weights',
      primitive,
      `${plural(merged, 'vertex', 'vertices')} ${merged === 1 ? 'is' : 'are'} bound to more than ${JOINTS_PER_VERTEX} joints; the ${JOINTS_PER_VERTEX} with the largest weights are kept`,
    );
  return { joints, weights };
}

function warnAboutUnusedSets(file: GltfFile, primitive: JsonNode, names: readonly string[], count: number): void {
  const unused = names.find((name) => Number(/^(?:JOINTS|WEIGHTS)_(\d+)$/.exec(name)?.[1] ?? -1) >= count);
  if (unused !== undefined)
    file.warnOnce(
      'gltf/dropped-attribute',
      primitive,
      `the vertex attribute ${unused} is dropped: there is no JOINTS_${count}`,
      'joints',
      'Number the sets of joints and weights from 0, without a gap.',
    );
}

/** Exporters round: less than this is not worth a warning. */
const MIN_NEGATIVE = -0.001;

function warnAboutNegative(file: GltfFile, primitive: JsonNode, sets: readonly Float32Array[]): void {
  let count = 0;
  for (const weights of sets) for (let i = 0; i < weights.length; i++) if ((weights[i] ?? 0) < MIN_NEGATIVE) count++;
  if (count > 0)
    file.warnOnce(
      'gltf/repaired-attribute',
      primitive,
      `${plural(count, 'weight')} of joints ${count === 1 ? 'is' : 'are'} negative and ${count === 1 ? 'counts' : 'count'} as 0`,
      'negative weights',
      'Normalize the weights in the modeling program, and export the mesh again.',
    );
}

/** Fills four slots; a fifth weight replaces the smallest if it is larger. Returns true if a weight did not fit. */
function keepLargest(
  sets: readonly { readonly joints: Uint32Array; readonly weights: Float32Array }[],
  vertex: number,
  joints: Uint16Array,
  weights: Float32Array,
): boolean {
  const at = vertex * JOINTS_PER_VERTEX;
  let used = 0;
  let hasOverflow = false;
  for (const set of sets) {
    for (let i = at; i < at + JOINTS_PER_VERTEX; i++) {
      const weight = set.weights[i] ?? 0;
      if (!(weight > 0)) continue;
      const joint = set.joints[i] ?? 0;
      const existing = indexOf(joints, at, used, joint);
      if (sets.length > 1 && existing >= 0) {
        weights[existing] = (weights[existing] ?? 0) + weight;
        continue;
      }
      if (used < JOINTS_PER_VERTEX) {
        joints[at + used] = joint;
        weights[at + used] = weight;
        used++;
        continue;
      }
      hasOverflow = true;
      let lightest = at;
      for (let k = at + 1; k < at + JOINTS_PER_VERTEX; k++)
        if ((weights[k] ?? 0) <= (weights[lightest] ?? 0)) lightest = k;
      if (weight > (weights[lightest] ?? 0)) {
        joints[lightest] = joint;
        weights[lightest] = weight;
      }
    }
  }
  return hasOverflow;
}

function indexOf(joints: Uint16Array, at: number, used: number, joint: number): number {
  for (let k = at; k < at + used; k++) if (joints[k] === joint) return k;
  return -1;
}
