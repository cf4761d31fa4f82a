// The panel: the current clip, the allowed error of levels of detail, and the number of triangles.

import type { AssetcLoader, AssetcModel } from '@assetc/three';
import * as THREE from 'three';

const element = <T extends Element>(selector: string, type: new () => T): T => {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
};

/** Buttons for the clips of a model; call `update` on the returned mixer. */
export function openClips(model: AssetcModel, first: string): THREE.AnimationMixer {
  const mixer = new THREE.AnimationMixer(model.scene);
  const box = element('#clips', HTMLDivElement);
  const buttons = model.animations.map((clip) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = clip.name;
    button.addEventListener('click', () => play(clip.name));
    return button;
  });
  box.replaceChildren(...buttons);
  let playing: THREE.AnimationAction | undefined;
  const play = (name: string): void => {
    const clip = model.animations.find((candidate) => candidate.name === name);
    if (clip === undefined) return;
    const next = mixer.clipAction(clip).reset().play();
    if (playing !== undefined && playing !== next) next.crossFadeFrom(playing, 0.4, false);
    playing = next;
    for (const button of buttons) button.ariaPressed = `${button.textContent === name}`;
  };
  play(first);
  return mixer;
}

/** A slider for the error on the screen; returns a function that shows the triangles of a frame. */
export function openLevels(loader: AssetcLoader): (triangles: number) => void {
  const slider = element('#pixels', HTMLInputElement);
  const text = element('#levels', HTMLSpanElement);
  slider.addEventListener('input', () => {
    loader.lodPixels = slider.valueAsNumber;
  });
  return (triangles) => {
    text.textContent = `${slider.value} px off: ${triangles.toLocaleString('en')} triangles`;
  };
}
