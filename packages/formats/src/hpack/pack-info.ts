// `assetc/pack.json`: the SHA-256 of every other entry of a pack, its build id, what it removes and what it needs. A signature in
// `assetc/pack.sig` covers its bytes, so whoever trusts it can check any entry alone.

import { FormatError } from '../core/format-error.js';
import { pathProblem } from '../core/relative-path.js';
import { compareBytes, readText, writeText } from '../core/text.js';

/** The entry that lists the others. */
export const PACK_INFO_PATH = 'assetc/pack.json';
/** The entry with the signature over the bytes of the list: 64 bytes, Ed25519. */
export const PACK_SIGNATURE_PATH = 'assetc/pack.sig';
/** Bytes of the signature. */
export const PACK_SIGNATURE_BYTES = 64;
const FORMAT = 'assetc pack';
const VERSION = 1;

/** An entry and the SHA-256 of its bytes as 64 lowercase hexadecimal digits. */
export interface ListedEntry {
  readonly path: string;
  readonly sha256: string;
}

/** Another pack that this one needs, and the build of it, if it must be exactly that one. */
export interface PackDependency {
  readonly pack: string;
  readonly build?: string;
}

/** What `assetc/pack.json` says. */
export interface PackInfo {
  /** The version of assetc that wrote the pack. */
  readonly assetc: string;
  /** Derived from the content: equal packs have equal builds. */
  readonly build: string;
  readonly dependencies: readonly PackDependency[];
  /** Paths that the pack removes from packs below it. */
  readonly removed: readonly string[];
  /** Sorted by the bytes of their paths: every entry of the pack but the list and the signature. */
  readonly entries: readonly ListedEntry[];
}

/** Whether a path is one of the two that the list itself does not name. */
export const isPackInfoPath = (path: string): boolean => path === PACK_INFO_PATH || path === PACK_SIGNATURE_PATH;

const byPath = (a: string, b: string): number => compareBytes(writeText(a), writeText(b));

/** The text that the build id is the SHA-256 of. The version of assetc is no part of it. */
function packBuildText({ entries, removed, dependencies }: Omit<PackInfo, 'build' | 'assetc'>): string {
  return [
    ...dependencies.map(({ pack, build }) => `needs ${pack} ${build ?? ''}`),
    ...removed.map((path) => `removes ${path}`),
    ...entries.map(({ path, sha256 }) => `${sha256} ${path}`),
  ].join('\n');
}

/** The bytes of `assetc/pack.json`. Lists are sorted here, so equal content gives equal bytes. */
export function encodePackInfo(info: Omit<PackInfo, 'build'>, sha256Hex: (text: string) => string): Uint8Array {
  const sorted = {
    dependencies: info.dependencies.toSorted((a, b) => byPath(a.pack, b.pack)),
    removed: info.removed.toSorted(byPath),
    entries: info.entries.toSorted((a, b) => byPath(a.path, b.path)),
  };
  const build = sha256Hex(packBuildText(sorted));
  const head = JSON.stringify({ format: FORMAT, version: VERSION, assetc: info.assetc, build });
  const rows = (list: readonly object[]) =>
    list.length === 0 ? '[]' : `[\n${list.map((row) => JSON.stringify(row)).join(',\n')}\n]`;
  const dependencies = sorted.dependencies.map(({ pack, build: wanted }) =>
    wanted === undefined ? { pack } : { pack, build: wanted },
  );
  const entries = sorted.entries.map(({ path, sha256 }) => ({ path, sha256 }));
  const text = `${head.slice(0, -1)},\n"dependencies":${rows(dependencies)},\n"removed":${JSON.stringify(sorted.removed)},\n"entries":${rows(entries)}}\n`;
  const bytes = writeText(text);
  decodePackInfo(bytes);
  return bytes;
}

const fail = (message: string): never => {
  throw new FormatError('bad-value', 0, `${PACK_INFO_PATH}: ${message}`);
};

/** Reads `assetc/pack.json`. Keys that are not known are ignored. Throws FormatError. */
export function decodePackInfo(bytes: Uint8Array): PackInfo {
  const text = readText(bytes, 0, bytes.byteLength, PACK_INFO_PATH);
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return fail('it is not JSON');
  }
  const top = objectOf(root, 'it');
  if (top.get('format') !== FORMAT) fail(`"format" must be "${FORMAT}"`);
  if (top.get('version') !== VERSION)
    throw new FormatError('bad-version', 0, `${PACK_INFO_PATH}: "version" must be ${VERSION}`);
  const entries = listOf(top.get('entries'), 'entries').map((row): ListedEntry => {
    const entry = objectOf(row, 'an entry');
    const path = pathOf(entry.get('path'));
    if (isPackInfoPath(path)) fail(`it lists ${path}`);
    return { path, sha256: hashOf(entry.get('sha256'), path) };
  });
  const removed = listOf(top.get('removed'), 'removed').map(pathOf);
  inOrder(
    entries.map(({ path }) => path),
    'entries',
  );
  inOrder(removed, 'removed');
  const dependencies = listOf(top.get('dependencies'), 'dependencies').map((row): PackDependency => {
    const dependency = objectOf(row, 'a dependency');
    const pack = textOf(dependency.get('pack'), 'pack');
    const build = dependency.get('build');
    return build === undefined ? { pack } : { pack, build: hashOf(build, pack) };
  });
  return {
    assetc: textOf(top.get('assetc'), 'assetc'),
    build: hashOf(top.get('build'), 'build'),
    dependencies,
    removed,
    entries,
  };
}

function objectOf(value: unknown, what: string): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail(`${what} must be an object`);
  return new Map(Object.entries(value));
}

function listOf(value: unknown, what: string): readonly unknown[] {
  return Array.isArray(value) ? value : fail(`"${what}" must be a list`);
}

function textOf(value: unknown, what: string): string {
  return typeof value === 'string' ? value : fail(`"${what}" must be text`);
}

function pathOf(value: unknown): string {
  const path = textOf(value, 'path');
  const wanted = pathProblem(path);
  return wanted === undefined ? path : fail(`${JSON.stringify(path)} must be ${wanted}`);
}

function hashOf(value: unknown, what: string): string {
  const text = textOf(value, what);
  return /^[0-9a-f]{64}$/.test(text) ? text : fail(`the SHA-256 of ${what} must be 64 lowercase hexadecimal digits`);
}

function inOrder(paths: readonly string[], what: string): void {
  let before: Uint8Array | undefined;
  for (const path of paths) {
    const name = writeText(path);
    if (before !== undefined && compareBytes(before, name) >= 0)
      fail(`"${what}" must be sorted by path, each path once: ${JSON.stringify(path)}`);
    before = name;
  }
}
