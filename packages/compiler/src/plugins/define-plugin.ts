// The default export of a plug-in's module.

import type { Kind } from '../model/kind/kind.js';
import type { KindContext, Spot } from '../model/kind/kind-context.js';
import type { EditableImage, EditableScene } from '../model/scene/editable-scene.js';

/** The argument of `definePlugin`. */
export interface PluginDefinition {
  /** Lower case letters, digits and hyphens, optionally with a scope. */
  readonly name: string;
  /** Change it if outputs change for a reason that is not in its files. */
  readonly version: string;
  readonly kinds?: readonly Kind[];
  /** Run in this order, after the hooks of plug-ins that the configuration lists earlier. */
  readonly hooks?: readonly HookDefinition[];
}

/** A step between importing and compiling, for models and images of assetc's own kinds. */
export interface HookDefinition {
  /** Globs for paths of sources (`characters/*.glb`) and names of derived assets (`characters/hero/tex_0`), ignoring case. */
  readonly match: string | readonly string[];
  /** Changes a model: glTF, GLB or OBJ. */
  readonly scene?: (scene: EditableScene, context: HookContext) => void | Promise<void>;
  /** Changes an image: a source, an image of a model, or a layer of an array. */
  readonly image?: (image: EditableImage, context: HookContext) => void | Promise<void>;
}

/** What a hook can use in addition to the model. Files that it reads become dependencies, as for kinds. */
export interface HookContext
  extends Pick<
    KindContext<unknown>,
    'path' | 'read' | 'tryRead' | 'readText' | 'list' | 'exists' | 'resolve' | 'error' | 'signal'
  > {
  /** If `spot` is `undefined` or `{}`, the warning is about the whole source. */
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
