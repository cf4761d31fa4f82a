// The door of the record: whatever a cache file says is checked here, once, before anybody uses it. One value of a wrong
// type, one index out of its table, one path that leads out of its folder, and the record is damaged as a whole. Some ten
// thousand rows pass through before a no-op build can begin, so rows are checked in place and nothing is made of them.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AssetKind, BytesRef, Claim, DerivedAsset } from '../../model/kind.js';
import type { Dependency, ProductRecord } from './record.js';
import { FILE_CELLS, type RecordTables } from './record-rows.js';
import {
  count,
  Damaged,
  digest,
  fields,
  finite,
  index,
  inputPath,
  json,
  list,
  optional,
  outputPath,
  text,
} from './untrusted.js';

const ASSET_KINDS = {
  texture: true,
  mesh: true,
  material: true,
  lut: true,
  shader: true,
  embed: true,
  animation: true,
  font: true,
} as const satisfies Readonly<Record<AssetKind, true>>;

/** Follows a base that is fine without making anything else of it: `.ktx2`. Others are checked together with their base. */
const PLAIN_SUFFIX = /^(?:\.[A-Za-z0-9]+)?$/;

/** 64 bits in hex. */
const TEXTURE_HASH = /^[0-9a-f]{1,16}$/;

interface Sizes {
  readonly kinds: number;
  readonly settings: number;
  readonly files: number;
}

/** Throws Damaged. */
export function checkTables(value: unknown): asserts value is RecordTables {
  const tables = fields(value);
  const kinds = list(tables.kinds);
  for (const kind of kinds) {
    const pair = list(kind);
    text(pair[0]);
    text(pair[1]);
  }
  const settings = list(tables.settings);
  for (const one of settings) checkSettings(one);
  const files = list(tables.files);
  if (files.length % FILE_CELLS !== 0) throw new Damaged('six cells a file');
  for (let at = 0; at < files.length; at += FILE_CELLS) checkFile(files, at);
  const sizes = { kinds: kinds.length, settings: settings.length, files: files.length / FILE_CELLS };
  const suffixes = new Map<string, boolean>();
  for (const row of list(tables.assets)) checkAsset(list(row), sizes, suffixes);
}

/** Canonical JSON of groups of settings, which staleness takes apart. */
function checkSettings(value: unknown): string {
  const settings = text(value);
  let parsed: unknown;
  try {
    parsed = JSON.parse(settings);
  } catch {
    throw new Damaged('settings');
  }
  for (const group of Object.values(fields(parsed))) fields(group);
  json(parsed);
  return settings;
}

function checkFile(files: readonly unknown[], at: number): void {
  inputPath(files[at]);
  count(files[at + 1]);
  finite(files[at + 2]);
  finite(files[at + 3]);
  finite(files[at + 4]);
  rowDigest(files[at + 5]);
}

/** Only ever compared (a file that could not be read has a word for it): what makes a path of a digest checks it whole. */
function rowDigest(value: unknown): void {
  if (typeof value !== 'string' || value.length > 64) throw new Damaged('a digest');
}

function checkAsset(row: readonly unknown[], sizes: Sizes, suffixes: Map<string, boolean>): void {
  const [source, kind, settings, base, dependencies, outputs, extras] = row;
  inputPath(source);
  index(kind, sizes.kinds);
  index(settings, sizes.settings);
  const outputBase = outputPath(base);
  for (const dependency of list(dependencies)) checkDependency(list(dependency), sizes);
  for (const output of list(outputs)) checkOutput(outputBase, list(output), suffixes);
  if (extras !== undefined) checkExtras(extras);
}

function checkDependency(row: readonly unknown[], sizes: Sizes): void {
  switch (row[0]) {
    case 0: {
      const [, file, digest] = row;
      index(file, sizes.files);
      if (row.length > 2) rowDigest(digest);
      return;
    }
    case 1: {
      const [, ref, file, digest, fileDigest] = row;
      checkRef(ref);
      index(file, sizes.files);
      rowDigest(digest);
      if (row.length > 4) rowDigest(fileDigest);
      return;
    }
    case 2: {
      const [, path, exists] = row;
      inputPath(path);
      index(exists, 2);
      return;
    }
    case 3: {
      const [, folder, names] = row;
      inputPath(folder);
      // Names are compared with what a folder lists, never joined to it: any will do.
      if (names !== null) for (const name of list(names)) text(name);
      return;
    }
    case 4: {
      const [, name, settings] = row;
      text(name);
      index(settings, sizes.settings);
      return;
    }
    case 5: {
      const [, path, settings] = row;
      inputPath(path);
      index(settings, sizes.settings);
      return;
    }
    case 6: {
      const [, path, use, claim] = row;
      inputPath(path);
      text(use);
      checkClaim(claim);
      return;
    }
    default:
      throw new Damaged('a dependency');
  }
}

function checkClaim(value: unknown): Claim | null {
  if (value === null) return null;
  const claim = fields(value);
  return { kind: text(claim.kind), source: inputPath(claim.source) };
}

function checkRef(value: unknown): BytesRef {
  const ref = fields(value);
  const pointer = optional(ref.pointer, text);
  const offset = optional(ref.offset, count);
  const length = optional(ref.length, count);
  return {
    file: inputPath(ref.file),
    ...(pointer !== undefined && { pointer }),
    ...(offset !== undefined && { offset }),
    ...(length !== undefined && { length }),
  };
}

function checkOutput(base: string, row: readonly unknown[], suffixes: Map<string, boolean>): void {
  const [following, sizeBytes, digest, mtimeMs, inode, kind, srgb, refersTo] = row;
  const suffix = text(following);
  let plain = suffixes.get(suffix);
  if (plain === undefined) {
    plain = PLAIN_SUFFIX.test(suffix);
    suffixes.set(suffix, plain);
  }
  if (!plain) outputPath(base + suffix);
  count(sizeBytes);
  rowDigest(digest);
  finite(mtimeMs);
  finite(inode);
  if (row.length <= 5) return;
  if (kind !== 0) checkAssetKind(kind);
  index(srgb, 2);
  if (row.length > 7) checkHashes(refersTo);
}

export function checkAssetKind(value: unknown): AssetKind {
  const kind = text(value);
  for (const known of Object.keys(ASSET_KINDS)) if (known === kind) return kind as AssetKind;
  throw new Damaged('a kind of the manifest');
}

export function checkHashes(value: unknown): readonly string[] {
  return list(value).map((hash) => {
    if (!TEXTURE_HASH.test(text(hash))) throw new Damaged('a hash');
    return text(hash);
  });
}

function checkExtras(value: unknown): void {
  const extras = fields(value);
  optional(extras.name, text);
  json(extras.params);
  optional(extras.contentKey, digest);
  if (extras.derived !== undefined) for (const derived of list(extras.derived)) checkDerived(derived);
  if (extras.diagnostics !== undefined) for (const one of list(extras.diagnostics)) checkDiagnostic(one);
}

export function checkDerived(value: unknown): asserts value is DerivedAsset {
  const derived = fields(value);
  text(derived.kind);
  text(derived.name);
  outputPath(derived.base);
  if (derived.params === undefined) throw new Damaged('params');
  json(derived.params);
}

/** Only warnings are remembered: an error among them would fail a build in which nothing failed. */
export function checkDiagnostic(value: unknown): asserts value is Diagnostic {
  const diagnostic = fields(value);
  text(diagnostic.code);
  text(diagnostic.message);
  optional(diagnostic.file, text);
  optional(diagnostic.hint, text);
  if (diagnostic.severity !== 'warning') throw new Damaged('a warning');
  if (diagnostic.where === undefined) return;
  const where = fields(diagnostic.where);
  optional(where.line, finite);
  optional(where.column, finite);
  optional(where.offset, finite);
  optional(where.pointer, text);
}

export function checkProduct(value: unknown): ProductRecord | undefined {
  if (value === null) return undefined;
  const product = fields(value);
  return {
    sizeBytes: count(product.sizeBytes),
    digest: digest(product.digest),
    mtimeMs: finite(product.mtimeMs),
    inode: finite(product.inode),
    entries: count(product.entries),
    madeOf: text(product.madeOf),
  };
}

/** As a trace holds them: whole objects. */
export function checkDependencyObject(value: unknown): Dependency {
  const it = fields(value);
  switch (it.type) {
    case 'bytes':
      return { type: 'bytes', path: inputPath(it.path), digest: digest(it.digest) };
    case 'part':
      return {
        type: 'part',
        ref: checkRef(it.ref),
        digest: digest(it.digest),
        fileDigest: digest(it.fileDigest),
      };
    case 'existence':
      return { type: 'existence', path: inputPath(it.path), exists: it.exists === true };
    case 'listing':
      return {
        type: 'listing',
        folder: inputPath(it.folder),
        names: it.names === null ? null : list(it.names).map(text),
      };
    case 'settings-for':
      return { type: 'settings-for', name: text(it.name), json: checkSettings(it.json) };
    case 'settings-of':
      return { type: 'settings-of', path: inputPath(it.path), json: checkSettings(it.json) };
    case 'mention':
      return { type: 'mention', path: inputPath(it.path), use: text(it.use), claim: checkClaim(it.claim) };
    default:
      throw new Damaged('a dependency');
  }
}
