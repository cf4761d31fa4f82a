// One renderer for the whole page, because browsers limit the number of contexts. A view moves its canvas into its own element.

import * as THREE from 'three';
import { KeptPrograms } from './keep-programs.js';

let renderer: THREE.WebGLRenderer | undefined;
let contextCount = 1;
const listeners = new Set<() => void>();

export function theRenderer(): THREE.WebGLRenderer {
  if (renderer !== undefined) return renderer;
  // Preserved, so that screenshots of the page contain it.
  renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.toneMapping = THREE.ACESFilmicToneMapping;
  renderer.info.autoReset = false;
  // After three's own listener, which has restored its state by then.
  renderer.domElement.addEventListener('webglcontextrestored', () => {
    contextCount++;
    for (const listener of [...listeners]) listener();
  });
  return renderer;
}

/** Number of the renderer's current context. A new one has lost everything rendered; three uploads loaded data again. */
export const contextNumber = (): number => contextCount;

/** Adds a listener for a restored context. Returns a function that removes it. */
export function onContextBack(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const kept = new KeptPrograms();

/** Draws, and keeps the shaders. */
export function drawScene(scene: THREE.Scene, camera: THREE.Camera): void {
  const drawing = theRenderer();
  drawing.render(scene, camera);
  kept.keep(drawing);
}
