// The properties that animations of a scene can change, and their numbers on disk. A number never changes its meaning.

import { MATERIAL_PROPERTIES, type MaterialPropertyName } from '../hmatx/material-properties.js';

/** One animatable property and its floats on disk. */
interface Property {
  readonly name: ScenePropertyName;
  readonly number: number;
  readonly components: number;
}

/** The targets of channels. The value: the number on disk. */
export const ANIMATION_TARGETS = { node: 1, material: 3, camera: 4, light: 5 } as const;
/** The target of a channel. */
export type AnimationTarget = keyof typeof ANIMATION_TARGETS;

const NODE = { translation: 3, rotation: 4, scale: 3, visibility: 1 } as const;
const CAMERA = { aspectOrXmag: 1, yfovOrYmag: 1, znear: 1, zfar: 1 } as const;
const LIGHT = { color: 3, intensity: 1, range: 1, innerCone: 1, outerCone: 1 } as const;

/** The property of a node, a camera, a light or a material that a channel changes. */
export type ScenePropertyName = keyof typeof NODE | keyof typeof CAMERA | keyof typeof LIGHT | MaterialPropertyName;

const numbered = <N extends ScenePropertyName>(fields: Readonly<Record<N, number>>): readonly Property[] =>
  (Object.entries(fields) as [N, number][]).map(([name, components], number) => ({ name, number, components }));

/** Every property that `.hscene` can animate, by target, with its number and its floats on disk. */
export const SCENE_PROPERTIES: Readonly<Record<AnimationTarget, readonly Property[]>> = {
  node: numbered(NODE),
  material: MATERIAL_PROPERTIES,
  camera: numbered(CAMERA),
  light: numbered(LIGHT),
};

export const targetOf = (number: number): AnimationTarget | undefined =>
  (Object.keys(ANIMATION_TARGETS) as AnimationTarget[]).find((name) => ANIMATION_TARGETS[name] === number);
