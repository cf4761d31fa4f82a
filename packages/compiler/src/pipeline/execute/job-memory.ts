// The peak memory and the amount of work of a job, as estimated by its kind before it starts. Nothing read here affects outputs, so it is
// not recorded.

import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { JobFacts } from '../../model/kind/scheduling.js';
import type { Asset } from '../asset.js';
import type { BuildServices } from '../build-services.js';
import type { InputFolder } from '../discover/input-folder.js';
import { errorCode, type FileStat } from '../host/host.js';

/** For kinds without an estimate: text or tables become objects in memory. */
const BYTES_PER_SOURCE_BYTE = 8;

/** For kinds without an estimate, in texels of an image: a byte of a model takes as long as three texels. */
const WORK_PER_SOURCE_BYTE = 3;
/** Overhead of a job. */
const WORK_PER_JOB = 8000;

type Estimating = Pick<BuildServices, 'state' | 'facts'>;

/** `others`: see JobFacts. */
export function jobMemory(asset: Asset, services: Estimating, others = 0): number {
  const { kind, source } = asset;
  const look = { ...lookFor(asset, services), others };
  if (kind.memoryOf !== undefined) return kind.memoryOf(look);
  return asset.isFolder ? 0 : look.sizeOf({ file: source }) * BYTES_PER_SOURCE_BYTE;
}

/** In texels of an image at normal quality. An estimate, used for the remaining time. */
export function jobWork(asset: Asset, services: Estimating): number {
  const { state } = services;
  const look = lookFor(asset, services, (file) => state.statWhenHashed(file) ?? state.input.statFile(file));
  const sizeBytes = () => look.files.reduce((sum, file) => sum + look.sizeOf({ file }), 0);
  return WORK_PER_JOB + (asset.kind.workOf?.(look) ?? sizeBytes() * WORK_PER_SOURCE_BYTE);
}

/** A file is read once, so that its size and its head are from the same moment. */
function lookFor(
  { params, settings, source, isFolder }: Asset,
  { state, facts }: Estimating,
  statNow: (file: string) => FileStat | undefined = (file) => state.input.statFile(file),
): JobFacts {
  const { input } = state;
  const stats = new Map<string, FileStat | undefined>();
  const statOf = (file: string): FileStat | undefined => {
    if (!stats.has(file)) stats.set(file, statNow(file));
    return stats.get(file);
  };
  const files = isFolder ? (facts.listing(source) ?? []).map((name) => `${source}/${name}`) : [source];
  return {
    params,
    settings: settings.values,
    files,
    sizeOf: (ref: BytesRef) => ref.length ?? statOf(ref.file)?.sizeBytes ?? 0,
    peek: (ref, offset, length) => headOf(state, statOf, ref, offset, length) ?? peek(input, ref, offset, length),
  };
}

/** Undefined if the build has not read that much of the file. */
function headOf(
  state: Estimating['state'],
  statOf: (file: string) => FileStat | undefined,
  ref: BytesRef,
  offset: number,
  length: number,
): Uint8Array | undefined {
  if (ref.pointer !== undefined) return undefined;
  const head = state.headOf(ref.file, statOf(ref.file));
  const from = (ref.offset ?? 0) + offset;
  return head !== undefined && from + length <= head.length ? head.subarray(from, from + length) : undefined;
}

function peek(input: InputFolder, ref: BytesRef, offset: number, length: number): Uint8Array {
  const nothing = new Uint8Array(0);
  // A data URI would have to be decoded first.
  if (ref.pointer !== undefined || !input.exists(ref.file)) return nothing;
  try {
    const reader = input.host.openRead(input.absolute(ref.file));
    try {
      const bytes = new Uint8Array(length);
      return bytes.subarray(0, reader.read(bytes, (ref.offset ?? 0) + offset));
    } finally {
      reader.close();
    }
  } catch (error) {
    // The job itself will report why it cannot be read.
    if (errorCode(error) === undefined) throw error;
    return nothing;
  }
}
