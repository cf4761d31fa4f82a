// Finds where in a plug-in's source an error was thrown, by the stack frames in its bundle and the bundle's source map.

import { SourceMap } from 'node:module';
import type { PluginBundle } from '../model/kind/plugin-bundle.js';

/** The file name of a bundle in stack traces. */
export const bundleName = ({ digest }: Pick<PluginBundle, 'digest'>): string =>
  `assetc-plugin-${digest.slice(0, 16)}.cjs`;

/** A place in a file of the plug-in. */
interface SourcePlace {
  /** Relative to the configuration's folder. */
  readonly file: string;
  readonly where: { readonly line: number; readonly column: number };
}

/** The innermost frame in a file of the plug-in, or else in a package that it uses. */
export function placeOf(error: unknown, bundle: PluginBundle): SourcePlace | undefined {
  const stack = error instanceof Error && typeof error.stack === 'string' ? error.stack : '';
  const name = bundleName(bundle);
  const frames = [...stack.matchAll(/([\w.-]+):(\d+):(\d+)/g)].filter(([, file]) => file === name);
  if (frames.length === 0) return undefined;
  const map = new SourceMap(JSON.parse(bundle.map));
  const places = frames.flatMap(([, , line, column]) => mapped(map, Number(line), Number(column)) ?? []);
  return places.find(({ file }) => !file.includes('node_modules/')) ?? places[0];
}

function mapped(map: SourceMap, line: number, column: number): SourcePlace | undefined {
  const entry = map.findEntry(line - 1, column - 1);
  if (!('originalSource' in entry) || entry.originalSource === undefined) return undefined;
  const { originalSource, originalLine, originalColumn } = entry;
  return {
    file: decodeURIComponent(originalSource),
    where: { line: originalLine + 1, column: originalColumn + 1 },
  };
}
