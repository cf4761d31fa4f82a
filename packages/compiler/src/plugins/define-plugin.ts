// What a plug-in's module exports by default.

import type { EditableImage, EditableScene } from '../model/editable-scene.js';
import type { Kind } from '../model/kind.js';
import type { KindContext, Spot } from '../model/kind-context.js';

/** What `definePlugin` is told. */
export interface PluginDefinition {
  /** Lower case, digits and hyphens, perhaps with a scope. */
  readonly name: string;
  /** Another one where outputs change for a reason that its files do not show. */
  readonly version: string;
  readonly kinds?: readonly Kind[];
  /** In this order, after those of plug-ins that come before it in the configuration. */
  readonly hooks?: readonly HookDefinition[];
}

/** A step between importing and compiling, for models and images of assetc's own kinds. */
export interface HookDefinition {
  /** Globs over paths of sources (`characters/*.glb`) and over names of what is inside them (`characters/hero/tex_0`), ignoring case. */
  readonly match: string | readonly string[];
  /** Changes a model: glTF, GLB or OBJ. */
  readonly scene?: (scene: EditableScene, context: HookContext) => void | Promise<void>;
  /** Changes an image: of its own, of a model, or a layer of an array. */
  readonly image?: (image: EditableImage, context: HookContext) => void | Promise<void>;
}

/** What a hook sees besides the model: what it reads is recorded, as it is for kinds. */
export interface HookContext
  extends Pick<
    KindContext<unknown>,
    'path' | 'read' | 'tryRead' | 'readText' | 'list' | 'exists' | 'resolve' | 'error' | 'signal'
  > {
  /** `undefined` or `{}`: somewhere in the source. */
  warn(spot: Spot | undefined, message: string, remedy?: string): void;
}

const SEAL: unique symbol = Symbol('definePlugin');

/** What `definePlugin` returns. */
export interface Plugin extends PluginDefinition {
  readonly [SEAL]: true;
}

/** A plug-in: the default export of a module that `plugins:` of the configuration names. */
export function definePlugin(definition: PluginDefinition): Plugin {
  return { ...definition, [SEAL]: true };
}

export const isPlugin = (value: unknown): value is Plugin =>
  typeof value === 'object' && value !== null && SEAL in value && value[SEAL] === true;
