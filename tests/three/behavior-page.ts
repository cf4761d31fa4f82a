// What the tests of the loader's behavior do in the browser. Bundled by browser-page.ts.

import { AssetcLoader, type AssetcLoaderOptions, type AssetcSource } from '@assetc/three';
import * as THREE from 'three';

const WIDTH = 128;
const HEIGHT = 96;
let renderer: THREE.WebGLRenderer | undefined;

export function theRenderer(): THREE.WebGLRenderer {
  renderer ??= new THREE.WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(WIDTH, HEIGHT);
  return renderer;
}

export const makeLoader = (source: AssetcSource, options: AssetcLoaderOptions = {}): AssetcLoader =>
  new AssetcLoader(source, { renderer: theRenderer(), ...options });

export interface Memory {
  readonly geometries: number;
  readonly textures: number;
}

const memory = (): Memory => ({ ...theRenderer().info.memory });

function lit(): THREE.Scene {
  const scene = new THREE.Scene();
  const sun = new THREE.DirectionalLight(0xffffff, 3);
  sun.position.set(1, 2, 3);
  scene.add(sun, new THREE.AmbientLight(0xffffff, 1));
  return scene;
}

function cameraAt(z: number): THREE.PerspectiveCamera {
  const camera = new THREE.PerspectiveCamera(45, WIDTH / HEIGHT, 0.01, 10_000);
  camera.position.set(0, 0, z);
  camera.updateMatrixWorld();
  return camera;
}

/** The middle of the picture. */
function middle(): readonly number[] {
  const gl = theRenderer().getContext();
  const pixel = new Uint8Array(4);
  gl.readPixels(WIDTH / 2, HEIGHT / 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  return [...pixel];
}

/** What three allocates for the first picture of its kind and keeps: tables for light, tools to prefilter it. */
function warmUp(scene: THREE.Scene, camera: THREE.Camera): void {
  const sky = new THREE.DataTexture(new Uint8Array(16 * 8 * 4).fill(200), 16, 8);
  sky.mapping = THREE.EquirectangularReflectionMapping;
  sky.needsUpdate = true;
  const cube = new THREE.WebGLCubeRenderTarget(16).fromEquirectangularTexture(theRenderer(), sky);
  const ball = new THREE.Mesh(new THREE.SphereGeometry(1), new THREE.MeshStandardMaterial());
  scene.add(ball);
  for (const environment of [sky, cube.texture]) {
    scene.environment = environment;
    theRenderer().render(scene, camera);
  }
  scene.environment = null;
  scene.remove(ball);
  ball.geometry.dispose();
  ball.material.dispose();
  sky.dispose();
  cube.texture.dispose();
  cube.dispose();
  theRenderer().render(scene, camera);
}

/** Loads, draws and frees models over and over, by turns one by one and all at once; what is left on the GPU at the start, the height and the end. */
export async function loadAndFree(source: string, names: readonly string[], rounds: number, sky: string, font: string) {
  const scene = lit();
  const camera = cameraAt(3);
  warmUp(scene, camera);
  const start = memory();
  let most = start;
  let loads = 0;
  for (let round = 0; round < rounds; round++) {
    const loader = makeLoader(source);
    const models = await Promise.all(names.map((name) => loader.loadModel(name)));
    const environment = await loader.loadEnvironment(sky);
    const text = (await loader.loadFont(font)).text('free', { size: 0.4 });
    loads += models.length + 2;
    scene.add(...models.map((model) => model.scene), text);
    // Prefiltering takes a processor seconds: once is enough to see whether it is freed.
    if (round === 0) scene.environment = environment.texture;
    for (const model of models) model.scene.traverse((each) => Object.assign(each, { frustumCulled: false }));
    for (const { animations, scene: object } of models)
      if (animations[0] !== undefined) {
        const mixer = new THREE.AnimationMixer(object);
        mixer.clipAction(animations[0]).play();
        mixer.update(0.1);
      }
    theRenderer().render(scene, camera);
    if (memory().textures > most.textures) most = memory();
    scene.environment = null;
    if (round % 2 === 0) {
      for (const model of models) model.dispose();
      environment.dispose();
      text.dispose();
    }
    loader.dispose();
    scene.remove(text);
    theRenderer().render(scene, camera);
  }
  return { start, most, end: memory(), loads, left: scene.children.length };
}

/** Two of one file: how much the second adds, and what the first's end leaves. */
export async function share(source: string, name: string) {
  const loader = makeLoader(source);
  const scene = lit();
  const draw = (): Memory => {
    theRenderer().render(scene, cameraAt(3));
    return memory();
  };
  const before = draw();
  const first = await loader.loadModel(name);
  scene.add(first.scene);
  const one = draw();
  const second = await loader.loadModel(name);
  scene.add(second.scene);
  const two = draw();
  first.dispose();
  const left = draw();
  second.dispose();
  const none = draw();
  loader.dispose();
  return { before, one, two, left, none, isOneTree: first.scene === second.scene };
}

/** What the middle of a quad that fills the picture shows, before and after a reload. */
export async function reload(source: string, name: string, paths: readonly string[], change: string) {
  const loader = makeLoader(source);
  const model = await loader.loadModel(name);
  const scene = lit();
  scene.add(model.scene);
  const { scene: root } = model;
  const draw = (): readonly number[] => {
    theRenderer().render(scene, cameraAt(1));
    return middle();
  };
  const before = draw();
  await fetch(change);
  const report = await loader.reload(paths);
  const after = draw();
  const clips = model.animations.length;
  const isSameRoot = model.scene === root && root.parent === scene;
  loader.dispose();
  return { before, after, changed: report.changed, replaced: report.models.length, isSameRoot, clips };
}

/** The error of a failed load, and whether the signal caused it. */
export async function failure(
  source: AssetcSource,
  load: 'loadModel' | 'loadTexture' | 'loadFont' | 'loadEnvironment' | 'loadLut',
  name: string,
) {
  const loader = makeLoader(source);
  try {
    await loader[load](name);
    return { message: '', name: '' };
  } catch (error) {
    return error instanceof Error ? { message: error.message, name: error.name } : { message: String(error), name: '' };
  } finally {
    loader.dispose();
  }
}

/** One of two waits for the same file and gives up; the other gets it. */
export async function abort(source: string, name: string) {
  const loader = makeLoader(source);
  const leaving = new AbortController();
  const gone = loader.loadModel(name, { signal: leaving.signal }).then(
    () => 'loaded',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
  const stays = loader.loadModel(name);
  leaving.abort();
  const result = [await gone, (await stays).path];
  loader.dispose();
  const late = await loader.loadModel(name).then(
    () => 'loaded',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return [...result, late];
}

/** Triangles that a model takes from near and from far, by either way of reduced levels. */
export async function levels(
  source: string,
  name: string,
  lods: 'screen' | 'objects' | 'off',
  distances: readonly number[],
) {
  const loader = makeLoader(source, { lods, lodPixels: 0.05 });
  const model = await loader.loadModel(name);
  const scene = lit();
  scene.add(model.scene);
  const triangles = distances.map((distance) => {
    theRenderer().render(scene, cameraAt(distance));
    return theRenderer().info.render.triangles;
  });
  loader.dispose();
  return triangles;
}

export async function textures(source: string, names: readonly string[], options: AssetcLoaderOptions = {}) {
  const loader = makeLoader(source, options);
  const facts = [];
  for (const name of names) {
    const texture = await loader.loadTexture(name);
    facts.push({
      name,
      format: texture.format,
      type: texture.type,
      colorSpace: texture.colorSpace,
      class: texture.constructor.name.replace(/^_/, ''),
    });
  }
  loader.dispose();
  return facts;
}

/** Colors that an environment shows in six directions, as background: +X −X +Y −Y +Z −Z. */
export async function directions(source: string, name: string) {
  const loader = makeLoader(source);
  const sky = await loader.loadEnvironment(name);
  const scene = new THREE.Scene();
  scene.background = sky.texture;
  const seen = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ].map(([x = 0, y = 0, z = 0]) => {
    const camera = new THREE.PerspectiveCamera(20, WIDTH / HEIGHT, 0.1, 10);
    camera.up.set(0, y === 0 ? 1 : 0, y === 0 ? 0 : 1);
    camera.lookAt(x, y, z);
    theRenderer().render(scene, camera);
    return middle();
  });
  // Polished metal, seen from the front: the sphere's middle mirrors +Z.
  const ball = new THREE.Mesh(
    new THREE.SphereGeometry(1),
    new THREE.MeshStandardMaterial({ metalness: 1, roughness: 0 }),
  );
  const lightOnly = new THREE.Scene();
  lightOnly.environment = sky.texture;
  lightOnly.add(ball);
  theRenderer().render(lightOnly, cameraAt(3));
  const mirrored = middle();
  loader.dispose();
  ball.geometry.dispose();
  return { seen, mirrored };
}

/**
 * Metal and plastic from smooth to rough below an environment: lit by what three filters out of the cube map, and by the light that the
 * compiler has filtered. Also the programs that three had compiled after the second.
 */
export async function litBoth(source: string, environment: string, light: string) {
  const loader = makeLoader(source);
  const balls = [0, 0.2, 0.35, 0.5, 0.75, 1].flatMap((roughness, i) =>
    [0, 1].map((metalness) => {
      const ball = new THREE.Mesh(
        new THREE.SphereGeometry(0.28, 48, 32),
        new THREE.MeshStandardMaterial({ metalness, roughness }),
      );
      ball.position.set((i - 2.5) * 0.6, metalness - 0.5, 0);
      return ball;
    }),
  );
  const scene = new THREE.Scene();
  scene.add(...balls);
  const gl = theRenderer().getContext();
  const shoot = (texture: THREE.Texture): readonly number[] => {
    scene.environment = texture;
    theRenderer().render(scene, cameraAt(4));
    const pixels = new Uint8Array(WIDTH * HEIGHT * 4);
    gl.readPixels(0, 0, WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return [...pixels];
  };
  const prefiltered = await loader.loadLight(light);
  const own = new THREE.WebGLRenderer();
  const ownLoader = new AssetcLoader(source, { renderer: own });
  const lone = new THREE.Scene();
  lone.environment = (await ownLoader.loadLight(light)).texture;
  lone.add(new THREE.Mesh(new THREE.SphereGeometry(1), new THREE.MeshStandardMaterial()));
  own.render(lone, cameraAt(4));
  const programs = own.info.programs?.map(({ name }) => name) ?? [];
  const byCompiler = shoot(prefiltered.texture);
  const byThree = shoot((await loader.loadEnvironment(environment)).texture);
  ownLoader.dispose();
  own.dispose();
  scene.environment = null;
  loader.dispose();
  for (const { geometry, material } of balls) {
    geometry.dispose();
    material.dispose();
  }
  return { width: WIDTH, height: HEIGHT, byThree, byCompiler, programs };
}

/** What a texture shows, drawn as it is. */
export async function shown(source: string, name: string, options: AssetcLoaderOptions = {}) {
  const loader = makeLoader(source, options);
  const map = await loader.loadTexture(name);
  const scene = new THREE.Scene();
  const quad = new THREE.Mesh(new THREE.PlaneGeometry(9, 9), new THREE.MeshBasicMaterial({ map, toneMapped: false }));
  scene.add(quad);
  theRenderer().render(scene, cameraAt(1));
  const pixel = middle();
  const { format, type } = map;
  quad.geometry.dispose();
  quad.material.dispose();
  loader.dispose();
  return { pixel, format, type };
}

/** A table as it is uploaded to the GPU. */
export async function lut(source: string, name: string) {
  const loader = makeLoader(source);
  const table = await loader.loadLut(name);
  const { width, height, depth, data } = table.image;
  const texels = Array.from(new Uint8Array(data?.buffer ?? new ArrayBuffer(0), data?.byteOffset ?? 0, 16));
  const facts = {
    class: table.constructor.name.replace(/^_/, ''),
    size: [width, height, depth],
    texels,
    colorSpace: table.colorSpace,
  };
  loader.dispose();
  return facts;
}

/** A text as a picture, and where its glyphs are. */
export async function text(source: string, name: string, words: string) {
  const loader = makeLoader(source);
  const font = await loader.loadFont(name);
  const shown = font.text(words, { size: 0.5, align: 'center', baseline: 'middle' });
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(0);
  scene.add(shown);
  theRenderer().render(scene, cameraAt(1.5));
  const gl = theRenderer().getContext();
  const rows = new Uint8Array(WIDTH * HEIGHT * 4);
  gl.readPixels(0, 0, WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, rows);
  shown.geometry.computeBoundingBox();
  const box = shown.geometry.boundingBox;
  const quads = (shown.geometry.index?.count ?? 0) / 6;
  loader.dispose();
  return { rows: [...rows], width: WIDTH, height: HEIGHT, quads, min: box?.min.toArray(), max: box?.max.toArray() };
}

/** What clips do to things that three's own cannot name. */
export async function play(source: string, name: string, time: number) {
  const loader = makeLoader(source);
  const model = await loader.loadModel(name);
  const mixer = new THREE.AnimationMixer(model.scene);
  for (const clip of model.animations) mixer.clipAction(clip).play();
  mixer.setTime(time);
  const objects: { name: string; visible: boolean; color: readonly number[] }[] = [];
  model.scene.traverse((each) => {
    if (!(each instanceof THREE.Mesh)) return;
    let visible = true;
    for (let up: THREE.Object3D | null = each; up !== null; up = up.parent) visible &&= up.visible;
    objects.push({ name: each.name, visible, color: each.material.color.toArray() });
  });
  const lights = model.lights.map((light) => {
    let visible = true;
    for (let up: THREE.Object3D | null = light; up !== null; up = up.parent) visible &&= up.visible;
    return { type: light.type, intensity: light.intensity, visible };
  });
  const cameras = model.cameras.map((camera) => camera.type);
  loader.dispose();
  return { objects, lights, cameras, clips: model.animations.length };
}
