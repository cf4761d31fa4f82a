// Converts compiled models into GLB: ours with all sibling files, those of other runtimes only as meshes.

import type { MeshPart } from '../../encoding/mesh/mesh-parts.js';
import type { Converter } from '../contract/converter.js';
import type { NeutralMesh } from '../contract/neutral-forms.js';
import { GlbBuilder } from './glb-builder.js';
import { writePrimitive } from './write-primitive.js';

export const converter: Converter = {
  readers: [],
  targets: [
    {
      to: 'glb',
      takes: 'mesh',
      extension: '.glb',
      keeps: ['tangents', 'colors', 'colorAlpha', 'moreUvs', 'moreColors', 'slots'],
      options: ['ktx2', 'meshopt'],
      write: async (mesh) => ({ bytes: writeParts(mesh) }),
      direct: { hmesh: async (file, options) => (await import('./write-model.js')).writeModel(file, options) },
    },
  ],
};

/** Only meshes: each part is a primitive. Without a skeleton, joints and weights are meaningless. */
function writeParts({ parts }: NeutralMesh): Uint8Array {
  const builder = new GlbBuilder();
  const slots = parts.map(({ slot }) => slot ?? -1);
  for (let slot = 0; slot <= Math.max(...slots); slot++) builder.lists.materials.push({});
  const primitives = parts
    .filter(({ indices }) => indices.length > 0)
    .map((part) => writePrimitive(builder, primitiveOf(part)));
  builder.lists.meshes.push({ primitives });
  builder.lists.nodes.push({ mesh: 0 });
  builder.root.scene = { nodes: [0] };
  return builder.finish();
}

function primitiveOf({ indices, positions, normals, tangents, uvs, colors, slot }: MeshPart) {
  return {
    mode: 'triangles' as const,
    indices,
    positions,
    normals: unitNormals(normals),
    tangents: tangents.some((value) => value !== 0) ? tangents : undefined,
    uvs,
    colors,
    joints: undefined,
    weights: undefined,
    targets: [],
    material: slot,
  };
}

/** Normals stored in bytes are not exactly unit length. */
function unitNormals(normals: Float32Array): Float32Array {
  const out = new Float32Array(normals.length);
  for (let at = 0; at < out.length; at += 3) {
    const [x = 0, y = 0, z = 0] = normals.subarray(at, at + 3);
    const length = Math.sqrt(x * x + y * y + z * z);
    out.set(length > 0 ? [x / length, y / length, z / length] : [0, 0, 1], at);
  }
  return out;
}
