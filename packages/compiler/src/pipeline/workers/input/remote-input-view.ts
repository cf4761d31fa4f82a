// The view of a job's remote inputs. If an input is missing, the question is recorded and the compile is aborted.

import type { BytesRef } from '../../../model/kind/bytes-ref.js';
import type { Registry } from '../../../model/kind/registry.js';
import { canonicalJson } from '../../cache/canonical-json.js';
import { refuseLfsPointer } from '../../discover/lfs-pointer.js';
import { SettingsResolver } from '../../discover/settings-resolver.js';
import { cutBytes } from '../../execute/cut-bytes.js';
import type { FileStat } from '../../host/host.js';
import { missing } from '../context-errors.js';
import type { InputView } from './input-view.js';
import type { Need, RemoteInputs } from './remote-inputs.js';

/** Stat data of another machine's disk is useless: the building machine has its own. */
const statOf = (sizeBytes: number): FileStat => ({ type: 'file', sizeBytes, mtimeMs: -1, ctimeMs: -1, inode: 0 });

/** `source`: the source of the job. */
export function remoteInputView(world: RemoteInputs, source: string, registry: Registry): InputView {
  const needs: Need[] = [];
  const need = (one: Need): never => {
    needs.push(one);
    throw new Error(`${canonicalJson(one)} is not in the job`);
  };
  const { layers } = world.index;
  const resolver = layers === null ? undefined : new SettingsResolver({ layers }, registry);
  const files = sealedFiles(world, need);
  return {
    needs,
    input: sealedInput(world, files, need),
    finder: sealedFinder(world, registry, need),
    resolver: { select: (wanted, names) => (resolver ?? need({ type: 'settings' })).select(wanted, names) },
    parts: sealedParts(world, source, files),
  };
}

/** Records the question, and aborts. */
type Ask = (need: Need) => never;

/** The files that were sent with a job, by path. `at` returns undefined if there is no such file. */
function sealedFiles({ index, blobs }: RemoteInputs, need: Ask) {
  const files = new Map(index.files.map((file) => [file.path, file]));
  const existence = new Map(index.existence.map(({ path, exists }) => [path, exists]));
  return {
    exists: (path: string): boolean => files.has(path) || (existence.get(path) ?? need({ type: 'existence', path })),
    at(path: string, otherwise: Need = { type: 'file', path }) {
      return files.get(path) ?? (existence.get(path) === false ? undefined : need(otherwise));
    },
    bytesOf(digest: string): Uint8Array {
      const bytes = blobs.get(digest);
      if (bytes === undefined) throw new Error(`the bytes ${digest} of the job are missing`);
      return bytes;
    },
  };
}

type SealedFiles = ReturnType<typeof sealedFiles>;

function sealedInput({ index }: RemoteInputs, files: SealedFiles, need: Ask): InputView['input'] {
  const listings = new Map(index.listings.map(({ folder, names }) => [folder, names]));
  return {
    exists: files.exists,
    read(path) {
      const file = files.at(path);
      return file === undefined ? undefined : { bytes: files.bytesOf(file.digest), stat: statOf(file.sizeBytes) };
    },
    statFile(path) {
      const file = files.at(path);
      return file === undefined ? undefined : statOf(file.sizeBytes);
    },
    list(folder) {
      const names = listings.get(folder);
      return names === undefined ? need({ type: 'listing', folder }) : (names ?? undefined);
    },
    // Remote inputs have no links.
    checkInside: () => {},
  };
}

function sealedFinder({ index }: RemoteInputs, registry: Registry, need: Ask): InputView['finder'] {
  const mentions = new Map(index.mentions.map(({ path, claim }) => [path, claim]));
  return {
    find(path) {
      const claim = mentions.get(path);
      if (claim === undefined) return need({ type: 'mention', path });
      if (claim === null) return undefined;
      const kind = registry.kinds.find(({ name }) => name === claim.kind);
      if (kind === undefined) throw new Error(`kind ${claim.kind} is not registered`);
      return { path: claim.source, kind };
    },
  };
}

function sealedParts({ index }: RemoteInputs, source: string, files: SealedFiles): InputView['parts'] {
  const parts = new Map(index.parts.map((part) => [canonicalJson(part.ref), part]));
  return {
    reads: [],
    noteRead: () => {},
    part(ref: BytesRef) {
      const own = parts.get(canonicalJson(ref));
      if (own !== undefined) return { bytes: files.bytesOf(own.digest), fileDigest: own.fileDigest };
      const file = files.at(ref.file, { type: 'part', ref }) ?? missing(ref.file, source);
      const bytes = files.bytesOf(file.digest);
      refuseLfsPointer(ref.file, bytes);
      return { bytes: cutBytes(bytes, ref), fileDigest: file.digest };
    },
    // All remote inputs are in memory already.
    piecesOf: () => undefined,
    digestOf: (path) => (files.at(path) ?? missing(path, source)).digest,
    digestOfPieces: () => noPieces(),
    usePieces: async () => noPieces(),
  };
}

function noPieces(): never {
  throw new Error('a world has no pieces');
}
