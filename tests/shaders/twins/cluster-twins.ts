// Triangles of meshlets, and clusters: what functions of the headers must return. The SDK's own function if there is one, else the formula of the guides in 64 bits.

import { NO_GROUP, selectClusters } from '@assetc/formats';
import { Cluster } from '@assetc/formats/layouts';
import type { HeaderCase } from './header-case.js';
import { at, dot, minus, words, yes } from './vectors.js';

export const CLUSTER_CASES: readonly HeaderCase[] = [
  {
    name: 'assetcTriangleWord',
    takes: ['u32'],
    gives: 'u32',
    draw: ['small'],
    isExact: true,
    twin: ([i = []]) => [Math.floor((at(i, 0) * 3) / 4)],
  },
  {
    name: 'assetcUnpackTriangle',
    takes: ['u32', 'u32', 'u32'],
    gives: 'vec3u',
    draw: [undefined, undefined, 'small'],
    isExact: true,
    twin: ([low = [], high = [], i = []]) => {
      const bytes = new Uint8Array(Uint32Array.of(at(low, 0), at(high, 0)).buffer);
      return [0, 1, 2].map((corner) => bytes[((at(i, 0) * 3) % 4) + corner] ?? 0);
    },
  },
  {
    name: 'assetcUnpackTriangleWord',
    takes: ['u32'],
    gives: 'vec3u',
    isExact: true,
    twin: ([word = []]) => [...new Uint8Array(Uint32Array.of(at(word, 0)).buffer).subarray(0, 3)],
  },
  {
    name: 'assetcFacesAway',
    takes: ['vec3f', 'f32', 'vec3f', 'f32', 'vec3f'],
    gives: 'bool',
    draw: [undefined, 'fraction', 'unit', 'fraction', undefined],
    twin: ([center = [], radius = [], axis = [], cutoff = [], eye = []]) => {
      const to = minus(center, eye);
      return yes(dot(to, axis) >= at(cutoff, 0) * Math.hypot(...to) + at(radius, 0));
    },
  },
  {
    name: 'assetcGroupIndex',
    takes: ['u32'],
    gives: 'u32',
    isExact: true,
    twin: ([i = []]) => [at(i, 0) >>> 0 === NO_GROUP ? 0 : at(i, 0) >>> 0],
  },
  {
    name: 'assetcClusterLevel',
    takes: ['AssetcCluster'],
    gives: 'u32',
    isExact: true,
    twin: (_, bytes) => [Cluster.read(bytes[0] ?? new Uint8Array()).level],
  },
  {
    name: 'assetcClusterIsDrawn',
    takes: ['AssetcCluster', 'AssetcClusterGroup', 'AssetcClusterGroup', 'AssetcClusterView'],
    gives: 'bool',
    // One row per thread: the cluster's own group is its parent, too, unless it has none.
    twin: (_, [cluster, group, , view]) => {
      const rows = words(cluster);
      for (const name of ['group', 'parentGroup'] as const) {
        const word = Cluster.offsetOf(name) / 4;
        rows[word] = rows[word] === NO_GROUP ? NO_GROUP : 0;
      }
      const floats = new Float32Array(words(view).buffer);
      const drawn = selectClusters(
        {
          rows,
          groups: words(group),
          vertices: new Uint32Array(),
          triangles: new Uint8Array(),
          pages: new Uint32Array(),
        },
        {
          eye: floats.slice(0, 3),
          pixelsPerUnit: at([...floats], 3),
          maxPixels: at([...floats], 4),
          pageCount: words(view)[5] ?? 0,
        },
      );
      return yes(drawn.length === 1);
    },
  },
];
