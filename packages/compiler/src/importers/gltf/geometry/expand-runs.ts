// Expands runs of indices to one list of points, lines or triangles. A restart index starts a new run.

import { lineLoopToList, lineStripToList } from './lines.js';
import { fanToList, stripToList } from './triangulate.js';

export type Topology =
  | 'points'
  | 'lines'
  | 'line-loop'
  | 'line-strip'
  | 'triangles'
  | 'triangle-strip'
  | 'triangle-fan';

const EXPANDERS: { readonly [topology in Topology]: (run: Uint32Array) => Uint32Array } = {
  points: (run) => run,
  lines: (run) => run,
  'line-loop': lineLoopToList,
  'line-strip': lineStripToList,
  triangles: (run) => run,
  'triangle-strip': stripToList,
  'triangle-fan': fanToList,
};

export function expandRuns(topology: Topology, runs: readonly Uint32Array[]): Uint32Array {
  const lists = runs.map(EXPANDERS[topology]);
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return only;
  const out = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}
