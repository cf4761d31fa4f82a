// A hook of a plug-in: a step between importing and compiling.

import type { Image } from '../image/image.js';
import type { TextureMode } from '../image/texture-params.js';
import type { SceneModel } from '../scene/scene.js';
import type { CompileContext } from './compile-context.js';

/** What hooks may change. */
export type HookPart = 'scene' | 'image';

/** An image, with its file and role. */
export interface HookedImage {
  readonly image: Image;
  /** The file that contains it. */
  readonly file: string;
  readonly role: TextureMode;
}

export interface Hook {
  /** The plug-in, its version, and the digest of its files: part of the key of every asset that it applies to. */
  readonly identity: string;
  /** For paths of sources, and names of derived assets. */
  matches(path: string): boolean;
  scene?(scene: SceneModel, context: CompileContext): Promise<SceneModel>;
  image?(image: HookedImage, context: CompileContext): Promise<Image>;
}

/** The hooks that apply to an asset with these names. */
export function hooksFor(
  hooks: readonly Hook[] | undefined,
  part: HookPart | undefined,
  names: readonly string[],
): readonly Hook[] {
  if (hooks === undefined || part === undefined) return [];
  return hooks.filter((hook) => hook[part] !== undefined && names.some((name) => hook.matches(name)));
}
