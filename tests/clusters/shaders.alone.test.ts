// The shaders of the guide, compiled by the bundled compilers and run one thread after another, select the same clusters as selectClusters.
// They read CLUS and CLGR unchanged from the file.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { clusterCount, selectClusters } from '@assetc/formats';
import { Cluster, ClusterGroup } from '@assetc/formats/layouts';
import { assetcWgsl } from '@assetc/formats/shaders';
import { reflectSpirv } from '@assetc/formats/spirv';
import { afterAll, describe, expect, it } from 'vitest';
import { shaderProcess } from '../../packages/compiler/src/compilers/shader/shader-process.js';
import { checkSpirv } from '../../packages/compiler/src/encoding/spirv/check-spirv.js';
import { compile } from '../../packages/compiler/src/kinds/shader/testing/compile-shader-folder.js';
import { ComputeShader } from '../support/spirv/compute-shader.js';
import { clusteredSurface } from './clustered-surface.js';
import type { Surface } from './drawn-surface.js';
import { CLUSTER_MODELS, random } from './models.js';

afterAll(() => shaderProcess().stop());

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/guide/clusters.md'), 'utf8');
const blockOf = (language: string): string => new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(guide)?.[1] ?? '';

const bytesOf = (words: Uint32Array): Uint8Array => new Uint8Array(words.buffer, words.byteOffset, words.byteLength);

let surface: Promise<Surface> | undefined;
const ball = (): Promise<Surface> => {
  const [model] = CLUSTER_MODELS;
  if (model === undefined) throw new Error('no model');
  surface ??= clusteredSurface(model);
  return surface;
};

describe.each(['slang', 'wgsl'])('the %s of the guide', (language) => {
  it('takes rows as they lie in the file, and selects what the SDK selects', async () => {
    const header = language === 'wgsl' ? assetcWgsl : '';
    const context = await compile({ [`select.${language}`]: header + blockOf(language) });
    expect(context.outputs.map(({ suffix }) => suffix)).toEqual(['/selectClusters.spv']);
    const spirv = context.output('/selectClusters.spv');
    expect(checkSpirv(spirv)).toEqual([]);
    const bindings = reflectSpirv(spirv)[0]?.bindings ?? [];
    for (const [binding, layout] of [Cluster, ClusterGroup].entries()) {
      const [array] = bindings[binding]?.members ?? [];
      expect(array?.arrayStride).toBe(layout.size);
    }
    const { clusters, mesh } = await ball();
    const count = clusterCount(clusters);
    const next = random(17);
    const shader = new ComputeShader(spirv);
    const sizes = new Set<number>();
    for (const pageCount of [0xffffffff, 0xffffffff, 0xffffffff, 2, 5]) {
      const eye = [0, 1, 2].map(() => Math.fround((next() - 0.5) * mesh.bounds.sphereRadius * 8));
      const [pixelsPerUnit, maxPixels] = [1000, Math.fround(0.2 + next() * 20)];
      const view = new DataView(new ArrayBuffer(32));
      for (const [i, value] of [...eye, pixelsPerUnit, maxPixels].entries()) view.setFloat32(i * 4, value, true);
      view.setUint32(20, pageCount, true);
      const [drawn, drawnCount] = [new Uint32Array(count), new Uint32Array(1)];
      const buffers = [clusters.rows, clusters.groups, new Uint32Array(view.buffer), drawn, drawnCount].map(bytesOf);
      // Whole workgroups: some threads have no cluster.
      shader.run(buffers, Math.ceil(count / 64) * 64);
      const expected = selectClusters(clusters, { eye, pixelsPerUnit, maxPixels, pageCount });
      expect([...drawn.subarray(0, drawnCount[0])]).toEqual([...expected]);
      sizes.add(expected.length);
    }
    expect(sizes.size).toBeGreaterThan(2);
  });
});
