// The table of kinds, settings and parallel tasks that a build works with.

import type { Hook } from './hook.js';
import type { Kind } from './kind.js';
import type { SettingsGroup } from './setting.js';

/** One index of a task. Called many times with one payload, so cache what you derive from it by identity. */
export type ParallelTask = (payload: never, index: number) => void;

export interface Registry {
  readonly kinds: readonly Kind[];
  /** Hooks of plug-ins, in the order of the configuration. */
  readonly hooks?: readonly Hook[];
  readonly groups: readonly SettingsGroup[];
  /** Each loads its task on first use. */
  readonly tasks: { readonly [name: string]: () => Promise<ParallelTask> };
}
