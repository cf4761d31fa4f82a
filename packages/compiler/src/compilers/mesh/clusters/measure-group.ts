// Measures the distance between a reduced group and the mesh: of the vertices that the members represent from the new clusters, and of points of the
// new clusters from the members; the larger one counts. Each new cluster takes over the samples nearest to it.

import type { SurfacePair } from '@assetc/kernels';
import { ROW_WORDS, SAMPLE_COUNT, SAMPLE_OFFSET } from './cluster-list.js';
import type { LocalMesh } from './local-mesh.js';
import { type GroupBuffers, MAX_SAMPLES } from './reduce-group.js';
import type { NewClusters } from './write-clusters.js';

/** In the units of the local mesh, at least `minError`. Writes samples and their counts to the buffers. */
export function measureGroup(
  local: LocalMesh,
  surfaces: SurfacePair,
  newClusters: NewClusters,
  buffers: GroupBuffers,
  minError: number,
): number {
  const corners = local.withoutExtras(newClusters.corners);
  surfaces.fill(
    local.positions.subarray(0, local.vertexCount * 3),
    local.indices.subarray(0, local.indexCount),
    corners,
  );
  // Samples that are still vertices belong to a cluster that contains them.
  const users = new Int32Array(local.vertexCount).fill(-1);
  for (let t = 0; t < newClusters.owners.length; t++)
    for (let i = t * 3; i < t * 3 + 3; i++) users[corners[i] ?? 0] = newClusters.owners[t] ?? 0;
  const { found, missing, points } = local.findSamples(users);
  const nearest = new Uint32Array(missing.length);
  const maxSquared = surfaces.farthestFromSimplified(points, minError * minError, nearest);
  for (let i = 0; i < missing.length; i++) found[missing[i] ?? 0] = newClusters.owners[nearest[i] ?? 0] ?? 0;
  distributeSamples(local, found, newClusters, buffers);
  return Math.max(minError, Math.sqrt(surfaces.farthestFromOriginal(maxSquared)));
}

/** The samples of each cluster, evenly selected from those nearest to it. */
function distributeSamples(
  { samples, sampleCount }: LocalMesh,
  owners: Int32Array,
  { first, count }: NewClusters,
  buffers: GroupBuffers,
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
    const share = Math.min(1, MAX_SAMPLES / all);
    if (Math.floor((number + 1) * share) === Math.floor(number * share)) continue;
    const at = kept[cluster] ?? 0;
    if (at === MAX_SAMPLES) continue;
    kept[cluster] = at + 1;
    buffers.samples[(first + cluster) * MAX_SAMPLES + at] = samples[i] ?? 0;
  }
  for (let cluster = 0; cluster < count; cluster++) {
    buffers.rows[(first + cluster) * ROW_WORDS + SAMPLE_COUNT] = kept[cluster] ?? 0;
    buffers.rows[(first + cluster) * ROW_WORDS + SAMPLE_OFFSET] = (first + cluster) * MAX_SAMPLES;
  }
}
