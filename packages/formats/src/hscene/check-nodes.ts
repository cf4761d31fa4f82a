// The rules between the nodes of a scene and its other tables.

import type { Chunk } from '../chunked/chunk-table.js';
import { checkPreOrder } from '../core/pre-order.js';
import type { Problems } from '../core/problem.js';
import type { Infer } from '../core/struct.js';
import { type HsceneDesc, HsceneNodeRow } from './layout.js';

type Row = Infer<typeof HsceneNodeRow>;

export function checkNodes(
  nodes: readonly Row[],
  { cameraCount, lightCount, instanceCount }: Infer<typeof HsceneDesc>,
  chunk: Chunk,
  problems: Problems,
): void {
  const complain = (i: number, field: keyof Row & string, code: 'bad-range' | 'bad-order', message: string): void =>
    problems.add(
      code,
      chunk.offset + i * HsceneNodeRow.size + HsceneNodeRow.offsetOf(field),
      `NODS[${i}].${field}`,
      message,
    );
  checkPreOrder(nodes, (i, code, message) => complain(i, 'parent', code, message));
  for (const [i, node] of nodes.entries()) {
    if (node.camera >= cameraCount) complain(i, 'camera', 'bad-range', `must be below ${cameraCount}`);
    if (node.light >= lightCount) complain(i, 'light', 'bad-range', `must be below ${lightCount}`);
    if (node.instanceCount > 0 && node.firstInstance + node.instanceCount > instanceCount)
      complain(i, 'firstInstance', 'bad-range', `reaches past the ${instanceCount} instances`);
  }
}
