// By what machines of a farm know that they have the same plug-ins: their content, in their order.

import type { PluginBundle } from '../../model/kind/plugin-bundle.js';
import { digestText } from '../cache/digest.js';

/** Enough to keep machines apart; what a job asks for is compared with all digits. */
const KEY_DIGITS = 16;

/** Undefined if there are none. */
export function pluginsKey(plugins: readonly PluginBundle[] | undefined): string | undefined {
  if (plugins === undefined || plugins.length === 0) return undefined;
  return digestText(plugins.map(({ digest }) => digest).join(' ')).slice(0, KEY_DIGITS);
}
