// Any mesh in the other forms of its vertices and indices.

import { compactSkinSize, type VertexGrid } from '../hmesh/compact/compact-layout.js';
import {
  packCompactDeltas,
  packCompactSkin,
  packCompactUvs1,
  packCompactVertices,
  splitRows,
} from '../hmesh/compact/pack-compact.js';
import type { HmeshModel } from '../hmesh/model.js';
import { unpackSkinVertices, unpackVertices } from '../hmesh/unpack-vertices.js';
import { clusteredMesh, fullMesh } from './full-mesh.js';

/** 2⁻¹⁴, around the sample quad, with room for the second texture coordinates and the deltas of the full sample. */
export const SAMPLE_GRID: VertexGrid = {
  step: 2 ** -14,
  offset: [0.5, 0.5, 0],
  uvMin: [0, 0],
  uvExtent: [1, 1],
  uvs1Min: [0, -2],
  uvs1Extent: [0.5, 2.5],
  uvFormat: 0,
  uvs1Format: 0,
  morphNormalStep: 2 ** -13,
  morphTangentStep: 2 ** -13,
  positionError: 0,
  normalError: 0.0078125,
  uvError: 0,
  weightError: 0.001953125,
};

export function compactModel(model: HmeshModel, grid: VertexGrid, isSplit = false): HmeshModel {
  const rows = packCompactVertices(unpackVertices(model.vertices), grid);
  const { skin, uvs1, morphs } = model;
  const weights = skin && unpackSkinVertices(skin.vertices);
  return {
    ...model,
    stored: {
      streams: isSplit ? splitRows(rows, 16, 8) : [rows],
      compact: {
        grid,
        skin: skin && weights && packCompactSkin(weights.joints, weights.weights, skin.joints.length),
        uvs1: uvs1 && packCompactUvs1(uvs1, grid),
        morphs: morphs && {
          positions: packCompactDeltas(morphs.positions, grid.step),
          normals: packCompactDeltas(morphs.normals, grid.morphNormalStep),
          tangents: packCompactDeltas(morphs.tangents, grid.morphTangentStep),
        },
      },
    },
  };
}

export const splitModel = (model: HmeshModel): HmeshModel => ({
  ...model,
  stored: { streams: splitRows(model.vertices, 28, 12) },
});

/** With indices of two bytes in levels, meshlets and clusters, and the sizes of pages that follow. */
export function narrowModel(model: HmeshModel): HmeshModel {
  const { lods, clusters, meshletVertices } = model;
  return {
    ...model,
    meshletVertices: Uint16Array.from(meshletVertices),
    lods: lods && { ...lods, indices: Uint16Array.from(lods.indices) },
    clusters: clusters && { ...clusters, vertices: Uint16Array.from(clusters.vertices) },
  };
}

/** Adds `bytes` to the size of each page of the sample: they have 3 and 1 vertices, 3 and 6 entries. */
function resizePages(model: HmeshModel, perVertex: number, perEntry: number): HmeshModel {
  const { clusters } = model;
  if (clusters === undefined) return model;
  const pages = clusters.pages.slice();
  for (const [page, vertices, entries] of [
    [0, 3, 3],
    [1, 1, 6],
  ] as const)
    pages[page * 12 + 8] = (pages[page * 12 + 8] ?? 0) + vertices * perVertex + entries * perEntry;
  return { ...model, clusters: { ...clusters, pages } };
}

/** Everything in compact form: skin, levels, second texture coordinates, morph targets. */
export const compactMesh = (isSplit = false): HmeshModel => compactModel(fullMesh(), SAMPLE_GRID, isSplit);

/** Compact, with clusters and narrow indices. */
export const compactClusters = (): HmeshModel =>
  resizePages(narrowModel(compactModel(clusteredMesh(), SAMPLE_GRID, true)), 16 - 28 + compactSkinSize(2) - 24, -2);
