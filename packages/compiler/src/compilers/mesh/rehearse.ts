// A small mesh goes first where a large one follows. The engine runs a call of wasm to its end in the code that it began it in, which is
// the quickly made one when a function is called for the first time, and a large mesh spends its time in a handful of calls. A few thousand
// triangles make it compile its best code, on threads of its own while the source is welded. A scan of a million triangles: 0.88 of the
// processor time of ordering, meshlets and levels together.

import type { PrimitiveModel } from '../../model/scene.js';
import { buildParts } from './build-parts.js';
import { orderVertices } from './order-vertices.js';
import { preparePrimitive } from './prepare-primitive.js';
import { alone } from './tangents.js';
import { rowLayout } from './vertex-rows.js';
import { weldPacked } from './weld-packed.js';

/** Index lists of less than this altogether are not worth it. */
const MANY_INDICES = 300_000;
const SIDE = 48;

/** Of this thread; others of the program share the code. */
const rehearsed = new Set<boolean>();

/** `isMikktspace`: how tangents are made where there are none. */
export async function rehearse(primitives: readonly PrimitiveModel[], isMikktspace: boolean): Promise<void> {
  if (primitives.reduce((sum, { indices }) => sum + indices.length, 0) < MANY_INDICES) return;
  const tangents = isMikktspace && primitives.some((some) => some.uvs !== undefined && some.tangents === undefined);
  if (rehearsed.has(tangents)) return;
  rehearsed.add(tangents);
  const layout = rowLayout({ skin: false, color: false });
  const options = { tangents: tangents ? 'mikktspace' : 'none', parallel: alone } as const;
  const prepared = await preparePrimitive(bumps(SIDE), layout, options);
  const ordered = orderVertices(weldPacked(prepared));
  await buildParts([{ ...ordered, group: 0 }], { ratios: [0.5, 0.25], error: 1 });
}

function bumps(side: number): PrimitiveModel {
  const count = (side + 1) ** 2;
  const [positions, normals, uvs] = [
    new Float32Array(count * 3),
    new Float32Array(count * 3),
    new Float32Array(count * 2),
  ];
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % (side + 1), Math.floor(i / (side + 1))];
    // Any shape will do that is not flat.
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
