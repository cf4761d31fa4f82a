// Skins of full vertices, and what moves vertices: what functions of the headers must return. The SDK's own function if there is one, else the formula of the guides in 64 bits.

import { GpuSkinVertex } from '@assetc/formats/layouts';
import type { HeaderCase } from './header-case.js';
import { at, column, cross, dot, plus, times, transform, unit } from './vectors.js';

export const SKIN_CASES: readonly HeaderCase[] = [
  {
    name: 'assetcSkinJoint',
    takes: ['AssetcGpuSkinVertex', 'u32'],
    gives: 'u32',
    draw: [undefined, 'small'],
    isExact: true,
    twin: ([, i = []], bytes) => [at(GpuSkinVertex.read(bytes[0] ?? new Uint8Array()).joints, at(i, 0))],
  },
  {
    name: 'assetcGpuSkinVertexWeights',
    takes: ['AssetcGpuSkinVertex'],
    gives: 'vec4f',
    isExact: true,
    twin: (_, bytes) => GpuSkinVertex.read(bytes[0] ?? new Uint8Array()).weights,
  },
  {
    name: 'assetcSkinMatrix',
    takes: ['mat4x4f', 'mat4x4f', 'mat4x4f', 'mat4x4f', 'vec4f'],
    gives: 'mat4x4f',
    twin: ([a = [], b = [], c = [], d = [], w = []]) => plus(...[a, b, c, d].map((m, i) => times(m, at(w, i)))),
  },
  {
    name: 'assetcTransformPosition',
    takes: ['mat4x4f', 'vec3f'],
    gives: 'vec3f',
    twin: ([m = [], p = []]) => transform(m, p, 1),
  },
  {
    name: 'assetcTransformTangent',
    takes: ['mat4x4f', 'vec4f'],
    gives: 'vec4f',
    twin: ([m = [], t = []]) => [...unit(transform(m, t, 0)), at(t, 3)],
  },
  {
    name: 'assetcTransformNormal',
    takes: ['mat4x4f', 'vec3f'],
    gives: 'vec3f',
    draw: [undefined, 'unit'],
    // The transpose of the inverse: perpendicular to what the surface's own directions become.
    twin: ([m = [], n = []]) => {
      const [x, y, z] = [column(m, 0), column(m, 1), column(m, 2)];
      const determinant = dot(x, cross(y, z));
      const rows = [cross(y, z), cross(z, x), cross(x, y)].map((row) => times(row, 1 / determinant));
      return unit(plus(...rows.map((row, i) => times(row, at(n, i)))));
    },
  },
];
