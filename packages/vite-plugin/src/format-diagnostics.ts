// Formats diagnostics for Vite's log and overlay: file, place, cause and remedy; for the first one also the lines around it.

import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { type Diagnostic, type Place, remedyOf } from 'assetc';
import type { ErrorPayload } from 'vite';

export const PLUGIN_NAME = 'vite-plugin-assetc';

/** Folders that files of diagnostics may be relative to: the input, or Vite's root for the configuration. */
export interface Roots {
  readonly input: string | undefined;
  readonly root: string;
}

const FRAME_LINES = 2;

/** `models/chair.gltf:3:7: error gltf/bad-json: the cause`, the remedy on a line of its own. */
export function formatDiagnostic({ file, where, severity, code, message, hint }: Diagnostic): string {
  const place = file === undefined ? '' : `${file}${formatPlace(where)}: `;
  return `${place}${severity} ${code}: ${message}\n  ${hint ?? remedyOf(code)}`;
}

function formatPlace(where: Place | undefined): string {
  if (where?.line !== undefined) return `:${where.line}${where.column === undefined ? '' : `:${where.column}`}`;
  if (where?.pointer !== undefined) return where.pointer === '' ? '' : `#${where.pointer}`;
  return where?.offset === undefined ? '' : ` (byte ${where.offset})`;
}

/** The contents of Vite's overlay; undefined if there is no problem. */
export function overlayOf(diagnostics: readonly Diagnostic[], roots: Roots): ErrorPayload['err'] | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return undefined;
  const { path, text } = fileOf(first, roots);
  const { line, column = 1 } = first.where ?? {};
  return {
    message: errors.map(formatDiagnostic).join('\n\n'),
    stack: '',
    plugin: PLUGIN_NAME,
    ...(path === undefined ? {} : { id: path }),
    ...(path === undefined || line === undefined ? {} : { loc: { file: path, line, column } }),
    ...(text === undefined || line === undefined ? {} : { frame: frameOf(text, line, column) }),
  };
}

/** The file on disk, with its text if the diagnostic has a line. */
function fileOf({ file, where }: Diagnostic, { input, root }: Roots): { path?: string; text?: string } {
  if (file === undefined) return {};
  // An asset inside a file is named after it: `models/chair.glb#tex_0`.
  const names = [file, file.replace(/#[^/]*$/, '')];
  const places = isAbsolute(file) ? [''] : [...(input === undefined ? [] : [input]), root];
  for (const path of places.flatMap((place) => names.map((name) => resolve(place, name))))
    try {
      const bytes = readFileSync(path);
      return where?.line === undefined ? { path } : { path, text: bytes.toString('utf8') };
    } catch {
      // Missing, a folder, or relative to the other root: reported without a path on disk.
    }
  return {};
}

/** The line with the lines around it, and a mark below the column. */
function frameOf(text: string, line: number, column: number): string {
  const lines = text.trimEnd().split(/\r?\n/);
  const first = Math.max(1, line - FRAME_LINES);
  const shown = lines.slice(first - 1, line + FRAME_LINES);
  const width = String(first + shown.length - 1).length;
  return shown
    .flatMap((content, i) => {
      const number = first + i;
      const row = `${String(number).padStart(width)} | ${content.slice(0, 200)}`;
      return number === line ? [row, `${' '.repeat(width)} | ${' '.repeat(Math.max(0, column - 1))}^`] : [row];
    })
    .join('\n');
}
