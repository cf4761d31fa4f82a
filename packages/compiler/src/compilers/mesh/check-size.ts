// Checks the size of a plan by its counts, before any memory is allocated.

import { TooLargeForModule } from '@assetc/kernels';
import { AssetError } from '../../diagnostics/diagnostic.js';
import type { LinesModel, PrimitiveModel } from '../../model/scene/scene.js';
import { holdLimit, type SceneLimits } from '../../model/scene/scene-limits.js';
import type { PlannedPart, PlannedSubmesh } from './submeshes/plan-submeshes.js';

/** The welding kernel addresses 31 bits. */
const MAX_ROW_BYTES = 0x6000_0000;

interface SizeOptions {
  /** The source, for diagnostics. */
  readonly file: string;
  readonly limits: SceneLimits;
}

interface PlannedParts {
  readonly submeshes: readonly Pick<PlannedSubmesh, 'primitive' | 'copies'>[];
  readonly lines?: readonly PlannedPart<LinesModel>[];
}

/** Points and lines count as triangles, and their ranges as submeshes: they take as much memory. */
export function checkSize({ submeshes, lines = [] }: PlannedParts, { file, limits }: SizeOptions): void {
  let triangles = 0;
  holdLimit('mesh/too-large', limits, 'maxSubmeshes', submeshes.length + lines.length, 'submeshes', { file });
  for (const { primitive, copies } of lines) {
    triangles += primitive.indices.length * copies.length;
    const at = { file, where: primitive.origin };
    holdLimit('mesh/too-large', limits, 'maxTriangles', triangles, 'triangles, points and line ends', at);
  }
  for (const { primitive, copies } of submeshes) {
    triangles += (primitive.indices.length / 3) * copies.length;
    const at = { file, where: primitive.origin };
    holdLimit('mesh/too-large', limits, 'maxTriangles', triangles, 'triangles', at);
  }
}

/** Reports a mesh that needs more memory than the wasm modules can have. That is only known while they run. */
export function reportTooLarge(error: unknown, file: string): never {
  if (!(error instanceof TooLargeForModule)) throw error;
  throw new AssetError(
    {
      code: 'mesh/too-large',
      file,
      message: error.message,
      hint: 'Split its largest primitive. A mesh needs the least memory without mesh.lods and with mesh.tangents set to none.',
    },
    { cause: error },
  );
}

/** `vertices`: of one copy, after its tangents are computed. */
export function checkCopies(
  { primitive, copies }: PlannedPart<Pick<PrimitiveModel, 'origin'>>,
  vertices: number,
  words: number,
  file: string,
): void {
  const total = vertices * copies.length;
  if (total * words * 4 > MAX_ROW_BYTES)
    throw tooLargeError(file, primitive, `${total} vertices are too many for one submesh`);
}

function tooLargeError(file: string, { origin }: Pick<PrimitiveModel, 'origin'>, message: string): AssetError {
  return new AssetError({ code: 'mesh/too-large', file, where: origin, message });
}
