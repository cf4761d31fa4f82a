// Scene → submeshes whose vertices are final: placed, bound, welded bit-exactly and in vertex cache and fetch order.
// What output formats have in common ends here.

import { weldRows } from '@assetc/kernels';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import type { DiagnosticCode } from '../../diagnostics/codes.js';
import { AssetError, type Diagnostic, type Place } from '../../diagnostics/diagnostic.js';
import { isIdentity } from '../../model/matrix.js';
import type { Matrix, PrimitiveModel, SceneModel } from '../../model/scene.js';
import { flipWinding, isMirror, placeRows } from './place-rows.js';
import { type Binding, type PlannedNode, type PlannedSubmesh, planSubmeshes } from './plan-submeshes.js';
import { bindRigidly, poseRows, posesMirrored } from './pose-rows.js';
import { type Prepared, preparePrimitive } from './prepare-primitive.js';
import { MOST_MIKKTSPACE_CORNERS } from './tangents.js';
import { gatherRows, type RowLayout, rowLayout, rowsOf, type VertexRows } from './vertex-rows.js';

export interface AssembleOptions {
  /** The source, for diagnostics. */
  readonly file: string;
  readonly merge: boolean;
  readonly tangents: 'mikktspace' | 'fast' | 'none';
  /** Whether the output format has room for vertex colours. */
  readonly colors: boolean;
  /** Whether it has room for further sets of uvs and colours. */
  readonly moreSets?: boolean;
  readonly warn: (diagnostic: Omit<Diagnostic, 'severity'>) => void;
  readonly signal?: AbortSignal;
}

export interface AssembledSubmesh {
  readonly rows: VertexRows;
  readonly indices: Uint32Array;
  readonly hasTangents: boolean;
  /** Source index. */
  readonly material: number | undefined;
  /** What it was made of. */
  readonly primitive: PrimitiveModel;
  readonly origin: Place;
  /** Submeshes of one group share a space. */
  readonly group: number;
}

export interface AssembledMesh {
  readonly submeshes: readonly AssembledSubmesh[];
  readonly nodes: readonly PlannedNode[] | undefined;
}

/** Past this, copies of instances would fill the machine's memory before they fill the file. */
const MOST_CORNERS = 32_000_000 * 3;
/** The welding kernel addresses 31 bits. */
const MOST_ROW_BYTES = 0x6000_0000;

export async function assembleSubmeshes(scene: SceneModel, options: AssembleOptions): Promise<AssembledMesh> {
  await MeshoptEncoder.ready;
  const warned = new Set<string>();
  const warnOnce = (code: DiagnosticCode, where: Place, message: string): void => {
    if (warned.has(code)) return;
    warned.add(code);
    options.warn({ code, file: options.file, where, message });
  };
  const plan = planSubmeshes(scene, options.merge, warnOnce);
  checkSize(plan.submeshes, options);
  if (!options.colors) {
    const colored = plan.submeshes.find(({ primitive }) => primitive.colors !== undefined);
    if (colored !== undefined)
      warnOnce(
        'mesh/dropped-colors',
        colored.primitive.origin,
        'vertex colours are dropped: the mesh format has no room for them',
      );
  }
  const layout = rowLayout({
    skin: scene.skins.length > 0,
    color: options.colors && plan.submeshes.some(({ primitive }) => primitive.colors !== undefined),
    ...(options.moreSets === true ? mostSets(plan.submeshes) : {}),
  });
  const preparer = new Preparer(plan.submeshes, layout, options);
  const submeshes: AssembledSubmesh[] = [];
  for (const planned of plan.submeshes) {
    options.signal?.throwIfAborted();
    submeshes.push(await assemble(planned, await preparer.prepare(planned), options));
  }
  return { submeshes, nodes: plan.nodes };
}

function mostSets(planned: readonly PlannedSubmesh[]): { readonly moreUvs: number; readonly moreColors: number } {
  let moreUvs = 0;
  let moreColors = 0;
  for (const { primitive } of planned) {
    moreUvs = Math.max(moreUvs, primitive.moreUvs?.length ?? 0);
    moreColors = Math.max(moreColors, primitive.moreColors?.length ?? 0);
  }
  return { moreUvs, moreColors };
}

function checkSize(planned: readonly PlannedSubmesh[], options: AssembleOptions): void {
  let corners = 0;
  for (const { primitive, copies } of planned) {
    corners += primitive.indices.length * copies.length;
    if (corners > MOST_CORNERS)
      throw tooLarge(options.file, primitive, `more than ${MOST_CORNERS / 3} triangles in one mesh`);
    if (
      options.tangents === 'mikktspace' &&
      primitive.tangents === undefined &&
      primitive.uvs !== undefined &&
      primitive.indices.length > MOST_MIKKTSPACE_CORNERS
    )
      throw tooLarge(
        options.file,
        primitive,
        `MikkTSpace takes at most ${MOST_MIKKTSPACE_CORNERS / 3} triangles in one primitive`,
        'Split the primitive, export tangents, or set mesh.tangents to fast.',
      );
  }
}

function tooLarge(file: string, primitive: PrimitiveModel, message: string, hint?: string): AssetError {
  return new AssetError({
    code: 'mesh/too-large',
    file,
    where: primitive.origin,
    message,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Prepares each primitive once, and lets go of it after its last use. */
class Preparer {
  readonly #layout: RowLayout;
  readonly #options: AssembleOptions;
  readonly #uses = new Map<PrimitiveModel, number>();
  readonly #kept = new Map<PrimitiveModel, { readonly withSkin: boolean; readonly prepared: Prepared }>();

  constructor(planned: readonly PlannedSubmesh[], layout: RowLayout, options: AssembleOptions) {
    this.#layout = layout;
    this.#options = options;
    for (const { primitive } of planned) this.#uses.set(primitive, (this.#uses.get(primitive) ?? 0) + 1);
  }

  async prepare({ primitive, binding }: PlannedSubmesh): Promise<Prepared> {
    const withSkin = binding.is === 'skinned' || binding.is === 'posed';
    const kept = this.#kept.get(primitive);
    const left = (this.#uses.get(primitive) ?? 1) - 1;
    this.#uses.set(primitive, left);
    if (left === 0) this.#kept.delete(primitive);
    if (kept !== undefined && kept.withSkin === withSkin) return kept.prepared;
    const prepared = await preparePrimitive(primitive, this.#layout, withSkin, this.#options.tangents);
    if (left > 0) this.#kept.set(primitive, { withSkin, prepared });
    return prepared;
  }
}

async function assemble(
  { primitive, copies, binding, group }: PlannedSubmesh,
  prepared: Prepared,
  { file }: AssembleOptions,
): Promise<AssembledSubmesh> {
  const { words } = prepared.rows.layout;
  if (prepared.rows.count * copies.length * words * 4 > MOST_ROW_BYTES)
    throw tooLarge(file, primitive, `${prepared.rows.count * copies.length} vertices are too many for one submesh`);
  const placed = place(prepared, copies, binding);
  for (let p = 0; p < placed.rows.bits.length; p += words) {
    const sum = (placed.rows.floats[p] ?? 0) + (placed.rows.floats[p + 1] ?? 0) + (placed.rows.floats[p + 2] ?? 0);
    // A sum of three finite floats is finite in double precision.
    if (sum - sum !== 0)
      throw new AssetError({
        code: 'mesh/overflow',
        file,
        where: primitive.origin,
        message: 'a vertex is not finite once its node is applied',
      });
  }
  return {
    ...inFetchOrder(placed.rows, placed.indices),
    hasTangents: prepared.hasTangents,
    material: primitive.material,
    primitive,
    origin: primitive.origin,
    group,
  };
}

/** The rows of every copy, welded anew where a transform may have made some equal. */
function place(
  prepared: Prepared,
  copies: readonly Matrix[],
  binding: Binding,
): { readonly rows: VertexRows; readonly indices: Uint32Array } {
  const [only] = copies;
  if (
    copies.length === 1 &&
    only !== undefined &&
    isIdentity(only) &&
    (binding.is === 'none' || binding.is === 'skinned')
  )
    return { rows: prepared.rows, indices: prepared.indices.slice() };
  const { layout, count } = prepared.rows;
  const indices = new Uint32Array(prepared.indices.length * copies.length);
  const welded = weldRows(count * copies.length, layout.words, (bits) => {
    for (const [i, matrix] of copies.entries()) {
      const part = rowsOf(layout, bits.subarray(i * count * layout.words, (i + 1) * count * layout.words));
      part.bits.set(prepared.rows.bits);
      if (binding.is === 'posed') poseRows(part, binding.jointMatrices);
      if (!isIdentity(matrix)) placeRows(part, matrix);
      if (binding.is === 'posed' || binding.is === 'rigid') bindRigidly(part, binding.joint);
    }
  });
  for (const [i, matrix] of copies.entries()) {
    const part = indices.subarray(i * prepared.indices.length, (i + 1) * prepared.indices.length);
    for (let k = 0; k < part.length; k++) part[k] = welded.remap[(prepared.indices[k] ?? 0) + i * count] ?? 0;
    const inverted = binding.is === 'posed' && posesMirrored(binding.jointMatrices);
    if (isMirror(matrix) !== inverted) flipWinding(part);
  }
  return { rows: rowsOf(layout, welded.rows), indices };
}

/** Triangles in vertex cache order, vertices in order of first use. Takes over `indices`. */
function inFetchOrder(
  rows: VertexRows,
  indices: Uint32Array,
): { readonly rows: VertexRows; readonly indices: Uint32Array } {
  const [remap, unique] = MeshoptEncoder.reorderMesh(indices, true, false);
  const order = new Uint32Array(unique);
  for (let old = 0; old < remap.length; old++) {
    const now = remap[old] ?? 0xffffffff;
    if (now !== 0xffffffff) order[now] = old;
  }
  return { rows: gatherRows(rows, order), indices };
}
