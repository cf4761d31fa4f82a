// A hook of a plug-in as kinds meet it: a step between importing and compiling.

import type { CompileContext } from './compile-context.js';
import type { Image } from './image.js';
import type { SceneModel } from './scene.js';
import type { TextureMode } from './texture-params.js';

/** What hooks may change. */
export type HookPart = 'scene' | 'image';

/** An image, and what is known of it. */
export interface HookedImage {
  readonly image: Image;
  /** The file that it lies in. */
  readonly file: string;
  readonly role: TextureMode;
}

export interface Hook {
  /** The plug-in, its version, and the digest of its files: part of the key of every asset that it meets. */
  readonly identity: string;
  /** Paths of sources, and names of what is inside them. */
  matches(path: string): boolean;
  scene?(scene: SceneModel, context: CompileContext): Promise<SceneModel>;
  image?(image: HookedImage, context: CompileContext): Promise<Image>;
}

/** Those that an asset of these names meets. */
export function hooksFor(
  hooks: readonly Hook[] | undefined,
  part: HookPart | undefined,
  names: readonly string[],
): readonly Hook[] {
  if (hooks === undefined || part === undefined) return [];
  return hooks.filter((hook) => hook[part] !== undefined && names.some((name) => hook.matches(name)));
}
