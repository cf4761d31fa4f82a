// Converts what a plug-in threw into a diagnostic, at the place in its source if known.

import { FormatError } from '@assetc/formats';
import { AssetError, type Diagnostic } from '../diagnostics/diagnostic.js';
import { KindMistake } from '../model/kind/kind-mistake.js';
import type { PluginBundle } from '../model/kind/plugin-bundle.js';
import { placeOf } from './source-places.js';

/** `doing`: for example `while it compiled a.level.json`. An AssetError is returned unchanged. */
export function pluginFailure(
  error: unknown,
  bundle: PluginBundle,
  doing: string,
  fallbackCode: 'plugin/threw' | 'plugin/load-failed',
): AssetError {
  if (error instanceof AssetError) return error;
  const code = error instanceof KindMistake ? (`plugin/${error.mistake}` as const) : fallbackCode;
  const place = placeOf(error, bundle);
  const diagnostic: Omit<Diagnostic, 'severity'> = {
    code,
    file: place?.file ?? bundle.specifier,
    ...(place === undefined ? {} : { where: place.where }),
    message: `${messageOf(error)}, ${doing}`,
  };
  return new AssetError(diagnostic, { cause: error });
}

function messageOf(error: unknown): string {
  if (error instanceof KindMistake) return error.message;
  if (error instanceof FormatError) return `threw ${error.message}`;
  if (isErrorLike(error)) return `threw ${error.name}: ${error.message}`;
  return `threw ${shorten(error)}, which is not an Error`;
}

/** An Error of any realm. */
const isErrorLike = (value: unknown): value is Error =>
  value instanceof Error ||
  (typeof value === 'object' && value !== null && Object.prototype.toString.call(value) === '[object Error]');

function shorten(value: unknown): string {
  let text: string;
  try {
    text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  } catch {
    text = typeof value;
  }
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
