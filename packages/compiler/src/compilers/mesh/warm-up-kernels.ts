// Compiles a small mesh before a large one to warm up the kernels. The engine runs a wasm call to its end in the code that it started with, which is
// the quickly compiled one at a function's first call, and a large mesh spends its time in a few calls. A few thousand triangles make the engine
// compile optimized code, in the background while the source is welded. A scan of a million triangles takes 0.88 of the processor time for ordering,
// meshlets and levels together.

import type { PrimitiveModel } from '../../model/scene/scene.js';
import { buildParts } from './submeshes/build-parts.js';
import { preparePrimitive } from './submeshes/prepare-primitive.js';
import { onOneThread } from './surface/tangents.js';
import { orderVertices } from './vertices/order-vertices.js';
import { rowLayout } from './vertices/vertex-rows.js';
import { joinPacked } from './vertices/weld-packed.js';

/** With fewer indices in total, it is not worth it. */
const MIN_INDICES = 300_000;
const GRID_SIDE = 48;

/** Per thread; other threads of the program share the code. */
const warmedUp = new Set<boolean>();

/** `isMikktspace`: how missing tangents are computed. */
export async function warmUpKernels(primitives: readonly PrimitiveModel[], isMikktspace: boolean): Promise<void> {
  if (primitives.reduce((sum, { indices }) => sum + indices.length, 0) < MIN_INDICES) return;
  const needsTangents =
    isMikktspace && primitives.some((some) => some.uvs !== undefined && some.tangents === undefined);
  if (warmedUp.has(needsTangents)) return;
  warmedUp.add(needsTangents);
  const layout = rowLayout({ skin: false, color: false });
  const options = { tangents: needsTangents ? 'mikktspace' : 'none', parallel: onOneThread } as const;
  const prepared = await preparePrimitive(bumpyGrid(GRID_SIDE), layout, options);
  const ordered = orderVertices(joinPacked(prepared), 'cache');
  await buildParts([{ ...ordered, group: 0 }], { ratios: [0.5, 0.25], error: 1 });
}

function bumpyGrid(side: number): PrimitiveModel {
  const count = (side + 1) ** 2;
  const [positions, normals, uvs] = [
    new Float32Array(count * 3),
    new Float32Array(count * 3),
    new Float32Array(count * 2),
  ];
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % (side + 1), Math.floor(i / (side + 1))];
    // Any shape that is not flat will do.
    positions.set([x, ((x * 7 + y * 13) % 11) / 11, y], i * 3);
    normals.set([0, 1, 0], i * 3);
    uvs.set([x / side, y / side], i * 2);
  }
  const indices = new Uint32Array(side * side * 6);
  for (let i = 0; i < side * side; i++) {
    const at = i + Math.floor(i / side);
    indices.set([at, at + side + 1, at + 1, at + 1, at + side + 1, at + side + 2], i * 6);
  }
  const none = { tangents: undefined, colors: undefined, joints: undefined, weights: undefined, material: undefined };
  return { origin: { line: 1 }, positions, normals, uvs, indices, ...none };
}
