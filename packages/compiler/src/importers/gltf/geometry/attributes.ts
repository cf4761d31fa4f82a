// Reads the vertex attributes of one primitive, from accessors or Draco data, and checks lengths and finite values.

import { plural } from '../../../diagnostics/plural.js';
import { type AccessorInfo, type Accessors, convertToFloats, convertToIntegers } from '../file/accessor.js';
import { FLOAT, UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_SHORT } from '../file/component-types.js';
import { firstNotFinite, replaceNonFinite } from '../file/finite.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';
import { type DracoPrimitive, decodeDraco } from './draco.js';

export interface AttributeSet {
  readonly values: Float32Array;
  readonly components: number;
  /** The storage format in the source. */
  readonly format: 'unorm8' | 'unorm16' | 'float';
}

export class AttributeReader {
  readonly #file: GltfFile;
  readonly #accessors: Accessors;
  readonly #primitive: JsonNode;
  readonly #attributes: JsonNode;
  readonly #draco: DracoPrimitive | undefined;
  readonly vertexCount: number;
  /** Whether positions are integers (KHR_mesh_quantization). */
  readonly isQuantized: boolean;

  private constructor(file: GltfFile, accessors: Accessors, primitive: JsonNode, draco: DracoPrimitive | undefined) {
    this.#file = file;
    this.#accessors = accessors;
    this.#primitive = primitive;
    this.#attributes = primitive.require('attributes');
    this.#draco = draco;
    const position = accessors.info(this.#attributes.require('POSITION'), ['VEC3']);
    this.vertexCount = draco?.attributes.has('POSITION') ? draco.pointCount : position.count;
    this.isQuantized = position.component.code !== FLOAT && !draco?.attributes.has('POSITION');
    if (this.vertexCount !== position.count)
      file.warnOnce(
        'gltf/draco-count',
        position.node.require('count'),
        `the Draco data has ${plural(this.vertexCount, 'vertex', 'vertices')}, but the accessor states ${position.count}; the data is used`,
      );
  }

  static async open(file: GltfFile, accessors: Accessors, primitive: JsonNode): Promise<AttributeReader> {
    const extension = primitive.extension('KHR_draco_mesh_compression');
    const draco = extension === undefined ? undefined : await decodeDraco(accessors, primitive, extension);
    return new AttributeReader(file, accessors, primitive, draco);
  }

  get names(): readonly string[] {
    return this.#attributes.keys();
  }

  async positions(): Promise<Float32Array> {
    const { info, values } = await this.#floats('POSITION', ['VEC3']);
    const bad = firstNotFinite(values);
    if (bad >= 0) info.node.fail('gltf/not-finite', `the position of vertex ${Math.floor(bad / 3)} is not finite`);
    return values;
  }

  /** Values that are not finite become zero, with a warning: such normals are common and no reason to reject a model. */
  async floats(name: string, types: readonly string[]): Promise<AttributeSet | undefined> {
    if (this.#attributes.get(name) === undefined) return undefined;
    const { info, values } = await this.#floats(name, types);
    const repaired = replaceNonFinite(values);
    if (repaired.count > 0)
      this.#file.warnOnce(
        'gltf/repaired-attribute',
        info.node,
        `${plural(repaired.count, 'number')} of ${name} ${repaired.count === 1 ? 'is not finite and is' : 'are not finite and are'} replaced`,
        name,
        name === 'NORMAL' || name === 'TANGENT'
          ? undefined
          : `Correct ${name} in the modeling program, and export the mesh again.`,
      );
    return { values: repaired.values, components: info.components, format: formatOf(info) };
  }

  /** A key of the accessors for all joints and weights: equal keys mean equal bindings. */
  get bindingKey(): string {
    const names = this.names.filter((name) => /^(?:JOINTS|WEIGHTS)_\d+$/.test(name)).sort();
    if (names.length === 0) return '';
    // The count is included, so that each primitive's count is checked against its positions.
    return [this.vertexCount, ...names.map((name) => `${name}=${this.#attributes.get(name)?.value}`)].join();
  }

  get isCompressed(): boolean {
    return this.#draco !== undefined;
  }

  async joints(set: number): Promise<Uint32Array | undefined> {
    const name = `JOINTS_${set}`;
    const reference = this.#attributes.get(name);
    if (reference === undefined) return undefined;
    const info = this.#info(reference, name, ['VEC4'], [UNSIGNED_BYTE, UNSIGNED_SHORT]);
    const raw = this.#draco?.attributes.get(name);
    return raw === undefined ? this.#accessors.integers(info) : convertToIntegers(raw, info);
  }

  /**
   * Corner indices in drawing order, checked to be in range: one run, or several if the largest value restarts a strip. Read positions first:
   * they confirm the vertex count.
   */
  async indexRuns(hasRestarts: boolean): Promise<readonly Uint32Array[]> {
    const reference = this.#primitive.get('indices');
    if (this.#draco !== undefined) return [this.#checkRange(this.#draco.indices, this.#primitive)];
    if (reference === undefined) return [ascendingIndices(this.vertexCount)];
    const info = this.#accessors.info(reference, ['SCALAR'], [UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT]);
    const indices = await this.#accessors.integers(info);
    const restart = 2 ** (info.component.size * 8) - 1;
    if (hasRestarts) return splitAtRestarts(indices, restart).map((run) => this.#checkRange(run, info.node));
    this.#checkRange(indices, info.node);
    this.#warnAboutRestart(indices, restart, info);
    return [indices];
  }

  /** The largest value restarts strips on GPUs. glTF forbids it, and no strips are written. */
  #warnAboutRestart(indices: Uint32Array, restart: number, { node }: AccessorInfo): void {
    const at = this.vertexCount > restart ? indices.indexOf(restart) : -1;
    if (at >= 0)
      this.#file.warnOnce(
        'gltf/restart-index',
        node,
        `index ${at} is ${restart}, which glTF reserves for restarting strips; it is read as a vertex`,
      );
  }

  #checkRange(indices: Uint32Array, node: JsonNode): Uint32Array {
    const { vertexCount } = this;
    for (let i = 0; i < indices.length; i++) {
      const index = indices[i] ?? 0;
      if (index >= vertexCount)
        node.fail(
          'gltf/bad-index',
          `index ${i} is ${index}, but there ${vertexCount === 1 ? 'is' : 'are'} only ${plural(vertexCount, 'vertex', 'vertices')}`,
        );
    }
    return indices;
  }

  async #floats(name: string, types: readonly string[]): Promise<{ info: AccessorInfo; values: Float32Array }> {
    const info = this.#info(this.#attributes.require(name), name, types);
    if (info.component.code === UNSIGNED_INT)
      info.node.require('componentType').fail('gltf/bad-accessor', `${name} cannot consist of 32-bit integers`);
    const raw = this.#draco?.attributes.get(name);
    return { info, values: raw === undefined ? await this.#accessors.floats(info) : convertToFloats(raw, info) };
  }

  #info(reference: JsonNode, name: string, types: readonly string[], codes?: readonly number[]): AccessorInfo {
    const declared = this.#accessors.info(reference, types, codes);
    // The Draco data counts, regardless of what accessors declare.
    const info = this.#draco?.attributes.has(name) ? { ...declared, count: this.#draco.pointCount } : declared;
    if (info.count !== this.vertexCount)
      info.node
        .require('count')
        .fail(
          'gltf/bad-accessor',
          `${name} has ${plural(info.count, 'element')}, but POSITION has ${this.vertexCount}`,
        );
    return info;
  }
}

function formatOf({ component, normalized }: AccessorInfo): AttributeSet['format'] {
  if (!normalized) return 'float';
  return component.code === UNSIGNED_BYTE ? 'unorm8' : component.code === UNSIGNED_SHORT ? 'unorm16' : 'float';
}

/** Splits indices into the runs between restarts; empty runs are skipped. */
function splitAtRestarts(indices: Uint32Array, restart: number): readonly Uint32Array[] {
  const runs: Uint32Array[] = [];
  let from = 0;
  for (let i = 0; i <= indices.length; i++) {
    if (i < indices.length && indices[i] !== restart) continue;
    if (i > from) runs.push(indices.subarray(from, i));
    from = i + 1;
  }
  return runs;
}

function ascendingIndices(count: number): Uint32Array {
  const indices = new Uint32Array(count);
  for (let i = 0; i < count; i++) indices[i] = i;
  return indices;
}
