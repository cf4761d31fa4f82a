// What a plug-in's module exports by default.

import type { Kind } from '../model/kind.js';

/** What `definePlugin` is told. */
export interface PluginDefinition {
  /** Lower case, digits and hyphens, perhaps with a scope. */
  readonly name: string;
  /** Another one where outputs change for a reason that its files do not show. */
  readonly version: string;
  readonly kinds?: readonly Kind[];
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
