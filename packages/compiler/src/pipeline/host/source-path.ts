// Rules for paths inside the input and the output: always relative, with forward slashes, never above their root.

import { AssetError } from '../../diagnostics/diagnostic.js';

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The path without its last extension. A name that starts with its only dot is unchanged. */
export function withoutExtension(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path;
}

/** Equal for names that some file systems treat as equal: NFC and NFD forms, and names that differ only in case. */
export function collisionKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** No drive, no backslash, and neither `.` nor `..` nor nothing between slashes. */
const NORMAL = /^(?![A-Za-z]:)(?!\.{0,2}(?:\/|$))[^/\\\0]+(?:\/(?!\.{0,2}(?:\/|$))[^/\\\0]+)*$/;

/** Removes `.` and `..`. Undefined if the path leaves the root, is absolute or is the root itself. */
export function normalizeInside(path: string): string | undefined {
  // Fast path: most are normalized already, and this runs several times per asset.
  if (NORMAL.test(path)) return path;
  const text = path.replaceAll('\\', '/');
  if (text.startsWith('/') || /^[A-Za-z]:/.test(text) || text.includes('\0')) return undefined;
  const parts: string[] = [];
  for (const part of text.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else parts.push(part);
  }
  return parts.length === 0 ? undefined : parts.join('/');
}

/** Resolves a reference found in `fromFile` against that file's folder. */
export function resolveReference(fromFile: string, reference: string): string {
  const folder = fromFile.slice(0, fromFile.lastIndexOf('/') + 1);
  const leaves = /^([/\\]|[A-Za-z]:)/.test(reference);
  const resolved = leaves ? undefined : normalizeInside(folder + reference);
  if (resolved === undefined) {
    throw new AssetError({
      code: 'build/outside-input',
      file: fromFile,
      message: `refers to ${JSON.stringify(reference)}, which is outside the input folder`,
      hint: 'Move the file into the input folder and correct the reference.',
    });
  }
  return resolved;
}
