// docs/guide/runtime.md: its three.js example is the file that is run here, and what it builds is checked.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AssetLibrary,
  DEFAULT_MATERIAL,
  decodeHmesh,
  encodeHman,
  encodeHmat,
  encodeHmatx,
  hashRef,
  manifestHash,
  unpackVertices,
} from '@assetc/formats';
import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { loadModel, rebuildZ } from './runtime-guide/three-model.js';

const root = join(import.meta.dirname, '../..');
const golden = (name: string): Uint8Array => new Uint8Array(readFileSync(join(root, 'packages/formats/goldens', name)));
const quad = decodeHmesh(golden('quad.hmesh'));

const rows = Array.from({ length: quad.materials.length }, (_, i) => ({
  ...DEFAULT_MATERIAL,
  baseColorFactor: [0.5, 0.25, 0.125, 1],
  roughnessFactor: 0.75,
  baseColorTex: hashRef('models/quad/tex_0'),
  normalTex: i === 0 ? hashRef('models/quad/tex_1') : 0n,
  alphaMode: 'MASK' as const,
  alphaCutoff: 0.25,
  doubleSided: true,
}));
const use = {
  row: 0,
  uvSet: 0,
  minFilter: 'unset',
  magFilter: 'unset',
  offset: [0, 0],
  scale: [1, 1],
  rotation: 0,
} as const;
const extras = encodeHmatx({
  rowCount: rows.length,
  uses: [
    { ...use, slot: 'baseColor', texture: hashRef('models/quad/tex_0'), wrapS: 'repeat', wrapT: 'repeat' },
    { ...use, slot: 'normal', texture: hashRef('models/quad/tex_1'), wrapS: 'clamp', wrapT: 'mirror' },
  ],
});
const files = new Map([
  ['models/quad.hmesh', golden('quad.hmesh')],
  ['models/quad.hmat', encodeHmat(rows)],
  ['models/quad.hmatx', extras],
  ['models/quad/tex_0.ktx2', golden('uastc-2d.ktx2')],
  ['models/quad/tex_1.ktx2', golden('uastc-array.ktx2')],
]);
const kinds = { hmesh: 'mesh', hmat: 'material', hmatx: 'embed', ktx2: 'texture' } as const;
const entries = [...files.keys()].map((path) => {
  const kind = kinds[path.split('.').at(-1) as keyof typeof kinds];
  return { path, kind, hash: manifestHash(kind, path), colorspace: 'linear' as const };
});
files.set('assets.hman', encodeHman(entries));

describe('the three.js example of the guide', () => {
  it('is the file that this test runs', () => {
    const source = readFileSync(join(root, 'tests/docs/runtime-guide/three-model.ts'), 'utf8');
    const [, shown = ''] = /\/\/ begin\n([\s\S]*)\/\/ end\n/.exec(source) ?? [];
    expect(shown.length).toBeGreaterThan(1000);
    expect(readFileSync(join(root, 'docs/guide/runtime.md'), 'utf8')).toContain(`\`\`\`ts\n${shown}\`\`\`\n`);
  });

  it('and its skinned sequel too, whose poses tests/c-library holds against those of C', () => {
    const source = readFileSync(join(root, 'tests/docs/runtime-guide/three-skin.ts'), 'utf8');
    const [, shown = ''] = /\/\/ begin\n([\s\S]*)\/\/ end\n/.exec(source) ?? [];
    expect(shown.length).toBeGreaterThan(1000);
    expect(readFileSync(join(root, 'docs/guide/runtime.md'), 'utf8')).toContain(`\`\`\`ts\n${shown}\`\`\`\n`);
  });

  it('builds geometry, groups and materials from a library', async () => {
    const library = await AssetLibrary.open({ read: async (path) => files.get(path) });
    const loaded: number[] = [];
    const mesh = await loadModel(library, 'models/quad', async (bytes) => {
      loaded.push(bytes.length);
      return new THREE.Texture();
    });
    const { geometry } = mesh;
    expect(geometry.getAttribute('position').array).toEqual(unpackVertices(quad.vertices).positions);
    expect(geometry.getIndex()?.array).toEqual(quad.indices);
    expect(geometry.groups.map((group) => [group.start, group.count])).toEqual(
      quad.submeshes.map((sub) => [sub.firstIndex, sub.indexCount]),
    );
    const materials = mesh.material as THREE.MeshStandardMaterial[];
    expect(materials.length).toBe(rows.length + 1);
    expect(geometry.groups.every((group) => materials[group.materialIndex ?? -1] !== undefined)).toBe(true);
    expect(materials[0]).toMatchObject({ roughness: 0.75, alphaTest: 0.25, side: THREE.DoubleSide });
    expect(materials[0]?.map).toBeInstanceOf(THREE.Texture);
    expect(materials[0]?.normalMap).toBeInstanceOf(THREE.Texture);
    for (const map of [materials[0]?.map, materials[1]?.map])
      expect([map?.wrapS, map?.wrapT]).toEqual([THREE.RepeatWrapping, THREE.RepeatWrapping]);
    const { wrapS, wrapT } = materials[0]?.normalMap ?? {};
    expect([wrapS, wrapT]).toEqual([THREE.ClampToEdgeWrapping, THREE.MirroredRepeatWrapping]);
    expect(loaded).toContain(golden('uastc-array.ktx2').length);
    const sphere = new THREE.Sphere();
    geometry.computeBoundingBox();
    geometry.boundingBox?.getBoundingSphere(sphere);
    expect(geometry.boundingSphere?.radius).toBeGreaterThanOrEqual(sphere.radius - 1e-4);
  });

  it('patches a line that three.js still has', () => {
    expect(rebuildZ()).not.toBe(THREE.ShaderChunk.normal_fragment_maps);
    expect(rebuildZ()).toContain('mapN.z = sqrt(');
  });
});
