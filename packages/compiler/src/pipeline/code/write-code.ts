// Generated code: written at the end of a build that succeeded, only if it differs, and only over what was generated before.

import { relative, resolve, sep } from 'node:path';
import { type CodeModel, type Difference, uniteSources } from '../../codegen/code-model.js';
import { generateCode } from '../../codegen/generate-code.js';
import { isGenerated } from '../../codegen/generated-header.js';
import type { CodeFile, Config } from '../../config/config.js';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Kind } from '../../model/kind/kind.js';
import type { CacheState } from '../cache/cache-state.js';
import { digestBytes } from '../cache/digest.js';
import type { AssetRecord, ProductRecord } from '../cache/record.js';
import { LockLost } from '../commit/lock-lost.js';
import { removalFailure, writeFailure } from '../commit/write-failure.js';
import { writeSingleFile } from '../commit/write-single-file.js';
import { errorCode, type Host } from '../host/host.js';
import { intactProduct, productRecord } from '../plan/facts.js';
import { type BuildLog, LAST } from '../report/build-log.js';
import { type CodeInput, codeDigest, codeInputs, readCodeSource } from './code-inputs.js';

interface CodeContext {
  readonly host: Host;
  readonly config: Config;
  readonly cache: CacheState;
  readonly log: BuildLog;
  readonly findKind: (name: string) => Kind | undefined;
}

/** The path of a generated file as the record has it. Undefined on another drive. */
function recordedPath(output: string, path: string): string | undefined {
  const inner = relative(output, path);
  return resolve(output, inner) === path && !/^[a-z]:/i.test(inner) ? inner.split(sep).join('/') : undefined;
}

/** Returns whether there is something new to record. Throws AssetError. */
export async function writeCode(records: () => Iterable<AssetRecord>, context: CodeContext): Promise<boolean> {
  const { config, cache, host } = context;
  const files = config.codegen?.files ?? [];
  const wanted = new Set(files.map(({ path }) => recordedPath(config.output, path)));
  const old = [...cache.code.keys()].filter((path) => !wanted.has(path));
  for (const path of old) await removeOld(path, context);
  if (files.length === 0) return old.length > 0;
  const inputs = codeInputs(config, host, context.findKind, {
    manifestDigest: cache.manifest?.digest,
    records: records(),
  });
  const madeOf = codeDigest(inputs);
  const stale = files.filter(({ path }) => {
    const known = knownProduct(context, path);
    if (known?.madeOf !== madeOf) return true;
    const key = recordedPath(config.output, path);
    if (key !== undefined) cache.code.set(key, known);
    context.log.emit({ type: 'code', path, written: false });
    return false;
  });
  if (stale.length === 0) return old.length > 0;
  const { model, differences } = await readModel(inputs, context);
  // Then the next build compares again, and warns again.
  const proof = differences.length > 0 ? '' : madeOf;
  for (const file of stale) await writeFile(file, model, proof, context);
  return true;
}

function knownProduct({ config, cache, host }: CodeContext, path: string): ProductRecord | undefined {
  const key = recordedPath(config.output, path);
  return key === undefined ? undefined : intactProduct(host, path, cache.code.get(key));
}

async function readModel(inputs: readonly CodeInput[], { host, log }: CodeContext) {
  const sources = await Promise.all(inputs.map((input) => readCodeSource(host, input)));
  const united = uniteSources(sources);
  log.report(LAST, united.differences.map(differs));
  return united;
}

const presetName = (preset: string | null): string =>
  preset === null ? 'the build without a preset' : `preset ${preset}`;

const differs = ({ path, presets: [first, other] }: Difference): Diagnostic => ({
  code: 'build/code-differs',
  severity: 'warning',
  file: path,
  message: `it has other names or another interface in ${presetName(other)} than in ${presetName(first)}`,
});

async function writeFile(file: CodeFile, model: CodeModel, madeOf: string, context: CodeContext): Promise<void> {
  const { host, config, cache, log } = context;
  const { path, target } = file;
  const bytes = new TextEncoder().encode(generateCode(target, model));
  try {
    const before = existing(host, path);
    if (before !== undefined && !isGenerated(before)) throw new AssetError(notGenerated(path));
    const written = before?.replaceAll('\r\n', '\n') !== new TextDecoder().decode(bytes);
    if (written) await writeSingleFile(host, path, bytes);
    const stored = written ? bytes : host.readFile(path);
    const made = { sizeBytes: stored.length, digest: digestBytes(stored), entries: 0, madeOf };
    const key = recordedPath(config.output, path);
    if (key !== undefined) cache.code.set(key, productRecord(host, path, made));
    log.emit({ type: 'code', path, written });
  } catch (error) {
    if (error instanceof AssetError || error instanceof LockLost) throw error;
    throw writeFailure(undefined, path, error);
  }
}

/** Undefined if nothing exists there. A link or a folder is nothing that was generated. */
function existing(host: Host, path: string): string | undefined {
  const type = host.entryType(path);
  if (type === undefined) return undefined;
  if (type !== 'file') throw new AssetError(notGenerated(path));
  return new TextDecoder().decode(host.readFile(path));
}

const notGenerated = (path: string): Omit<Diagnostic, 'severity'> => ({
  code: 'build/not-generated',
  message: `${path} was not generated by assetc, so it is not overwritten`,
});

/** The configuration no longer names it. */
async function removeOld(recorded: string, { host, config, cache, log }: CodeContext): Promise<void> {
  const path = resolve(config.output, recorded);
  // If somebody edited it, perhaps to keep it, it stays.
  const known = intactProduct(host, path, cache.code.get(recorded));
  cache.code.delete(recorded);
  try {
    if (cache.sealed && known !== undefined && (await removeGenerated(host, path)))
      log.emit({ type: 'removed', path: recorded, reason: 'codegen no longer names it', keptBy: null });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    log.report(LAST, [removalFailure(path, error)]);
  }
}

/** Removes a file if it was generated. Call it only if the record proves that a build of this user wrote it. */
export async function removeGenerated(host: Host, path: string): Promise<boolean> {
  if (host.entryType(path) !== 'file' || !isGenerated(new TextDecoder().decode(host.readFile(path)))) return false;
  return host.remove(path);
}
