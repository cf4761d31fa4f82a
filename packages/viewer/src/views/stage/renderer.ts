// One renderer for the whole page: browsers give a page few contexts. Whoever shows something takes its canvas into their element.

import * as THREE from 'three';
import { KeptPrograms } from './keep-programs.js';

let renderer: THREE.WebGLRenderer | undefined;
let contextCount = 1;
const listeners = new Set<() => void>();

export function theRenderer(): THREE.WebGLRenderer {
  if (renderer !== undefined) return renderer;
  // Kept, so that a picture of the page has it as well.
  renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.toneMapping = THREE.ACESFilmicToneMapping;
  renderer.info.autoReset = false;
  // After three's own listener, which has made the renderer's state anew by then.
  renderer.domElement.addEventListener('webglcontextrestored', () => {
    contextCount++;
    for (const listener of [...listeners]) listener();
  });
  return renderer;
}

/** Which of its contexts the renderer has. Another one knows nothing that was drawn in those before; what was loaded three uploads again. */
export const contextNumber = (): number => contextCount;

/** Calls back when a lost context was given back; gives what ends that. */
export function onContextBack(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const kept = new KeptPrograms();

/** Draws, and keeps the shaders that it took. */
export function drawScene(scene: THREE.Scene, camera: THREE.Camera): void {
  const drawing = theRenderer();
  drawing.render(scene, camera);
  kept.keep(drawing);
}
