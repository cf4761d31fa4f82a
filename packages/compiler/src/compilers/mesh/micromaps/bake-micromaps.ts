// Bakes opacity micromaps for all triangles of a mesh and its levels of detail. Call it when vertices and the order of corners are final:
// a map belongs to a triangle that starts at a certain corner.

import {
  type HmeshModel,
  type MicromapSource,
  type Micromaps,
  microTriangles,
  packMicromaps,
  unpackColors,
  unpackCompactUvs1,
  unpackStoredVertices,
  unpackVertices,
} from '@assetc/formats';
import type { TextureTransform } from '../../../model/image/texture-use.js';
import { sineAndCosine } from '../../../model/math/sine.js';
import { bakeTriangle, type TexturedTriangle } from './bake-triangle.js';
import type { MaskedOpacity, Opacity } from './opacity.js';
import { OPAQUE, UNKNOWN_OPAQUE } from './opacity.js';
import { OpacityCells } from './opacity-cells.js';

interface MicromapOptions {
  readonly level: number;
  readonly states: 2 | 4;
}

type Mesh = Pick<HmeshModel, 'vertices' | 'stored' | 'indices' | 'submeshes' | 'lods' | 'uvs1' | 'colors'>;

/** `opacities`: by submesh. `step` is called for each submesh. */
export function bakeMicromaps(
  mesh: Mesh,
  opacities: readonly Opacity[],
  options: MicromapOptions,
  step: () => void = () => {},
): Micromaps {
  const baker = new Baker(mesh, options);
  const indices = new Int32Array(mesh.indices.length / 3).fill(specialOf(OPAQUE));
  const { lods } = mesh;
  const lodIndices = new Int32Array((lods?.indices.length ?? 0) / 3).fill(specialOf(OPAQUE));
  for (const [i, { firstIndex, indexCount }] of mesh.submeshes.entries()) {
    step();
    const opacity = opacities[i] ?? 'opaque';
    if (opacity === 'opaque') continue;
    baker.bake(opacity, mesh.indices, firstIndex, indexCount, indices);
    for (let lod = 0; lods !== undefined && lod < lods.lodCount; lod++) {
      const range = (i * lods.lodCount + lod) * 2;
      baker.bake(opacity, lods.indices, lods.ranges[range] ?? 0, lods.ranges[range + 1] ?? 0, lodIndices);
    }
  }
  return packMicromaps({ states: options.states, maps: baker.maps, indices, lodIndices }, mesh);
}

const specialOf = (state: number): number => -1 - state;

class Baker {
  /** Each different map once. */
  readonly maps: MicromapSource[] = [];
  private readonly options: MicromapOptions;
  private readonly corners: Float64Array;
  private readonly states: Uint8Array;
  /** As a reader of the file decodes them. */
  private readonly uvs: Float32Array;
  private readonly uvs1: Float32Array | undefined;
  private readonly alphas: Float32Array | undefined;
  private readonly cells = new Map<MaskedOpacity, OpacityCells>();
  private readonly mapOfBytes = new Map<string, number>();

  constructor(mesh: Mesh, options: MicromapOptions) {
    this.options = options;
    this.corners = microTriangles(options.level);
    this.states = new Uint8Array(4 ** options.level);
    const { stored } = mesh;
    this.uvs = (stored ? unpackStoredVertices(stored) : unpackVertices(mesh.vertices)).uvs;
    const compact = stored?.compact;
    this.uvs1 = compact?.uvs1 ? unpackCompactUvs1(compact.uvs1, compact.grid) : mesh.uvs1;
    this.alphas = mesh.colors && unpackColors(mesh.colors).filter((_, i) => i % 4 === 3);
  }

  bake(
    opacity: Exclude<Opacity, 'opaque'>,
    indices: Uint16Array | Uint32Array,
    first: number,
    count: number,
    out: Int32Array,
  ): void {
    // Cards of foliage repeat the same coordinates.
    const known = new Map<string, number>();
    for (let at = first; at < first + count; at += 3) {
      const vertices = [indices[at] ?? 0, indices[at + 1] ?? 0, indices[at + 2] ?? 0] as const;
      const triangle = opacity === 'unknown' ? undefined : this.triangleOf(opacity, vertices);
      const key = `${triangle?.uvs.join()}:${triangle?.alphas?.join()}`;
      const index = known.get(key) ?? this.indexOf(opacity, triangle);
      known.set(key, index);
      out[at / 3] = index;
    }
  }

  private triangleOf(opacity: MaskedOpacity, vertices: readonly [number, number, number]): TexturedTriangle {
    const { alphas } = this;
    const uvs = new Float64Array(6);
    const source = opacity.uvSet === 1 ? (this.uvs1 ?? new Float32Array(0)) : this.uvs;
    for (const [i, vertex] of vertices.entries()) {
      const [u, v] = transformed(source[vertex * 2] ?? 0, source[vertex * 2 + 1] ?? 0, opacity.transform);
      uvs[i * 2] = u;
      uvs[i * 2 + 1] = v;
    }
    const [a = 1, b = 1, c = 1] = alphas === undefined ? [] : vertices.map((vertex) => alphas[vertex] ?? 1);
    return { uvs, alphas: a === 1 && b === 1 && c === 1 ? undefined : [a, b, c] };
  }

  private indexOf(opacity: Exclude<Opacity, 'opaque'>, triangle: TexturedTriangle | undefined): number {
    if (opacity === 'unknown' || triangle === undefined)
      return specialOf(this.options.states === 2 ? OPAQUE : UNKNOWN_OPAQUE);
    const cells = this.cells.get(opacity) ?? cellsOf(opacity);
    this.cells.set(opacity, cells);
    bakeTriangle(triangle, cells, this.corners, this.states);
    if (this.options.states === 2) for (const [i, state] of this.states.entries()) this.states[i] = state & 1;
    const [one = OPAQUE] = this.states;
    return this.states.every((state) => state === one) ? specialOf(one) : this.mapIndex();
  }

  private mapIndex(): number {
    const packed = packStates(this.states, this.options.states);
    const key = latin1(packed);
    const found = this.mapOfBytes.get(key);
    if (found !== undefined) return found;
    this.mapOfBytes.set(key, this.maps.length);
    return this.maps.push({ level: this.options.level, states: packed }) - 1;
  }
}

/** A material without an image is one texel. */
function cellsOf(opacity: MaskedOpacity): OpacityCells {
  const { image = { width: 1, height: 1, low: Uint8Array.of(255), high: Uint8Array.of(255) }, ...rest } = opacity;
  return new OpacityCells(image, rest);
}

/** As KHR_texture_transform: scale, then rotate, then move. */
function transformed(u: number, v: number, transform: TextureTransform | undefined): readonly [number, number] {
  if (transform === undefined) return [u, v];
  const { offset, scale, rotation } = transform;
  const [x, y] = [u * scale[0], v * scale[1]];
  const { sine, cosine } = sineAndCosine(rotation);
  return [cosine * x + sine * y + offset[0], -sine * x + cosine * y + offset[1]];
}

function packStates(states: Uint8Array, count: 2 | 4): Uint8Array {
  const bits = count === 2 ? 1 : 2;
  const bytes = new Uint8Array(Math.ceil((states.length * bits) / 8));
  for (let i = 0; i < states.length; i++) {
    const at = (i * bits) >> 3;
    bytes[at] = (bytes[at] ?? 0) | ((states[i] ?? 0) << ((i * bits) & 7));
  }
  return bytes;
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return text;
}
