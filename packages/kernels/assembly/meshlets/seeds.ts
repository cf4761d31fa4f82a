// Where the next meshlet starts: at a triangle next to the ones before, with few triangles around it, toward the corner of the mesh. A few
// candidates are kept from each meshlet.

import { openVertex, openVertices } from './open-meshlet';
import { distanceFromCorner } from './prepare';
import { coneOf, corners, DONE, entries, lists, liveAt, NONE, offsets, setU32, states, u32At } from './state';

const MAX_SEEDS: u32 = 256;
const ADDED_SEEDS: u32 = 4;

const seeds = memory.data(1024);
let seedCount: u32 = 0;

/** The candidates of the meshlet that was just filled: triangle, triangles around it, distance. */
const added = memory.data(16);
const addedLive = memory.data(16);
const addedDistance = memory.data(16);

export function clearSeeds(): void {
  seedCount = 0;
}

/* @inline */ function liveAround(triangle: u32): u32 {
  const at = corners(triangle);
  return liveAt(load<u32>(at)) + liveAt(load<u32>(at, 4)) + liveAt(load<u32>(at, 8));
}

function pruneSeeds(): void {
  let kept: u32 = 0;
  for (let i: u32 = 0; i < seedCount; i++) {
    const seed = u32At(seeds, i);
    setU32(seeds, kept, seed);
    if (u32At(entries, seed) !== DONE) kept++;
  }
  seedCount = min<u32>(kept, MAX_SEEDS - ADDED_SEEDS);
}

/** Of each vertex the triangle with the fewest triangles around it; of these, about the best four. */
function addSeeds(): void {
  memory.fill(added, 0xff, 16);
  memory.fill(addedLive, 0xff, 16);
  for (let j: u32 = 0; j < ADDED_SEEDS; j++) store<f32>(addedDistance + (usize(j) << 2), f32.MAX_VALUE);
  for (let i: u32 = 0; i < openVertices; i++) {
    const vertex = openVertex(i);
    let best: u32 = NONE;
    let bestLive: u32 = NONE;
    let at = lists + (usize(u32At(offsets, vertex)) << 2);
    const end = at + (usize(u32At(states, vertex) >> 1) << 2);
    for (; at < end; at += 4) {
      const live = liveAround(load<u32>(at));
      if (live >= bestLive) continue;
      best = load<u32>(at);
      bestLive = live;
    }
    if (best === NONE) continue;
    const distance = distanceFromCorner(coneOf(best));
    for (let j: u32 = 0; j < ADDED_SEEDS; j++) {
      const live = u32At(addedLive, j);
      const place = addedDistance + (usize(j) << 2);
      if (bestLive > live || (bestLive === live && !(distance <= load<f32>(place)))) continue;
      setU32(added, j, best);
      setU32(addedLive, j, bestLive);
      store<f32>(place, distance);
      break;
    }
  }
  for (let j: u32 = 0; j < ADDED_SEEDS; j++) if (u32At(added, j) !== NONE) setU32(seeds, seedCount++, u32At(added, j));
}

/** After a meshlet is full; NONE if no triangle next to meshlets is left. */
export function nextSeed(): u32 {
  pruneSeeds();
  addSeeds();
  let best: u32 = NONE;
  let bestLive: u32 = NONE;
  let least = f32.MAX_VALUE;
  for (let i: u32 = 0; i < seedCount; i++) {
    const seed = u32At(seeds, i);
    const live = liveAround(seed);
    const distance = distanceFromCorner(coneOf(seed));
    if (live > bestLive || (live === bestLive && !(distance < least))) continue;
    best = seed;
    bestLive = live;
    least = distance;
  }
  return best;
}
