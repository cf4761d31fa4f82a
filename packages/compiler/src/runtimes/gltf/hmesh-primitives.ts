// Reads the draws of an `.hmesh` as primitives: attributes are unpacked once, then split by draw. Attributes that the source cannot have had are omitted.

import {
  type Hmesh,
  morphTargetAt,
  NO_MATERIAL,
  unpackColors,
  unpackSkinVertices,
  unpackStoredVertices,
  unpackVertices,
} from '@assetc/formats';
import { GpuVertex } from '@assetc/formats/layouts';
import { compactIndices, gatherFloats, gatherShorts } from '../../encoding/mesh/mesh-parts.js';
import type { PrimitiveData, PrimitiveGrid, PrimitiveTarget } from './write-primitive.js';

/** Of a packed direction. */
const PACKED_BYTES = 4;

type Colors = PrimitiveData['colors'][number];

export class HmeshPrimitives {
  readonly #mesh: Hmesh;
  readonly #vertices: ReturnType<typeof unpackVertices>;
  readonly #skin: ReturnType<typeof unpackSkinVertices> | undefined;
  readonly #colors: Colors | undefined;
  /** Undefined if vertices are not compact. */
  readonly grid: PrimitiveGrid | undefined;
  readonly #uvSetsOf: (slot: number, submesh: number | undefined) => number;

  /** `uvSetsOf`: how many sets the materials need that a draw may have. */
  constructor(mesh: Hmesh, uvSetsOf: (slot: number, submesh: number | undefined) => number) {
    const grid = mesh.stored?.compact?.grid;
    this.#mesh = mesh;
    this.grid = grid && grid.step > 0 ? grid : undefined;
    this.#vertices = mesh.stored ? unpackStoredVertices(mesh.stored) : unpackVertices(mesh.vertices);
    this.#skin = mesh.skin && unpackSkinVertices(mesh.skin.vertices);
    this.#colors = mesh.colors && (mesh.colors.format === 'float16' ? unpackColors(mesh.colors) : mesh.colors.values);
    this.#uvSetsOf = uvSetsOf;
  }

  /** Undefined if it draws nothing. `isOnGrid`: positions stay on the grid of compact vertices. */
  submesh(index: number, isSkinned: boolean, isOnGrid: boolean): PrimitiveData | undefined {
    const submesh = this.#mesh.submeshes[index];
    if (submesh === undefined || submesh.indexCount === 0) return undefined;
    const { firstIndex, indexCount, materialSlot } = submesh;
    const slice = this.#mesh.indices.subarray(firstIndex, firstIndex + indexCount);
    const { used, indices } = compactIndices(slice, this.#mesh.desc.vertexCount);
    const uvSets = this.#uvSetsOf(materialSlot, index);
    const attributes = this.#attributes(used, uvSets, isSkinned);
    return {
      mode: 'triangles',
      indices,
      ...attributes,
      targets: this.#targets(index, used),
      ...slotOf(materialSlot),
      grid: isOnGrid ? this.grid : undefined,
    };
  }

  lines(index: number, isSkinned: boolean, isOnGrid: boolean): PrimitiveData | undefined {
    const { lines, desc } = this.#mesh;
    const range = lines?.ranges[index];
    if (lines === undefined || range === undefined || range.count === 0) return undefined;
    const slice = lines.indices.subarray(range.first, range.first + range.count);
    const { used, indices } = compactIndices(slice, desc.vertexCount);
    const attributes = this.#attributes(used, this.#uvSetsOf(range.materialSlot, undefined), isSkinned);
    const normals = this.#isPacked('normal', used) ? attributes.normals : undefined;
    return {
      mode: range.mode,
      indices,
      ...attributes,
      normals,
      targets: [],
      ...slotOf(range.materialSlot),
      grid: isOnGrid ? this.grid : undefined,
    };
  }

  #attributes(used: Uint32Array, uvSets: number, isSkinned: boolean) {
    const { positions, normals, tangents } = this.#vertices;
    const skin = isSkinned ? this.#skin : undefined;
    const hasTangents = this.#mesh.hasTangents && this.#isPacked('tangent', used);
    return {
      positions: gatherFloats(positions, used, 3),
      normals: gatherFloats(normals, used, 3),
      tangents: hasTangents ? gatherFloats(tangents, used, 4) : undefined,
      // Tangents follow from texture coordinates, so the source has a set, even if it is all zeros.
      uvs: this.#uvs(used, Math.max(uvSets, hasTangents ? 1 : 0)),
      // White may be what the source has, or mean that it has none; both are drawn the same.
      colors: this.#colors === undefined ? [] : [gatherColors(this.#colors, used)],
      joints: skin && gatherShorts(skin.joints, used, 4),
      weights: skin && gatherFloats(skin.weights, used, 4),
    };
  }

  /** All zeros mean that the source had none: +Z is packed differently. */
  #isPacked(field: 'normal' | 'tangent', used: Uint32Array): boolean {
    const { vertices } = this.#mesh;
    return used.some((vertex) => {
      const at = vertex * GpuVertex.size + GpuVertex.offsetOf(field);
      return vertices.subarray(at, at + PACKED_BYTES).some((byte) => byte !== 0);
    });
  }

  #uvs(used: Uint32Array, needed: number): readonly Float32Array[] {
    const sets = [this.#vertices.uvs, ...(this.#mesh.uvs1 === undefined ? [] : [this.#mesh.uvs1])];
    const cut = sets.map((set) => gatherFloats(set, used, 2));
    while (cut.length < needed) cut.push(new Float32Array(used.length * 2));
    while (cut.length > needed && cut.at(-1)?.every((value) => value === 0)) cut.pop();
    return cut;
  }

  #targets(submesh: number, used: Uint32Array): readonly PrimitiveTarget[] {
    const { morphs } = this.#mesh;
    const range = morphs?.ranges[submesh];
    if (morphs === undefined || range === undefined) return [];
    return Array.from({ length: range.targetCount }, (_, i) => {
      const { vertices, positions, normals, tangents } = morphTargetAt(morphs, range.firstTarget + i);
      return localTarget(vertices, used, positions, normals, tangents);
    });
  }
}

const slotOf = (slot: number): { readonly material: number | undefined } => ({
  material: slot === NO_MATERIAL ? undefined : slot,
});

/** Vertices by their place among those in use; the others are not drawn. */
function localTarget(
  vertices: Uint32Array,
  used: Uint32Array,
  positions: Float32Array,
  normals: Float32Array | undefined,
  tangents: Float32Array | undefined,
): PrimitiveTarget {
  const entries: number[] = [];
  const places: number[] = [];
  let place = 0;
  for (let entry = 0; entry < vertices.length; entry++) {
    const vertex = vertices[entry] ?? 0;
    while (place < used.length && (used[place] ?? 0) < vertex) place++;
    if (used[place] !== vertex) continue;
    entries.push(entry);
    places.push(place);
  }
  const kept = Uint32Array.from(entries);
  return {
    vertices: Uint32Array.from(places),
    positions: gatherFloats(positions, kept, 3),
    normals: normals && gatherFloats(normals, kept, 3),
    tangents: tangents && gatherFloats(tangents, kept, 3),
  };
}

function gatherColors(values: Colors, used: Uint32Array): Colors {
  if (values instanceof Float32Array) return gatherFloats(values, used, 4);
  const out = values instanceof Uint8Array ? new Uint8Array(used.length * 4) : new Uint16Array(used.length * 4);
  for (let i = 0; i < out.length; i++) out[i] = values[(used[i >> 2] ?? 0) * 4 + (i & 3)] ?? 0;
  return out;
}
