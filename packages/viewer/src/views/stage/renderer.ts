// One renderer for the whole page: browsers give a page few contexts. Whoever shows something takes its canvas into their element.

import * as THREE from 'three';
import { KeptPrograms } from './keep-programs.js';

let renderer: THREE.WebGLRenderer | undefined;

export function theRenderer(): THREE.WebGLRenderer {
  if (renderer !== undefined) return renderer;
  // Kept, so that a picture of the page has it as well.
  renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.toneMapping = THREE.ACESFilmicToneMapping;
  renderer.info.autoReset = false;
  return renderer;
}

const kept = new KeptPrograms();

/** Draws, and keeps the shaders that it took. */
export function drawScene(scene: THREE.Scene, camera: THREE.Camera): void {
  const drawing = theRenderer();
  drawing.render(scene, camera);
  kept.keep(drawing);
}
