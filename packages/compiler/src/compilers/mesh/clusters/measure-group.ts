// How far what was made of a group lies from the mesh. Vertices of the mesh that the members stand for are held against what was made, and
// points of what was made against the members; the larger distance counts. Each new cluster takes over the vertices that lie nearest to it.

import type { SurfacePair } from '@assetc/kernels';
import { ROW_WORDS, SAMPLE_COUNT, SAMPLE_OFFSET } from './cluster-list.js';
import type { LocalMesh } from './local-mesh.js';
import type { GroupRoom, MadeClusters } from './reduce-group.js';
import { MOST_SAMPLES } from './reduce-group.js';

/** In the units of the local mesh, `least` at least. Writes samples and their numbers into the room. */
export function measureGroup(
  local: LocalMesh,
  surfaces: SurfacePair,
  made: MadeClusters,
  room: GroupRoom,
  least: number,
): number {
  const corners = local.withoutExtras(made.corners);
  surfaces.fill(
    local.positions.subarray(0, local.vertexCount * 3),
    local.indices.subarray(0, local.indexCount),
    corners,
  );
  // Samples that are still vertices belong to a cluster that has them.
  const users = new Int32Array(local.vertexCount).fill(-1);
  for (let t = 0; t < made.owners.length; t++)
    for (let i = t * 3; i < t * 3 + 3; i++) users[corners[i] ?? 0] = made.owners[t] ?? 0;
  const { found, gone, points } = local.findSamples(users);
  const nearest = new Uint32Array(gone.length);
  const most = surfaces.farthestFromSimplified(points, least * least, nearest);
  for (let i = 0; i < gone.length; i++) found[gone[i] ?? 0] = made.owners[nearest[i] ?? 0] ?? 0;
  passOn(local, found, made, room);
  return Math.max(least, Math.sqrt(surfaces.farthestFromOriginal(most)));
}

/** Samples of each cluster, spread evenly over those that are nearest to it. */
function passOn(
  { samples, sampleCount }: LocalMesh,
  owners: Int32Array,
  { first, count }: MadeClusters,
  room: GroupRoom,
): void {
  const counts = new Uint32Array(count);
  for (let i = 0; i < sampleCount; i++) counts[owners[i] ?? 0] = (counts[owners[i] ?? 0] ?? 0) + 1;
  const seen = new Uint32Array(count);
  const kept = new Uint32Array(count);
  for (let i = 0; i < sampleCount; i++) {
    const cluster = owners[i] ?? 0;
    const all = counts[cluster] ?? 0;
    const number = seen[cluster] ?? 0;
    seen[cluster] = number + 1;
    const share = Math.min(1, MOST_SAMPLES / all);
    if (Math.floor((number + 1) * share) === Math.floor(number * share)) continue;
    const at = kept[cluster] ?? 0;
    if (at === MOST_SAMPLES) continue;
    kept[cluster] = at + 1;
    room.samples[(first + cluster) * MOST_SAMPLES + at] = samples[i] ?? 0;
  }
  for (let cluster = 0; cluster < count; cluster++) {
    room.rows[(first + cluster) * ROW_WORDS + SAMPLE_COUNT] = kept[cluster] ?? 0;
    room.rows[(first + cluster) * ROW_WORDS + SAMPLE_OFFSET] = (first + cluster) * MOST_SAMPLES;
  }
}
