// The page that is recorded: the dragon under the demo's sky on the right, its texture under a brush on the left.

import { AssetcLoader } from '@assetc/three';
import * as THREE from 'three';

export interface FrameOrder {
  /** Of the model around its up axis, in turns. */
  readonly turn: number;
  /** Outputs that were compiled since the last frame. */
  readonly changed: readonly string[];
  /** The source texture as a PNG, and the brush on it, from 0 to 1. */
  readonly texture: string;
  readonly brush: readonly [x: number, y: number];
}

const SKIN_PIXELS = 236;
const EDGE = 28;
const POSE_ROOM = 2.3;
/** A clip is played a whole number of times in a loop. */
const LOOP_SECONDS = 8;

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
  scene.background = new THREE.Color(0x0d0f13);
  const sky = await loader.loadEnvironment('sky/dusk.env');
  scene.environment = sky.texture;
  const sun = new THREE.DirectionalLight(0xffe2c0, 2.4);
  sun.position.set(3, 4, 5);
  scene.add(sun);
  const dragon = await loader.loadModel('dragon');
  const stand = new THREE.Group();
  stand.add(dragon.scene);
  scene.add(stand);
  dragon.scene.updateMatrixWorld(true);
  // Of the vertices in their pose.
  const box = new THREE.Box3().setFromObject(dragon.scene, true);
  const size = box.getSize(new THREE.Vector3());
  dragon.scene.position.sub(box.getCenter(new THREE.Vector3()));
  // Its box has room for every pose of its clips.
  stand.scale.setScalar(POSE_ROOM);
  const camera = new THREE.PerspectiveCamera(28, width / height, 0.1, 100);
  // From nose to tail it takes half of the picture's width.
  const length = Math.max(size.x, size.z);
  const distance = (length / 0.5 / camera.aspect / 2 / Math.tan((14 * Math.PI) / 180)) * 1.12;
  camera.position.set(0, distance * 0.24, distance);
  camera.lookAt(0, 0, 0);
  // The texture is on the left: the dragon moves to the right.
  camera.setViewOffset(width, height, -width * 0.15, 0, width, height);
  const mixer = new THREE.AnimationMixer(dragon.scene);
  const [clip] = dragon.animations;
  if (clip !== undefined) mixer.clipAction(clip).play();
  const swims = Math.max(1, Math.round(LOOP_SECONDS / (clip?.duration ?? 1)));
  return async ({ turn, changed, texture, brush }) => {
    if (changed.length > 0) await loader.reload(changed);
    stand.rotation.y = (turn + 0.06) * Math.PI * 2;
    mixer.setTime(turn * swims * (clip?.duration ?? 1));
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
    context.fillStyle = '#c6ccd6';
    context.font = '15px Plex Mono, monospace';
    context.fillText('dragon-skin.png', EDGE, (height - SKIN_PIXELS) / 2 - 12);
    skin.close();
  };
}

Object.assign(globalThis, { startScene: start });
