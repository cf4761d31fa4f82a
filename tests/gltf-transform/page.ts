// In the page: compresses a model, and draws it next to its source by three's GLTFLoader.

import { createEncoderPool } from '@assetc/encoder';
import { compressTextures } from '@assetc/gltf-transform';
import { WebIO } from '@gltf-transform/core';
import { KHRTextureBasisu } from '@gltf-transform/extensions';
import { AmbientLight, DirectionalLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { KTX2Loader } from 'three/examples/jsm/loaders/KTX2Loader.js';

const SIZE = 256;

export interface PageResult {
  /** Of the textures that were compressed here. */
  readonly hashes: readonly string[];
  readonly warnings: readonly string[];
  /** Mean differences of pictures from that of the source, 0 to 255. */
  readonly fromNode: number;
  readonly fromHere: number;
  /** How far the picture of the source is from one color: it shows something. */
  readonly spread: number;
}

const bytesOf = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await fetch(path)).arrayBuffer());

const hashOf = async (bytes: Uint8Array): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice())), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

async function draw(renderer: WebGLRenderer, ktx2: KTX2Loader, glb: Uint8Array): Promise<Uint8Array> {
  const { scene: model } = await new GLTFLoader().setKTX2Loader(ktx2).parseAsync(glb.slice().buffer, '');
  const scene = new Scene();
  const light = new DirectionalLight(0xffffff, 2);
  light.position.set(1, 2, 3);
  scene.add(model, light, new AmbientLight(0xffffff, 1));
  const camera = new PerspectiveCamera(45, 1, 0.1, 10);
  camera.position.set(0.4, 0.3, 2.4);
  camera.lookAt(0, 0, 0);
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const pixels = new Uint8Array(SIZE * SIZE * 4);
  gl.readPixels(0, 0, SIZE, SIZE, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels;
}

const meanDifference = (a: Uint8Array, b: (i: number) => number): number =>
  a.reduce((sum, value, i) => sum + Math.abs(value - b(i)), 0) / a.length;

async function run(): Promise<PageResult> {
  const io = new WebIO().registerExtensions([KHRTextureBasisu]);
  const source = await bytesOf('/source.glb');
  const document = await io.readBinary(source);
  const warnings: string[] = [];
  const keep = (text: string) => warnings.push(text);
  document.setLogger({ debug: () => {}, info: () => {}, warn: keep, error: keep });
  const pool = createEncoderPool({ size: 2, worker: '/encoder-worker.js' });
  await document.transform(compressTextures({ pool, quality: 'fast' }));
  pool.close();
  const textures = document.getRoot().listTextures();
  const hashes = await Promise.all(textures.map((texture) => hashOf(texture.getImage() ?? new Uint8Array())));

  const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setSize(SIZE, SIZE);
  const ktx2 = new KTX2Loader().setTranscoderPath('/basis/').detectSupport(renderer);
  const expected = await draw(renderer, ktx2, source);
  const fromNode = await draw(renderer, ktx2, await bytesOf('/node.glb'));
  const fromHere = await draw(renderer, ktx2, await io.writeBinary(document));
  const center = (SIZE / 2) * SIZE * 4 + SIZE * 2;
  return {
    hashes,
    warnings,
    fromNode: meanDifference(fromNode, (i) => expected[i] ?? 0),
    fromHere: meanDifference(fromHere, (i) => expected[i] ?? 0),
    spread: meanDifference(expected, (i) => expected[center + (i % 4)] ?? 0),
  };
}

Object.assign(globalThis, { run });
