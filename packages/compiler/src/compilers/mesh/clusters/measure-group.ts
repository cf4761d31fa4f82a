// How far what was made of a group lies from the mesh. Points of the mesh that the members stand for are held against what was made, and
// points of what was made against the members; the larger distance counts. Each new cluster takes over the points that lie nearest to it.

import { ROW_WORDS, SAMPLE_COUNT, SAMPLE_OFFSET } from './cluster-list.js';
import type { LocalMesh } from './local-mesh.js';
import type { GroupRoom, MadeClusters } from './reduce-group.js';
import { MOST_SAMPLES } from './reduce-group.js';
import type { TriangleGrid } from './triangle-grid.js';

/** In the units of the local mesh, `least` at least. Writes samples and their numbers into the room. */
export function measureGroup(
  local: LocalMesh,
  grid: TriangleGrid,
  made: MadeClusters,
  room: GroupRoom,
  least: number,
): number {
  const { samples, sampleCount, positions } = local;
  grid.fill(positions, made.corners, made.corners.length);
  const nearest = new Uint32Array(sampleCount);
  const counts = new Uint32Array(made.count);
  let most = least * least;
  for (let i = 0; i < sampleCount; i++) {
    grid.ask(samples[i * 3] ?? 0, samples[i * 3 + 1] ?? 0, samples[i * 3 + 2] ?? 0, most);
    if (grid.squared > most) most = grid.squared;
    const cluster = made.owners[grid.triangle] ?? 0;
    nearest[i] = cluster;
    counts[cluster] = (counts[cluster] ?? 0) + 1;
  }
  passOn(local, nearest, counts, made, room);
  grid.fill(positions, local.indices, local.indexCount);
  return Math.max(least, Math.sqrt(farthestOf(made.corners, positions, grid, most)));
}

/** Of the middles of triangles and of their edges; `least` at least. */
function farthestOf(corners: Uint32Array, positions: Float32Array, grid: TriangleGrid, least: number): number {
  let most = least;
  for (let i = 0; i < corners.length; i += 3) {
    const a = (corners[i] ?? 0) * 3;
    const b = (corners[i + 1] ?? 0) * 3;
    const c = (corners[i + 2] ?? 0) * 3;
    for (let which = 0; which < 4; which++) {
      const wa = which === 0 ? 1 / 3 : which === 1 ? 0 : 0.5;
      const wb = which === 0 ? 1 / 3 : which === 2 ? 0 : 0.5;
      const wc = which === 0 ? 1 / 3 : which === 3 ? 0 : 0.5;
      grid.ask(
        wa * (positions[a] ?? 0) + wb * (positions[b] ?? 0) + wc * (positions[c] ?? 0),
        wa * (positions[a + 1] ?? 0) + wb * (positions[b + 1] ?? 0) + wc * (positions[c + 1] ?? 0),
        wa * (positions[a + 2] ?? 0) + wb * (positions[b + 2] ?? 0) + wc * (positions[c + 2] ?? 0),
        most,
      );
      if (grid.squared > most) most = grid.squared;
    }
  }
  return most;
}

/** Samples of each cluster, spread evenly over those that are nearest to it. */
function passOn(
  { samples, sampleCount }: LocalMesh,
  nearest: Uint32Array,
  counts: Uint32Array,
  { first, count }: MadeClusters,
  room: GroupRoom,
): void {
  const seen = new Uint32Array(count);
  const kept = new Uint32Array(count);
  for (let i = 0; i < sampleCount; i++) {
    const cluster = nearest[i] ?? 0;
    const all = counts[cluster] ?? 0;
    const number = seen[cluster] ?? 0;
    seen[cluster] = number + 1;
    const share = Math.min(1, MOST_SAMPLES / all);
    if (Math.floor((number + 1) * share) === Math.floor(number * share)) continue;
    const at = kept[cluster] ?? 0;
    if (at === MOST_SAMPLES) continue;
    kept[cluster] = at + 1;
    room.samples.set(samples.subarray(i * 3, i * 3 + 3), ((first + cluster) * MOST_SAMPLES + at) * 3);
  }
  for (let cluster = 0; cluster < count; cluster++) {
    room.rows[(first + cluster) * ROW_WORDS + SAMPLE_COUNT] = kept[cluster] ?? 0;
    room.rows[(first + cluster) * ROW_WORDS + SAMPLE_OFFSET] = (first + cluster) * MOST_SAMPLES;
  }
}
