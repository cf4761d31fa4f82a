// Checks values of records and traces before they are used. Each function throws Damaged for values that no build writes.

import type { Diagnostic, Place } from '../../diagnostics/diagnostic.js';
import type { PortableDiagnostic } from '../../diagnostics/portable-diagnostic.js';
import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { Claim } from '../../model/kind/compile-context.js';
import type { AssetKind, DerivedAsset } from '../../model/kind/output.js';
import type { Dependency, ProductRecord } from './record.js';
import {
  count,
  Damaged,
  digest,
  fields,
  finite,
  inputPath,
  json,
  list,
  optional,
  outputPath,
  shownText,
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

const isAssetKind = (name: string): name is AssetKind => Object.hasOwn(ASSET_KINDS, name);

/** 64 bits in hex. */
const TEXTURE_HASH = /^[0-9a-f]{1,16}$/;

/** Canonical JSON of groups of settings, which staleness.ts parses. */
export function checkSettings(value: unknown): string {
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

export function checkClaim(value: unknown): Claim | null {
  if (value === null) return null;
  const claim = fields(value);
  return { kind: text(claim.kind), source: inputPath(claim.source) };
}

export function checkRef(value: unknown): asserts value is BytesRef {
  const ref = fields(value);
  inputPath(ref.file);
  optional(ref.pointer, text);
  optional(ref.offset, count);
  optional(ref.length, count);
}

/** Only the fields of a reference: traces are keyed and compared by it. */
export function takeRef(value: unknown): BytesRef {
  checkRef(value);
  const { file, pointer, offset, length } = value;
  return {
    file,
    ...(pointer !== undefined && { pointer }),
    ...(offset !== undefined && { offset }),
    ...(length !== undefined && { length }),
  };
}

export function checkAssetKind(value: unknown): AssetKind {
  const kind = text(value);
  if (!isAssetKind(kind)) throw new Damaged('a kind of the manifest');
  return kind;
}

export function checkHashes(value: unknown): readonly string[] {
  return list(value).map((hash) => {
    if (!TEXTURE_HASH.test(text(hash))) throw new Damaged('a hash');
    return text(hash);
  });
}

export function checkDerived(value: unknown): asserts value is DerivedAsset {
  const derived = fields(value);
  text(derived.kind);
  text(derived.name);
  outputPath(derived.base);
  if (derived.params === undefined) throw new Damaged('params');
  json(derived.params);
}

/** Only warnings are stored: an error would fail a build in which nothing failed. */
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

/** Only the fields of a diagnostic, without control characters: the text may be from an untrusted author and is printed to a terminal. */
export function takeDiagnostic(value: unknown): PortableDiagnostic {
  checkDiagnostic(value);
  const onlyFor = optional(fields(value).onlyFor, (extensions) => list(extensions).map(text));
  const { code, severity, file, where, message, hint } = value;
  return {
    code,
    severity,
    ...(file !== undefined && { file: shownText(file) }),
    ...(where !== undefined && { where: takePlace(where) }),
    message: shownText(message),
    ...(hint !== undefined && { hint: shownText(hint) }),
    ...(onlyFor !== undefined && { onlyFor }),
  };
}

function takePlace({ line, column, pointer, offset }: Place): Place {
  return {
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(pointer !== undefined && { pointer: shownText(pointer) }),
    ...(offset !== undefined && { offset }),
  };
}

export function checkProduct(value: unknown): ProductRecord | undefined {
  if (value === null) return undefined;
  const product = fields(value);
  return {
    sizeBytes: count(product.sizeBytes),
    digest: digest(product.digest),
    mtimeMs: finite(product.mtimeMs),
    ctimeMs: finite(product.ctimeMs),
    inode: finite(product.inode),
    entries: count(product.entries),
    madeOf: text(product.madeOf),
  };
}

/** As in a trace: complete objects. */
export function checkDependencyObject(value: unknown): Dependency {
  const it = fields(value);
  switch (it.type) {
    case 'bytes':
      return { type: 'bytes', path: inputPath(it.path), digest: digest(it.digest) };
    case 'part':
      return {
        type: 'part',
        ref: takeRef(it.ref),
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
