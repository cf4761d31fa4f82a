// A job as it is sent: everything that its outputs depend on, as JSON with a fixed order, so that equal jobs have equal text and one id. The
// receiver checks everything: names of declared settings, types of values, paths inside the input.

import type { Layer } from '../../config/config.js';
import { fitsType } from '../../config/fits-type.js';
import type { Claim } from '../../model/kind/compile-context.js';
import type { Kind } from '../../model/kind/kind.js';
import type { Registry } from '../../model/kind/registry.js';
import type { ResolvedSettings } from '../../model/kind/setting.js';
import type { Json } from '../../model/text/json.js';
import { checkClaim, checkRef } from '../cache/check-record.js';
import { count, Damaged, digest, fields, inputPath, json, list, outputPath, text } from '../cache/untrusted.js';
import { MAX_FILE_BYTES } from '../host/host.js';
import type { RemoteInputIndex } from '../workers/input/remote-inputs.js';

/** Increase it if the meaning of jobs or replies changes. */
const FORMAT = 1;

/** Limit for the text of a job and of a reply, since the queue is in memory. Longer jobs are compiled on the building machine. */
export const MAX_TEXT_CHARACTERS = 1 << 18;

/** Maximum total bytes of a job's inputs. */
export const MAX_WORLD_BYTES = 1 << 30;

export interface FarmJob {
  readonly kind: string;
  /** The version of the kind's compiler: see KindIdentities. */
  readonly identity: string;
  readonly source: string;
  readonly name: string | null;
  readonly base: string;
  /** Null: none; otherwise a list of one. */
  readonly params: readonly [Json] | null;
  readonly settings: ResolvedSettings;
  readonly others: readonly ResolvedSettings[];
  /** Estimated peak memory. */
  readonly memoryBytes: number;
  /** Time limit on a worker; 0: no limit. */
  readonly limitMs: number;
  readonly world: RemoteInputIndex;
}

export const withFormat = (job: FarmJob): FarmJob & { readonly format: number } => ({ format: FORMAT, ...job });

/** A job of a kind that is unknown here, but may be known to another worker. */
export class UnknownKind extends Error {}

/** Throws Damaged or UnknownKind. */
export function parseFarmJob(payload: string, registry: Registry): FarmJob {
  if (payload.length > MAX_TEXT_CHARACTERS) throw new Damaged(`a job of at most ${MAX_TEXT_CHARACTERS} characters`);
  const job = fields(parseJson(payload));
  if (job.format !== FORMAT) throw new Damaged(`a job of format ${FORMAT}`);
  const params = job.params === null ? null : list(job.params);
  if (params !== null && params.length !== 1) throw new Damaged('params');
  const kind = registry.kinds.find(({ name }) => name === job.kind);
  if (kind === undefined) throw new UnknownKind(`it has no kind ${text(job.kind)}`);
  const settings = (value: unknown) => checkResolved(value, registry, kind);
  const world = checkWorld(job.world, registry);
  const bytes = [...world.files, ...world.parts].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > MAX_WORLD_BYTES) throw new Damaged(`a job of at most ${MAX_WORLD_BYTES} bytes`);
  return {
    kind: kind.name,
    identity: text(job.identity),
    source: inputPath(job.source),
    name: job.name === null ? null : text(job.name),
    base: outputPath(job.base),
    params: params === null ? null : [params[0] as Json],
    settings: settings(job.settings),
    others: list(job.others).map(settings),
    memoryBytes: count(job.memoryBytes),
    limitMs: count(job.limitMs),
    world,
  };
}

/** Keys that would change an object's prototype, or shadow properties of every object. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** At most as deep as records, and without dangerous keys. */
export function parseJson(payload: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(payload, (key, inner: unknown) => {
      if (FORBIDDEN_KEYS.has(key)) throw new Damaged('plain keys');
      return inner;
    });
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) throw new Damaged('JSON');
    throw error;
  }
  json(value);
  return value;
}

/** Exactly the settings that the kind declared, like the resolver's result: declared names with values of their types. */
function checkResolved(value: unknown, registry: Registry, kind: Kind): ResolvedSettings {
  const values = checkValues(value, registry);
  for (const [group, settings] of Object.entries(values))
    for (const name of Object.keys(settings))
      if (!kind.settings.includes(group) && !kind.settings.includes(`${group}.${name}`))
        throw new Damaged(`settings that ${kind.name} declared`);
  return values;
}

function checkValues(value: unknown, registry: Registry): ResolvedSettings {
  const groups = Object.entries(fields(value)).map(([name, settings]) => {
    const group = registry.groups.find((candidate) => candidate.name === name);
    if (group === undefined) throw new Damaged('a group of settings');
    const checked = Object.entries(fields(settings)).map(([setting, inner]) => {
      const declared = Object.hasOwn(group.settings, setting) ? group.settings[setting] : undefined;
      if (declared === undefined || !fitsType(declared.type, inner)) throw new Damaged(`a value of ${name}.${setting}`);
      return [setting, inner] as const;
    });
    return [name, Object.fromEntries(checked)] as const;
  });
  return Object.fromEntries(groups);
}

function checkWorld(value: unknown, registry: Registry): RemoteInputIndex {
  const world = fields(value);
  const blob = (it: { readonly [key: string]: unknown }) => {
    const sizeBytes = count(it.sizeBytes);
    if (sizeBytes > MAX_FILE_BYTES) throw new Damaged('a size that fits into memory');
    return { digest: digest(it.digest), sizeBytes };
  };
  return {
    files: list(world.files).map((one) => {
      const it = fields(one);
      return { path: inputPath(it.path), ...blob(it) };
    }),
    parts: list(world.parts).map((one) => {
      const it = fields(one);
      checkRef(it.ref);
      return { ref: it.ref, ...blob(it), fileDigest: digest(it.fileDigest) };
    }),
    existence: list(world.existence).map((one) => {
      const it = fields(one);
      return { path: inputPath(it.path), exists: it.exists === true };
    }),
    listings: list(world.listings).map((one) => {
      const it = fields(one);
      return { folder: inputPath(it.folder), names: it.names === null ? null : list(it.names).map(inputPath) };
    }),
    mentions: list(world.mentions).map((one): { path: string; claim: Claim | null } => {
      const it = fields(one);
      return { path: inputPath(it.path), claim: checkClaim(it.claim) };
    }),
    layers: world.layers === null ? null : list(world.layers).map((one) => checkLayer(one, registry)),
  };
}

function checkLayer(value: unknown, registry: Registry): Layer {
  const layer = fields(value);
  const match = layer.match === undefined ? undefined : text(layer.match);
  return { origin: '', match, values: checkValues(layer.values, registry) };
}
