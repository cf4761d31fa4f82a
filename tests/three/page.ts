// What runs in the browser: the same scene, camera and light around a model of GLTFLoader and one of AssetcLoader. Bundled by browser-page.ts.

import { AssetcLoader, type AssetcLoaderOptions } from '@assetc/three';
import * as THREE from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

export interface View {
  readonly width: number;
  readonly height: number;
  readonly eye: readonly number[];
  readonly target: readonly number[];
  readonly near: number;
  readonly far: number;
}

interface Shot {
  readonly url: string;
  /** Seconds into clips; none draws the model at rest. */
  readonly times: readonly number[];
  readonly clip: number;
  /** What the source calls it, where it does: the order of clips is not that of the source. */
  readonly clipName?: string | undefined;
  readonly view?: View;
  /** Draws a second time with the largest level of every texture alone: what is left then is no matter of how mips are filtered. */
  readonly plain?: boolean;
}

export interface Shown {
  /** RGBA, top row first, base64. */
  readonly pictures: readonly string[];
  /** The same with `plain`. */
  readonly plainPictures: readonly string[];
  readonly view: View;
  readonly clips: readonly string[];
  readonly revision: string;
}

const WIDTH = 400;
const HEIGHT = 300;

/** A small sky: bright above, dark below, a lamp and a red wall, so that a mirrored or turned reflection shows. */
function sky(): THREE.Texture {
  const [width, height] = [64, 32];
  const texels = new Float32Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const up = 1 - y / (height - 1);
      const isLamp = Math.abs(x - 20) < 4 && Math.abs(y - 8) < 3;
      const isWall = Math.abs(x - 48) < 6 && Math.abs(y - 16) < 6;
      const color = isLamp ? [8, 8, 7] : isWall ? [1.2, 0.1, 0.1] : [0.2 + 0.6 * up, 0.25 + 0.7 * up, 0.3 + 0.9 * up];
      texels.set([...color, 1], (y * width + x) * 4);
    }
  const texture = new THREE.DataTexture(texels, width, height, THREE.RGBAFormat, THREE.FloatType);
  texture.mapping = THREE.EquirectangularReflectionMapping;
  texture.needsUpdate = true;
  return texture;
}

let stage: ReturnType<typeof setUp> | undefined;

function setUp() {
  const renderer = new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(WIDTH, HEIGHT);
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(0x303840);
  scene.environment = sky();
  const sun = new THREE.DirectionalLight(0xffffff, 2);
  sun.position.set(3, 5, 4);
  scene.add(sun);
  return { renderer, scene };
}

export const theStage = () => {
  stage ??= setUp();
  return stage;
};

function viewOf(object: THREE.Object3D): View {
  object.updateMatrixWorld(true);
  const box = new THREE.Box3().setFromObject(object, true);
  const center = box.getCenter(new THREE.Vector3());
  const away = Math.max(box.getSize(new THREE.Vector3()).length(), 1e-3);
  const eye = center.clone().add(new THREE.Vector3(0.45, 0.35, 1).normalize().multiplyScalar(away * 1.15));
  return {
    width: WIDTH,
    height: HEIGHT,
    eye: eye.toArray(),
    target: center.toArray(),
    near: away / 50,
    far: away * 10,
  };
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  return btoa(text);
}

export function picture(view: View): string {
  const { renderer, scene } = theStage();
  const camera = new THREE.PerspectiveCamera(45, view.width / view.height, view.near, view.far);
  camera.position.fromArray([...view.eye]);
  camera.lookAt(new THREE.Vector3().fromArray([...view.target]));
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const rows = new Uint8Array(WIDTH * HEIGHT * 4);
  gl.readPixels(0, 0, WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, rows);
  const out = new Uint8Array(rows.length);
  for (let y = 0; y < HEIGHT; y++)
    out.set(rows.subarray((HEIGHT - 1 - y) * WIDTH * 4, (HEIGHT - y) * WIDTH * 4), y * WIDTH * 4);
  return toBase64(out);
}

/** The filter decides which levels are looked at. */
function dropMips(object: THREE.Object3D): void {
  object.traverse((each) => {
    if (!(each instanceof THREE.Mesh)) return;
    for (const material of [each.material].flat())
      for (const texture of Object.values(material))
        if (texture instanceof THREE.Texture) {
          const isNearest =
            texture.minFilter === THREE.NearestFilter || texture.minFilter === THREE.NearestMipmapNearestFilter;
          texture.minFilter =
            isNearest || texture.minFilter === THREE.NearestMipmapLinearFilter
              ? THREE.NearestFilter
              : THREE.LinearFilter;
          texture.needsUpdate = true;
        }
  });
}

function shoot(object: THREE.Object3D, clips: readonly THREE.AnimationClip[], shot: Shot): Shown {
  const { scene } = theStage();
  scene.add(object);
  const view = shot.view ?? viewOf(object);
  const clip = clips.find(({ name }) => name === shot.clipName) ?? clips[shot.clip];
  const pictures: string[] = [];
  const plainPictures: string[] = [];
  if (shot.times.length === 0) pictures.push(picture(view));
  else {
    if (clip === undefined) throw new Error(`no clip ${shot.clip} in ${clips.map(({ name }) => name).join(', ')}`);
    const mixer = new THREE.AnimationMixer(object);
    mixer.clipAction(clip).play();
    for (const time of shot.times) {
      mixer.setTime(time * clip.duration);
      pictures.push(picture(view));
    }
    if (shot.plain === true) {
      dropMips(object);
      for (const time of shot.times) {
        mixer.setTime(time * clip.duration);
        plainPictures.push(picture(view));
      }
    }
    mixer.stopAllAction();
  }
  if (shot.plain === true && shot.times.length === 0) {
    dropMips(object);
    plainPictures.push(picture(view));
  }
  scene.remove(object);
  return { pictures, plainPictures, view, clips: clips.map(({ name }) => name), revision: THREE.REVISION };
}

export async function drawSource(shot: Shot): Promise<Shown> {
  theStage();
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
  const { scene, animations } = await loader.loadAsync(shot.url);
  return shoot(scene, animations, shot);
}

export async function drawCompiled(shot: Shot, source: string, options: AssetcLoaderOptions = {}): Promise<Shown> {
  const loader = new AssetcLoader(source, { renderer: theStage().renderer, lods: 'off', ...options });
  const model = await loader.loadModel(shot.url);
  try {
    return shoot(model.scene, model.animations, shot);
  } finally {
    model.dispose();
    loader.dispose();
  }
}
