// A project with several kinds of assets, whose sources refer to each other in every way that a farm must predict or be asked for.

import { DiskProject } from '../support/disk-project.js';
import { makePng } from '../support/png.js';

const CONFIG = 'default:\n  rules:\n    - match: "models/*"\n      texture: { store: shared }\n';

const triangle = (): Uint8Array => new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1).buffer);

const gltf = (buffer: string, image: string): string =>
  JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ uri: image }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      { bufferView: 1, componentType: 5126, count: 3, type: 'VEC2' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 36 },
      { buffer: 0, byteOffset: 36, byteLength: 24 },
    ],
    buffers: [{ uri: buffer, byteLength: 60 }],
  });

const picture = (seed: number, side: number): Uint8Array =>
  makePng(side, side, (x, y) => [(x * seed) & 255, (y * 7 + seed) & 255, (x ^ y) & 255, 255]);

/** `pictures` is the number of images in addition to the models. Equal seeds give equal sources. */
export function farmProject(pictures: number, side = 64, firstSeed = 1): DiskProject {
  const project = new DiskProject({ 'assetc.yml': CONFIG });
  for (let i = 0; i < pictures; i++) project.write(`assets/p/${firstSeed + i}.png`, picture(firstSeed + i, side));
  for (const name of ['a', 'b']) {
    project.write(`assets/models/${name}.gltf`, gltf(`${name}%20data.bin`, '../tex/wood.png'));
    project.write(`assets/models/${name} data.bin`, triangle());
  }
  project.write('assets/models/c.obj', 'mtllib c.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n');
  project.write('assets/models/c.mtl', 'newmtl m\nmap_Kd ../tex/wood.png\n');
  project.write('assets/tex/wood.png', picture(99, side));
  project.write('assets/stack.array/0.png', picture(5, side));
  project.write('assets/stack.array/1.png', picture(6, side));
  return project;
}
