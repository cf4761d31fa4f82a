// Compares the optional data of a mesh with glTF-Transform: colors, second texture coordinates, morph targets, lines, names.

import { applyMorph, morphTargetAt, NO_MATERIAL, unpackColors, type VertexAttributes } from '@assetc/formats';
import type { Document } from '@gltf-transform/core';
import { expect } from 'vitest';
import { type CompiledModel, cornersOf } from '../../support/compile-model.js';
import { drawsOf, linesOf, type OracleDraw } from '../../support/gltf-oracle.js';
import { compareTriangles } from '../../support/triangle-match.js';

/** Half floats keep eleven bits; unorms as the source has them. */
const COLOR_TOLERANCE = { unorm8: 1e-6, unorm16: 1e-6, float16: 6e-4 };

export function compareExtras(model: CompiledModel, document: Document): void {
  compareColors(model, document);
  compareSecondUvs(model, document);
  compareMorphs(model, document);
  compareLines(model, document);
  compareNames(model, document);
}

function compareColors(model: CompiledModel, document: Document): void {
  const { colors } = model.mesh;
  const meshes = document.getRoot().listMeshes();
  const shown = meshes.filter((mesh) => mesh.listParents().some((parent) => parent.propertyType === 'Node'));
  const has = shown.some((mesh) => mesh.listPrimitives().some((p) => p.getAttribute('COLOR_0') !== null));
  expect(colors !== undefined).toBe(has);
  if (colors === undefined) return;
  const rgba = unpackColors(colors);
  const normals = new Float32Array(model.vertices.normals.length);
  const uvs = new Float32Array(model.vertices.uvs.length);
  for (let i = 0; i < rgba.length; i += 4) {
    normals.set(rgba.subarray(i, i + 3), (i / 4) * 3);
    uvs[i / 2] = rgba[i + 3] ?? 0;
  }
  compareAll(model, { ...model.vertices, normals, uvs }, drawsOf(document, { world: true, colors: true }), {
    normal: COLOR_TOLERANCE[colors.format],
    uv: COLOR_TOLERANCE[colors.format],
  });
}

function compareSecondUvs(model: CompiledModel, document: Document): void {
  const draws = drawsOf(document, { world: true, uvSet: 1 });
  const { uvs1 } = model.mesh;
  expect(uvs1 !== undefined).toBe(draws.some(({ hasUvs }) => hasUvs));
  if (uvs1 !== undefined) compareAll(model, { ...model.vertices, uvs: uvs1 }, draws, { normal: 1e-4, uv: 1e-6 });
}

/** Each target in full, alone: where it puts vertices, and how it turns normals. */
function compareMorphs(model: CompiledModel, document: Document): void {
  const draws = drawsOf(document);
  const { morphs } = model.mesh;
  const most = Math.max(0, ...draws.map(({ targetCount }) => targetCount));
  expect((morphs?.targets.length ?? 0) > 0).toBe(most > 0);
  if (morphs === undefined) return;
  expect(morphs.ranges.map(({ targetCount }) => targetCount)).toEqual(draws.map(({ targetCount }) => targetCount));
  for (let target = 0; target < most; target++) {
    const { positions, normals, tangents, uvs } = model.vertices;
    const moved = { positions: positions.slice(), normals: normals.slice(), tangents: tangents.slice(), uvs };
    for (const { firstTarget, targetCount } of morphs.ranges)
      if (target < targetCount) applyMorph(morphTargetAt(morphs, firstTarget + target), 1, moved);
    for (let i = 0; i < moved.normals.length; i += 3) {
      const length = Math.hypot(...moved.normals.subarray(i, i + 3)) || 1;
      for (let axis = 0; axis < 3; axis++) moved.normals[i + axis] = (moved.normals[i + axis] ?? 0) / length;
    }
    compareAll(model, moved, drawsOf(document, { world: true, target }), { normal: 2e-4, uv: 1e-6 });
    expectExtents(model, moved);
  }
}

/** The extent of a submesh covers the motion of every single target. */
function expectExtents({ mesh, vertices }: CompiledModel, moved: VertexAttributes): void {
  for (const [i, { firstIndex, indexCount }] of mesh.submeshes.entries())
    for (const v of mesh.indices.subarray(firstIndex, firstIndex + indexCount)) {
      const distance = Math.hypot(
        ...[0, 1, 2].map((axis) => (moved.positions[v * 3 + axis] ?? 0) - (vertices.positions[v * 3 + axis] ?? 0)),
      );
      expect(distance).toBeLessThanOrEqual((mesh.morphs?.ranges[i]?.extent ?? 0) * (1 + 1e-5));
    }
}

function compareAll(
  { mesh }: CompiledModel,
  vertices: VertexAttributes,
  draws: readonly OracleDraw[],
  tolerance: { readonly normal: number; readonly uv: number },
): void {
  for (const [i, { corners }] of draws.entries()) {
    const { firstIndex = 0, indexCount = 0 } = mesh.submeshes[i] ?? {};
    const actual = cornersOf(vertices, mesh.indices.subarray(firstIndex, firstIndex + indexCount));
    const size = corners.reduce((most, n) => Math.max(most, Math.abs(n)), 1e-6);
    const difference = compareTriangles({ corners: actual }, { corners }, { position: size * 1e-6, ...tolerance });
    expect(difference, `submesh ${i}`).toBeUndefined();
  }
}

function compareLines({ mesh, vertices }: CompiledModel, document: Document): void {
  const expected = linesOf(document);
  expect((mesh.lines?.ranges ?? []).map(({ mode }) => mode)).toEqual(expected.map(({ mode }) => mode));
  const used = new Set([...drawsOf(document), ...expected].flatMap(({ material }) => material ?? []));
  for (const [i, { points, material }] of expected.entries()) {
    const { first = 0, count = 0, materialSlot } = mesh.lines?.ranges[i] ?? {};
    const indices = mesh.lines?.indices.subarray(first, first + count) ?? [];
    const actual = [...indices].flatMap((v) => [...vertices.positions.subarray(v * 3, v * 3 + 3)]);
    expect(actual).toHaveLength(points.length);
    for (const [k, n] of points.entries()) expect(actual[k]).toBeCloseTo(n, 5);
    expect(materialSlot).toBe(material === null ? NO_MATERIAL : [...used].indexOf(material));
  }
}

function compareNames({ mesh }: CompiledModel, document: Document): void {
  const used = new Set([...drawsOf(document), ...linesOf(document)].flatMap(({ material }) => material ?? []));
  expect(mesh.names?.materials).toEqual([...used].map((material) => material.getName()));
  expect(mesh.names?.submeshes).toHaveLength(mesh.submeshes.length);
  expect(mesh.names?.joints).toHaveLength(mesh.skin?.joints.length ?? 0);
  const [skin] = document.getRoot().listSkins();
  const joints = skin?.listJoints().map((joint) => joint.getName()) ?? [];
  expect(mesh.names?.joints.slice(0, joints.length)).toEqual(joints);
}
