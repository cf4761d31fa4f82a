// Draws two models of a stage with its camera, over the frame that the stage has drawn.

import * as THREE from 'three';
import type { ShownModel } from '../mesh/shown-model.js';
import { drawScene, theRenderer } from '../stage/renderer.js';
import type { Stage } from '../stage/stage.js';
import type { PairLook } from './pair.js';
import { differenceOf, gainInWords, type Rgba } from './picture-difference.js';

/** Of the picture's width that each model has if they are next to each other. */
export const SIDE_SHARE = 0.5;

/** Returns what is known about the difference, if it is shown. */
export function drawPair(
  stage: Stage,
  a: ShownModel,
  b: ShownModel,
  { mode, swipe }: Pick<PairLook, 'mode' | 'swipe'>,
  overlay: HTMLCanvasElement | null,
): string {
  const size = theRenderer().getSize(new THREE.Vector2());
  const draw = (shown: ShownModel, other: ShownModel, part?: Part): void => {
    [shown.model.scene.visible, other.model.scene.visible] = [true, false];
    drawPart(stage, size, part);
  };
  try {
    if (mode === 'difference') {
      draw(a, b);
      const first = readPicture();
      draw(b, a);
      const difference = differenceOf(first, readPicture());
      const { width, height, data } = difference.picture;
      if (overlay !== null) {
        [overlay.width, overlay.height] = [width, height];
        overlay.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0);
      }
      return gainInWords(difference);
    }
    const line = mode === 'side' ? SIDE_SHARE : swipe / 100;
    const isHalf = mode === 'side';
    draw(a, b, { from: 0, to: line, isHalf });
    draw(b, a, { from: line, to: 1, isHalf });
    return '';
  } finally {
    a.model.scene.visible = true;
    b.model.scene.visible = true;
  }
}

/** A part of the width. `isHalf`: the picture fills it; otherwise it is cut out of the whole. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly isHalf: boolean;
}

function drawPart({ scene, camera }: Stage, { x: width, y: height }: THREE.Vector2, part?: Part): void {
  if (part === undefined) {
    drawScene(scene, camera);
    return;
  }
  const [left, wide] = [part.from * width, (part.to - part.from) * width];
  if (wide <= 0) return;
  const renderer = theRenderer();
  const { aspect } = camera;
  renderer.setScissorTest(true);
  renderer.setScissor(left, 0, wide, height);
  if (part.isHalf) {
    renderer.setViewport(left, 0, wide, height);
    camera.aspect = wide / height;
    camera.updateProjectionMatrix();
  }
  drawScene(scene, camera);
  renderer.setScissorTest(false);
  renderer.setViewport(0, 0, width, height);
  camera.aspect = aspect;
  camera.updateProjectionMatrix();
}

/** What was drawn last, with the top row first. */
function readPicture(): Rgba {
  const gl = theRenderer().getContext();
  const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
  const rows = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, rows);
  const data = new Uint8ClampedArray(rows.length);
  for (let y = 0; y < height; y++)
    data.set(rows.subarray(y * width * 4, (y + 1) * width * 4), (height - 1 - y) * width * 4);
  return { width, height, data };
}
