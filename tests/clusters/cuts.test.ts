// Any cut through a hierarchy is a surface: no crack, nothing twice, nothing coarser than requested, seams and borders of materials kept.

import { type ClusterView, clusterGroupAt, NO_GROUP, selectClusters } from '@assetc/formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { clusteredSurface } from './clustered-surface.js';
import type { Surface } from './drawn-surface.js';
import { CLUSTER_MODELS, DAMAGED, LEAVES, ONE_TRIANGLE, random } from './models.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
const CUTS = isLong ? 1000 : 25;

/** Eyes near and far, pixels fine and coarse. */
function* views({ mesh }: Surface, count: number): Generator<ClusterView> {
  const next = random(11);
  const { sphereCenter, sphereRadius } = mesh.bounds;
  for (let i = 0; i < count; i++) {
    const distance = sphereRadius * 10 ** (next() * 3 - 1);
    const direction = [0, 1, 2].map(() => next() * 2 - 1);
    const length = Math.hypot(...direction) || 1;
    const eye = direction.map((d, axis) => (sphereCenter[axis] ?? 0) + (d / length) * distance);
    yield { eye, pixelsPerUnit: 1000, maxPixels: 10 ** (next() * 4 - 1.5) };
  }
}

/** Whether a group is too coarse, as a GPU computes it. */
function isCoarse32(surface: Surface, group: number, { eye, pixelsPerUnit, maxPixels }: ClusterView): boolean {
  const f = Math.fround;
  const { center, radius, error } = clusterGroupAt(surface.clusters, group);
  const [x, y, z] = [0, 1, 2].map((axis) => f((center[axis] ?? 0) - f(eye[axis] ?? 0)));
  const squared = f(f(f((x ?? 0) * (x ?? 0)) + f((y ?? 0) * (y ?? 0))) + f((z ?? 0) * (z ?? 0)));
  const reach = Math.max(0, f(f(Math.sqrt(squared)) - radius));
  return f(error * f(pixelsPerUnit)) > f(f(maxPixels) * reach);
}

function drawnOnGpu(surface: Surface, view: ClusterView): number[] {
  const coarse = surface.madeOf.map((_, group) => isCoarse32(surface, group, view));
  return surface.infos.flatMap(({ group, parentGroup }, i) =>
    (parentGroup === NO_GROUP || coarse[parentGroup]) && (group === NO_GROUP || !coarse[group]) ? [i] : [],
  );
}

/** On each way from a meshlet to a root exactly one cluster is drawn. Ways are drawn at random, one from every meshlet. */
function coversOnce({ infos, madeOf }: Surface, drawn: Iterable<number>, next: () => number): boolean {
  const set = new Set(drawn);
  for (let i = infos.length - 1; i >= 0 && infos[i]?.level === 0; i--) {
    let found = 0;
    for (let at = i; ; ) {
      if (set.has(at)) found++;
      const parent = infos[at]?.parentGroup ?? NO_GROUP;
      if (parent === NO_GROUP) break;
      const above = madeOf[parent] ?? [];
      at = above[Math.floor(next() * above.length)] ?? 0;
    }
    if (found !== 1) return false;
  }
  return true;
}

/**
 * Corners without fins: two triangles over the same three places that face away from each other. Both sides of a border that must stay may cut the same corner
 * of it: that opens nothing, and hides nothing but itself.
 */
function withoutFins({ places }: Surface, corners: readonly number[]): readonly number[] {
  const open = new Map<string, number[]>();
  const isFin = new Set<number>();
  for (let i = 0; i < corners.length; i += 3) {
    const at = [0, 1, 2].map((k) => places[corners[i + k] ?? 0] ?? 0);
    const first = at.indexOf(Math.min(...at));
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((k) => at[(first + k) % 3] ?? 0);
    const other = open.get(`${a} ${c} ${b}`)?.pop();
    if (other === undefined) open.set(`${a} ${b} ${c}`, [...(open.get(`${a} ${b} ${c}`) ?? []), i]);
    else for (const fin of [i, other]) isFin.add(fin);
  }
  // Few, even where few triangles are left.
  expect(isFin.size).toBeLessThanOrEqual(4 + corners.length / 3 / 200);
  return corners.filter((_, i) => !isFin.has(i - (i % 3)));
}

/** Edges without a partner that are not open in the mesh, and those with more than one. Edges inside sloppy groups do not count. */
function cracks(surface: Surface, drawn: ArrayLike<number>): readonly string[] {
  const edges = surface.edges(withoutFins(surface, surface.corners(drawn)));
  const sloppy = new Map<string, number>();
  for (const { group, corners } of Array.from(drawn, (i) => surface.infos[i]).flatMap((info) =>
    info?.isSloppy ? [info] : [],
  ))
    for (const key of surface.edges(corners).keys())
      sloppy.set(key, (sloppy.get(key) ?? group) === group ? group : NO_GROUP);
  return [...edges].flatMap(([key, count]) => {
    if (count === 2 || (sloppy.get(key) ?? NO_GROUP) !== NO_GROUP) return [];
    const isRim = key.split(' ').every((place) => surface.rim.has(Number(place)));
    return count === 1 && isRim ? [] : [`${key}: ${count}`];
  });
}

/** Edges at the border of a sloppy group that the clusters made from it lack. */
function lostBorders(surface: Surface): readonly string[] {
  return surface.madeOf.flatMap((made, group) => {
    if (surface.infos[made[0] ?? 0]?.isSloppy !== true) return [];
    const members = surface.infos.flatMap(({ parentGroup }, i) => (parentGroup === group ? [i] : []));
    const after = surface.edges(surface.corners(made));
    const others = surface.edges(surface.corners(members));
    return [...others].flatMap(([key, count]) => {
      const isRim = key.split(' ').some((place) => surface.rim.has(Number(place)));
      return count !== 1 || isRim || after.has(key) ? [] : [`group ${group}: ${key}`];
    });
  });
}

/** Triangles with corners in two pieces of texture or in another submesh. */
function tornTriangles({ infos, islands, mesh }: Surface, drawn: ArrayLike<number>): number {
  let torn = 0;
  for (const i of Array.from(drawn)) {
    const info = infos[i];
    if (info === undefined || info.isSloppy) continue;
    const { corners } = info;
    for (let k = 0; k < corners.length; k += 3) {
      const [a, b, c] = [0, 1, 2].map((corner) => islands[corners[k + corner] ?? 0]);
      if (a !== b || a !== c) torn++;
    }
  }
  expect(mesh.desc.submeshCount).toBeGreaterThan(0);
  return torn;
}

describe.each(CLUSTER_MODELS)('a cut through $name', (model) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await clusteredSurface(model);
  });

  it('has no crack, draws nothing twice and nothing coarser than asked for', { timeout: 3_600_000 }, () => {
    const next = random(3);
    const sizes = new Set<number>();
    for (const view of views(surface, CUTS)) {
      const drawn = selectClusters(surface.clusters, view);
      sizes.add(drawn.length);
      expect(coversOnce(surface, drawn, next)).toBe(true);
      expect(coversOnce(surface, drawnOnGpu(surface, view), next)).toBe(true);
      expect(cracks(surface, drawn)).toEqual([]);
      expect(tornTriangles(surface, drawn)).toBe(0);
      for (const i of drawn) {
        const { group, error } = surface.infos[i] ?? { group: NO_GROUP, error: 0 };
        if (group === NO_GROUP) continue;
        const { center, radius } = clusterGroupAt(surface.clusters, group);
        const distance = Math.hypot(...center.map((c, axis) => c - (view.eye[axis] ?? 0))) - radius;
        expect(error * view.pixelsPerUnit).toBeLessThanOrEqual(view.maxPixels * Math.max(0, distance));
      }
    }
    // Cuts of a single level would not test anything.
    expect(sizes.size).toBeGreaterThan(model.name === 'hard edges' ? 5 : 10);
  });

  it('meets its neighbors where a group is sloppy', () => {
    expect(lostBorders(surface)).toEqual([]);
  });

  it('is one at any state of loading', () => {
    const pages = surface.clusters.pages.length / 12;
    for (let pageCount = 1; pageCount <= pages; pageCount++) {
      const view = { eye: surface.mesh.bounds.sphereCenter, pixelsPerUnit: 1000, maxPixels: 0.01, pageCount };
      const drawn = selectClusters(surface.clusters, view);
      expect(coversOnce(surface, drawn, random(pageCount))).toBe(true);
      if (pageCount % 7 === 1) expect(cracks(surface, drawn)).toEqual([]);
    }
  });

  it('comes of a hierarchy of the right shape', () => {
    const { infos, mesh } = surface;
    const total = infos.reduce((sum, { triangleCount }) => sum + triangleCount, 0);
    expect(total / (mesh.indices.length / 3)).toBeLessThanOrEqual(2.1);
    const roots = infos.filter(({ parentGroup }) => parentGroup === NO_GROUP);
    expect(roots.length).toBe(mesh.submeshes.length);
    const fill = infos.reduce(
      (sum, { vertexCount, triangleCount }) => sum + Math.max(vertexCount / 64, triangleCount / 124),
      0,
    );
    expect(fill / infos.length).toBeGreaterThanOrEqual(0.85);
    const sloppy = infos.filter(({ isSloppy }) => isSloppy).length;
    expect(sloppy / infos.length).toBeLessThanOrEqual(model.mayBeSloppy === true ? 0.05 : 0);
  });
});

describe('ten thousand leaves', () => {
  it('come down to one root, and every part is drawn once', async () => {
    const surface = await clusteredSurface(LEAVES);
    const roots = surface.infos.filter(({ parentGroup }) => parentGroup === NO_GROUP);
    expect(roots.length).toBe(1);
    const total = surface.infos.reduce((sum, { triangleCount }) => sum + triangleCount, 0);
    expect(total / (surface.mesh.indices.length / 3)).toBeLessThanOrEqual(2.1);
    for (const view of views(surface, CUTS))
      expect(coversOnce(surface, selectClusters(surface.clusters, view), random(1))).toBe(true);
  });
});

describe('wrong input', () => {
  it('is clustered all the same: no area, twice, three triangles on an edge', async () => {
    const surface = await clusteredSurface(DAMAGED);
    expect(surface.infos.filter(({ parentGroup }) => parentGroup === NO_GROUP).length).toBe(1);
    for (const view of views(surface, 10))
      expect(coversOnce(surface, selectClusters(surface.clusters, view), random(2))).toBe(true);
  });

  it('of one triangle is one cluster', async () => {
    const surface = await clusteredSurface(ONE_TRIANGLE);
    expect(surface.infos.map(({ level, triangleCount }) => [level, triangleCount])).toEqual([[0, 1]]);
    expect(surface.clusters.groups.length).toBe(0);
    expect([...selectClusters(surface.clusters, { eye: [0, 0, 1], pixelsPerUnit: 1, maxPixels: 1 })]).toEqual([0]);
  });
});
