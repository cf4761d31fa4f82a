// The attributes of a mesh, shared by all of its draws. Compact vertices stay compact on the GPU, as far as three's shaders can read them: positions
// as integers on the grid, normals and tangents as normalized 16-bit integers, texture coordinates between 0 and 1 as normalized 16-bit
// integers, skins as bytes.

import {
  type Hmesh,
  unpackColors,
  unpackSkinVertices,
  unpackStoredVertices,
  unpackVertices,
  type VertexAttributes,
} from '@assetc/formats';
import * as THREE from 'three';
import type { Span } from './submesh-geometry.js';

/** How integers become positions: integer × step + offset. */
export interface GridPlace {
  readonly step: number;
  readonly offset: readonly number[];
}

/** From the integers of positions to units of the mesh. */
export const fromGridUnits = ({ step, offset: [x = 0, y = 0, z = 0] }: GridPlace): THREE.Matrix4 =>
  new THREE.Matrix4().makeScale(step, step, step).setPosition(x, y, z);

export const toGridUnits = (grid: GridPlace): THREE.Matrix4 => fromGridUnits(grid).invert();

interface SkinAttributes {
  readonly joints: Uint8Array | Uint16Array;
  /** Normalized if they are bytes. */
  readonly weights: Uint8Array | Float32Array;
}

type Values = Float32Array | Uint16Array | Uint8Array;

export class MeshAttributes {
  readonly mesh: Hmesh;
  readonly vertices: VertexAttributes;
  readonly skin: SkinAttributes | undefined;
  readonly colors: Uint8Array | Uint16Array | Float32Array | undefined;
  /** Undefined if vertices are not compact, or there are none. */
  readonly grid: GridPlace | undefined;
  /** Four integers per vertex. */
  readonly #integers: Int16Array | undefined;

  constructor(mesh: Hmesh) {
    const { stored } = mesh;
    this.mesh = mesh;
    this.vertices = stored ? unpackStoredVertices(stored) : unpackVertices(mesh.vertices);
    this.skin = skinOf(mesh);
    this.colors = mesh.colors && (mesh.colors.format === 'float16' ? unpackColors(mesh.colors) : mesh.colors.values);
    const grid = stored?.compact?.grid;
    this.grid = grid && grid.step > 0 ? grid : undefined;
    this.#integers = this.grid && integersOf(this.vertices.positions, this.grid);
  }

  positions(span: Span): THREE.BufferAttribute | THREE.InterleavedBufferAttribute {
    if (this.#integers === undefined) return this.values(this.vertices.positions, 3, span);
    const rows = this.#integers.subarray(span.first * 4, span.end * 4);
    return new THREE.InterleavedBufferAttribute(new THREE.InterleavedBuffer(rows, 4), 3, 0, false);
  }

  /** Unit vectors, and a sign if there are four numbers. */
  directions(values: Float32Array, width: 3 | 4, span: Span): THREE.BufferAttribute | THREE.InterleavedBufferAttribute {
    if (this.grid === undefined) return this.values(values, width, span);
    const rows = new Int16Array((span.end - span.first) * 4);
    for (let i = 0; i < span.end - span.first; i++)
      for (let lane = 0; lane < width; lane++)
        rows[i * 4 + lane] = Math.round((values[(span.first + i) * width + lane] ?? 0) * 32767);
    return new THREE.InterleavedBufferAttribute(new THREE.InterleavedBuffer(rows, 4), width, 0, true);
  }

  coordinates(values: Float32Array, span: Span): THREE.BufferAttribute {
    const part = values.subarray(span.first * 2, span.end * 2);
    if (this.grid === undefined || part.some((value) => value < 0 || value > 1)) return this.values(values, 2, span);
    return new THREE.BufferAttribute(
      Uint16Array.from(part, (value) => Math.round(value * 65535)),
      2,
      true,
    );
  }

  values(values: Values, width: number, span: Span, isNormalized = false): THREE.BufferAttribute {
    return new THREE.BufferAttribute(values.subarray(span.first * width, span.end * width), width, isNormalized);
  }
}

/** Exact: positions are integers × step + offset. */
function integersOf(positions: Float32Array, { step, offset }: GridPlace): Int16Array {
  const rows = new Int16Array((positions.length / 3) * 4);
  for (let i = 0; i < positions.length / 3; i++)
    for (let axis = 0; axis < 3; axis++)
      rows[i * 4 + axis] = Math.round(((positions[i * 3 + axis] ?? 0) - (offset[axis] ?? 0)) / step);
  return rows;
}

function skinOf({ skin, stored, desc }: Hmesh): SkinAttributes | undefined {
  if (skin === undefined) return undefined;
  const rows = stored?.compact?.skin;
  if (rows === undefined) return unpackSkinVertices(skin.vertices);
  const size = rows.length / Math.max(desc.vertexCount, 1);
  const isWide = size > 8;
  const count = desc.vertexCount * 4;
  const joints = isWide ? new Uint16Array(count) : new Uint8Array(count);
  const weights = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const row = (i >> 2) * size;
    const lane = i & 3;
    joints[i] = isWide ? (rows[row + lane * 2] ?? 0) | ((rows[row + lane * 2 + 1] ?? 0) << 8) : (rows[row + lane] ?? 0);
    weights[i] = rows[row + size - 4 + lane] ?? 0;
  }
  return { joints, weights };
}
