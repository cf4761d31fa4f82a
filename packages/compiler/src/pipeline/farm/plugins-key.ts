// Identifies the plug-ins of a machine, by their content and order.

import type { PluginBundle } from '../../model/kind/plugin-bundle.js';
import { digestText } from '../cache/digest.js';

/** Enough to distinguish machines; jobs are compared with all digits. */
const KEY_DIGITS = 16;

/** Undefined if there are none. */
export function pluginsKey(plugins: readonly PluginBundle[] | undefined): string | undefined {
  if (plugins === undefined || plugins.length === 0) return undefined;
  return digestText(plugins.map(({ digest }) => digest).join(' ')).slice(0, KEY_DIGITS);
}
