// A trace records how an asset was made: which dependencies beyond its content key the job saw, and which outputs it made. Several traces
// may share a key (a shader with changing includes); the newest come first. Small outputs are stored in the trace itself: a file
// for each of them took a fifth of a cold build's processor time.

import type { PortableDiagnostic } from '../../diagnostics/portable-diagnostic.js';
import { areKnown } from '../../diagnostics/stored-diagnostics.js';
import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { DerivedAsset } from '../../model/kind/output.js';
import type { Asset } from '../asset.js';
import { placesOf } from '../execute/bind-diagnostics.js';
import { type MadeOutput, withoutContent } from '../execute/made-output.js';
import { isCoveredByKey } from '../plan/content-key.js';
import { dependencyReason, type Facts } from '../plan/staleness.js';
import {
  checkAssetKind,
  checkDependencyObject,
  checkDerived,
  checkHashes,
  takeDiagnostic,
  takeRef,
} from './check-record.js';
import type { ContentStore } from './content-store.js';
import { digestBytes, digestText } from './digest.js';
import type { Dependency } from './record.js';
import { count, Damaged, digest, fields, inputPath, list, optional, shortList, suffixText, text } from './untrusted.js';

interface TracedOutput extends MadeOutput {
  /** Base64, if the trace contains the bytes; otherwise they are an artifact of the store. */
  readonly content?: string;
  /** The file of the input that it equals, if it is a copy. */
  readonly copyOf?: string;
}

/** An output with its bytes. */
export type BytesOutput = MadeOutput & { readonly bytes: Uint8Array };

export interface Trace {
  /** The source's path at that time, which diagnostics and, if `anywhere` is false, dependencies use. */
  readonly source: string;
  /** Where its content was; see ContentPlaces. Diagnostics use it. */
  readonly inputs: readonly BytesRef[];
  /** True if the result is valid for equal content at any path. */
  readonly anywhere: boolean;
  readonly dependencies: readonly Dependency[];
  readonly outputs: readonly TracedOutput[];
  readonly derived: readonly DerivedAsset[];
  readonly diagnostics: readonly PortableDiagnostic[];
}

const MAX_TRACES = 16;

/** Up to this total size the trace contains the outputs. */
const CARRIED_BYTES = 1 << 13;

/** In the order of `checkTrace`, so that equal traces are equal texts. */
export function makeTrace(asset: Asset, made: Omit<Trace, 'source' | 'inputs' | 'anywhere'>): Trace {
  const others = made.dependencies.filter(
    (dependency) => dependency.type !== 'settings-for' && !isCoveredByKey(asset, dependency),
  );
  return { ...placesOf(asset), anywhere: others.length === 0 && made.derived.length === 0, ...made };
}

/** Whether compiling `asset` now would give what the trace records. */
export function traceHolds(trace: Trace, asset: Asset, facts: Facts): boolean {
  if (!trace.anywhere && trace.source !== asset.source) return false;
  return trace.dependencies.every((dependency) => {
    // A result that is valid anywhere depends only on the content key and the settings of derived assets.
    if (dependency.type !== 'settings-for' && (trace.anywhere || isCoveredByKey(asset, dependency))) return true;
    return dependencyReason(asset, dependency, facts) === undefined;
  });
}

export async function loadTraces(store: ContentStore, key: string): Promise<readonly Trace[]> {
  const bytes = await store.get('trace', key);
  if (bytes === undefined) return [];
  const text = new TextDecoder().decode(bytes);
  const json = text.slice(65);
  if (text.slice(0, 64) !== digestText(json)) return [];
  try {
    return list(JSON.parse(json))
      .slice(0, MAX_TRACES)
      .map(checkTrace)
      .filter((trace) => areKnown(trace.diagnostics));
  } catch (error) {
    // Complete, but not our traces: none of them is used.
    if (error instanceof Damaged || error instanceof SyntaxError) return [];
    throw error;
  }
}

/** For data from a store or a server. Throws Damaged. */
export function checkTrace(value: unknown): Trace {
  const trace = fields(value);
  const derived = shortList(trace.derived).map((one) => {
    checkDerived(one);
    return one;
  });
  return {
    source: inputPath(trace.source),
    inputs: shortList(trace.inputs).map(takeRef),
    anywhere: trace.anywhere === true,
    dependencies: shortList(trace.dependencies).map(checkDependencyObject),
    outputs: shortList(trace.outputs).map(checkTracedOutput),
    derived,
    diagnostics: shortList(trace.diagnostics).map(takeDiagnostic),
  };
}

function checkTracedOutput(value: unknown): TracedOutput {
  const output = fields(value);
  const content = optional(output.content, text);
  const copyOf = optional(output.copyOf, inputPath);
  return {
    ...checkMadeOutput(value),
    ...(content !== undefined && { content }),
    ...(copyOf !== undefined && { copyOf }),
  };
}

/** Its suffix is checked together with its base when it is committed. */
export function checkMadeOutput(value: unknown): MadeOutput {
  const output = fields(value);
  const refersTo = optional(output.refersTo, checkHashes);
  const listed = optional(output.asset, fields);
  return {
    suffix: suffixText(output.suffix),
    sizeBytes: count(output.sizeBytes),
    digest: digest(output.digest),
    ...(listed !== undefined && {
      asset: { kind: checkAssetKind(listed.kind), colorspace: listed.colorspace === 'srgb' ? 'srgb' : 'linear' },
    }),
    ...(refersTo !== undefined && { refersTo }),
  };
}

/** The bytes of an output that the trace contains. Undefined if it contains none, or if they do not match their digest. */
export function carriedBytes({ content, digest: wanted }: TracedOutput): Uint8Array | undefined {
  const bytes = content === undefined ? undefined : Buffer.from(content, 'base64');
  return bytes !== undefined && digestBytes(bytes) === wanted ? bytes : undefined;
}

/** Outputs as a trace stores them: with their bytes if they are small. */
export function tracedOutputs(outputs: readonly BytesOutput[]): readonly TracedOutput[] {
  const isCarried = outputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= CARRIED_BYTES;
  return outputs.map((output) => ({
    ...withoutContent(output),
    ...(isCarried && { content: base64(output.bytes) }),
  }));
}

/** Stores the outputs of a trace. Returns it as `keepTrace` keeps it: with its outputs if they are small. */
export async function saveOutputs(store: ContentStore, trace: Trace, outputs: readonly BytesOutput[]): Promise<Trace> {
  const traced = tracedOutputs(outputs);
  if (traced.some(({ content }) => content === undefined))
    for (const { digest: name, bytes } of outputs) await store.put('artifact', name, bytes);
  return { ...trace, outputs: traced };
}

/** Stores a trace whose outputs it contains, or that are in the store already. `earlier`: traces that were found under the key before. */
export async function keepTrace(
  store: ContentStore,
  key: string,
  trace: Trace,
  earlier: readonly Trace[],
): Promise<void> {
  const text = JSON.stringify(trace);
  const texts = [text, ...earlier.map((other) => JSON.stringify(other)).filter((other) => other !== text)];
  const json = `[${texts.slice(0, MAX_TRACES).join()}]`;
  await store.put('trace', key, Buffer.from(`${digestText(json)} ${json}`));
}

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
