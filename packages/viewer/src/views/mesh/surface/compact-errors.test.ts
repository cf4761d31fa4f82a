import { type HmeshModel, packVertices, unpackVertices, type VertexGrid } from '@assetc/formats';
import { expect, it } from 'vitest';
import { compactErrors } from './compact-errors.js';

const STEP = 1 / 16;
const GRID: VertexGrid = {
  step: STEP,
  offset: [0, 0, 0],
  uvMin: [0, 0],
  uvExtent: [1, 1],
  uvs1Min: [0, 0],
  uvs1Extent: [0, 0],
  uvFormat: 0,
  uvs1Format: 0,
  morphNormalStep: 0,
  morphTangentStep: 0,
  positionError: 0,
  normalError: 0,
  uvError: 0,
  weightError: 0,
};

/** Three vertices: on the grid, a quarter of a step away on one axis, and half a step away on it. */
function meshWith(): Pick<HmeshModel, 'vertices' | 'hasTangents'> {
  return {
    hasTangents: true,
    vertices: packVertices({
      positions: Float32Array.of(1, 2, 3, 1 + STEP / 4, 2, 3, 1, 2 + STEP * 0.499, 3),
      normals: Float32Array.of(0, 1, 0, 0, 1, 0, 0, 1, 0),
      tangents: Float32Array.of(1, 0, 0, 1, 1, 0, 0, 1, 0.6, 0, 0.8, -1),
      uvs: Float32Array.of(0, 1, 0.5, 0.25, 1 / 65535, 0),
    }),
  };
}

it('measures each vertex against its own compact form, and colors the worst white', () => {
  const { position, tangent, uv } = compactErrors(meshWith(), GRID);
  expect(position.largest).toBeCloseTo(STEP * 0.499, 5);
  const lightness = [0, 1, 2].map((vertex) =>
    position.colors.slice(vertex * 3, vertex * 3 + 3).reduce((a, b) => a + b),
  );
  expect([...position.colors.slice(0, 3)].map((value) => Math.round(value * 255))).toEqual([8, 8, 14]);
  expect([...position.colors.slice(6)].map((value) => Math.round(value * 255))).toEqual([252, 252, 220]);
  expect(lightness).toEqual([...lightness].sort((a, b) => a - b));
  expect(uv.largest).toBeLessThanOrEqual((0.51 / 65535) * Math.SQRT2);
  expect(tangent.largest).toBeLessThan(0.02);
});

it('finds nothing where both forms are equal', () => {
  const { vertices } = meshWith();
  const first = unpackVertices(vertices.slice(0, 28));
  const { position, tangent } = compactErrors({ vertices: packVertices(first), hasTangents: false }, GRID);
  expect([position.largest, tangent.largest]).toEqual([0, 0]);
});
