// The page that is recorded: the dragon under the demo's sky on the right, its texture under a brush on the left.

import { AssetcLoader } from '@assetc/three';
import * as THREE from 'three';

export interface FrameOrder {
  /** Of the loop, from 0 to 1. */
  readonly share: number;
  /** Outputs that were compiled since the last frame. */
  readonly changed: readonly string[];
  /** The source texture as a PNG, and the brush on it, from 0 to 1. */
  readonly texture: string;
  readonly brush: readonly [x: number, y: number];
}

const SKIN_PIXELS = 250;
const EDGE = 32;
/** Degrees around the up axis: the head comes near, so that a long body fills the picture. */
const TURN = { from: -75, to: -15 };
const POSES = 12;
/** A whole number, so that the loop has no seam. */
const CLIPS_PER_LOOP = 2;

const pictureOf = async (base64: string): Promise<ImageBitmap> =>
  createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'image/png' }));

async function start(width: number, height: number): Promise<(order: FrameOrder) => Promise<void>> {
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setSize(width, height, false);
  renderer.toneMapping = THREE.NeutralToneMapping;
  document.body.append(renderer.domElement);
  const overlay = document.createElement('canvas');
  Object.assign(overlay, { width, height });
  document.body.append(overlay);
  const context = overlay.getContext('2d');
  if (context === null) throw new Error('the browser has no canvas');
  const loader = new AssetcLoader('runtime', { renderer, anisotropy: 8 });
  const scene = new THREE.Scene();
  const sky = await loader.loadEnvironment('sky/dusk.env');
  scene.environment = sky.texture;
  scene.background = sky.texture;
  scene.backgroundBlurriness = 0.4;
  const sun = new THREE.DirectionalLight(0xffe2c0, 2.4);
  sun.position.set(3, 4, 5);
  scene.add(sun);
  const dragon = await loader.loadModel('dragon');
  const stand = new THREE.Group();
  stand.add(dragon.scene);
  scene.add(stand);
  const mixer = new THREE.AnimationMixer(dragon.scene);
  const clip = dragon.animations.find(({ name }) => name === 'Look');
  if (clip !== undefined) mixer.clipAction(clip).play();
  const seconds = clip?.duration ?? 1;
  // Of the vertices in all poses.
  const box = new THREE.Box3();
  for (let pose = 0; pose < POSES; pose++) {
    mixer.setTime((pose / POSES) * seconds);
    dragon.scene.updateMatrixWorld(true);
    box.expandByObject(dragon.scene, true);
  }
  dragon.scene.position.sub(box.getCenter(new THREE.Vector3()));
  stand.scale.setScalar(1 / box.getSize(new THREE.Vector3()).length());
  const camera = new THREE.PerspectiveCamera(32, width / height, 0.1, 100);
  camera.position.set(0, 0.25, 1.3);
  camera.lookAt(0, 0, 0);
  // The texture is on the left: the dragon moves to the right.
  camera.setViewOffset(width, height, -width * 0.15, 0, width, height);
  return async ({ share, changed, texture, brush }) => {
    if (changed.length > 0) await loader.reload(changed);
    const there = (1 - Math.cos(share * Math.PI * 2)) / 2;
    stand.rotation.y = THREE.MathUtils.degToRad(THREE.MathUtils.lerp(TURN.from, TURN.to, there));
    mixer.setTime(((share * CLIPS_PER_LOOP) % 1) * seconds);
    renderer.render(scene, camera);
    const skin = await pictureOf(texture);
    context.clearRect(0, 0, width, height);
    context.drawImage(skin, EDGE, (height - SKIN_PIXELS) / 2, SKIN_PIXELS, SKIN_PIXELS);
    context.strokeStyle = '#ffffff';
    context.lineWidth = 2;
    context.strokeRect(EDGE, (height - SKIN_PIXELS) / 2, SKIN_PIXELS, SKIN_PIXELS);
    context.beginPath();
    const [x, y] = [EDGE + brush[0] * SKIN_PIXELS, (height - SKIN_PIXELS) / 2 + brush[1] * SKIN_PIXELS];
    context.arc(x, y, 13, 0, Math.PI * 2);
    context.stroke();
    context.fillStyle = '#ffffff';
    context.font = '15px Plex Mono, monospace';
    context.fillText('dragon-skin.png', EDGE, (height - SKIN_PIXELS) / 2 - 12);
    skin.close();
  };
}

Object.assign(globalThis, { startScene: start });
