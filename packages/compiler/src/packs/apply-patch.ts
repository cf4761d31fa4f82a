// Applies patches on the disk: the new pack is written next to the target, synced, and renamed. After a kill the old pack or the new one is
// there, and what was written is continued.

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { applyHpatch, FormatError, type HpatchHead, readHpatchHead } from '@assetc/formats';
import { HPACKZ_PEEK_BYTES, HpatchHeader, isHpackz } from '@assetc/formats/layouts';
import { AssetError } from '../diagnostics/diagnostic.js';
import { loadZstd } from '../encoding/zstd.js';
import { readerSource } from '../inspect/reader-source.js';
import { readFully } from '../model/read-fully.js';
import { digestFile, digestRange } from '../pipeline/cache/digest.js';
import { temporaryPath } from '../pipeline/commit/atomic-write.js';
import type { FileReader, FileStat, Host } from '../pipeline/host/host.js';
import { FileFormatError, readingFile } from './file-format-error.js';
import { compressedPack, openFileAt } from './open-pack.js';
import { isLocked, mustFit, type WriteOptions, writingOutput } from './write-output.js';

/** What `applyPatches` applies. */
export interface ApplyPatchesRequest extends WriteOptions {
  /** Absolute: the old pack. */
  readonly path: string;
  /** Absolute: patches, each for the pack that the one before makes. */
  readonly patches: readonly string[];
  /** Absolute: the new pack. Default: the old one is replaced. */
  readonly output?: string | undefined;
}

/** The pack that patches made. */
export interface PatchedPack {
  readonly path: string;
  readonly sizeBytes: number;
  /** Patches that were applied; fewer if the pack had some already. */
  readonly applied: number;
}

/** Throws AssetError if a patch is for another pack, FormatError if one is malformed. Then the target is unchanged. */
export async function applyPatches(host: Host, request: ApplyPatchesRequest): Promise<PatchedPack> {
  const { path, patches, output = path, signal, onWaiting } = request;
  const heads: HpatchHead[] = [];
  for (const patch of patches) heads.push(await headOf(host, patch));
  const plan = planPatches(host, request, heads);
  let { done } = plan;
  // A run that was killed when the new pack was in place has left its lock, which the next run removes.
  if (done < patches.length || isLocked(host, output))
    await writingOutput(host, { path: output, inputs: patches, signal, onWaiting }, async (check) => {
      // Meanwhile another process may have applied them.
      if (!isSame(plan.base, host.stat(path))) done = planPatches(host, request, heads).done;
      for (const [i, head] of heads.entries()) {
        if (i < done) continue;
        const patch = patches[i] ?? '';
        const application = { base: i === done ? path : output, patch, head, output, signal, check };
        await readingFile(patch, 'patch', () => applyOne(host, application));
      }
    });
  return { path: output, sizeBytes: host.stat(output)?.sizeBytes ?? 0, applied: patches.length - done };
}

interface PatchesPlan {
  /** The old pack when it was hashed. */
  readonly base: FileStat | undefined;
  /** Patches that it has already: an interrupted chain leaves the pack that its first patches make. */
  readonly done: number;
}

/** Throws AssetError if a patch is for another pack. */
function planPatches(host: Host, request: ApplyPatchesRequest, heads: readonly HpatchHead[]): PatchesPlan {
  const { path, patches, output = path } = request;
  const base = host.stat(path);
  let sha256 = hashOf(host, path);
  const done = output === path ? heads.findLastIndex((head) => hex(head.newSha256) === sha256) + 1 : 0;
  for (const [i, head] of heads.entries()) {
    if (i < done) continue;
    if (hex(head.oldSha256) !== sha256) throw wrongBase(patches[i] ?? '', path, i - done);
    sha256 = hex(head.newSha256);
  }
  return { base, done };
}

const isSame = (a: FileStat | undefined, b: FileStat | undefined): boolean =>
  a?.inode === b?.inode && a?.sizeBytes === b?.sizeBytes && a?.mtimeMs === b?.mtimeMs && a?.ctimeMs === b?.ctimeMs;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Throws FormatError if the patch is damaged anywhere. */
async function headOf(host: Host, patch: string): Promise<HpatchHead> {
  const reader = openFileAt(host, patch);
  try {
    const head = await readingFile(patch, 'patch', () => readHpatchHead(readerSource(reader)));
    if (digestRange(host, patch, HpatchHeader.size, reader.sizeBytes) !== hex(head.bodySha256))
      throw new FileFormatError(
        patch,
        'patch',
        new FormatError('bad-value', HpatchHeader.offsetOf('bodySha256'), 'the patch is damaged'),
      );
    return head;
  } finally {
    reader.close();
  }
}

function hashOf(host: Host, path: string): string {
  const reader = openFileAt(host, path);
  try {
    const start = readFully(reader, 0, Math.min(HPACKZ_PEEK_BYTES, reader.sizeBytes));
    if (start !== undefined && isHpackz(start)) throw compressedPack(path);
  } finally {
    reader.close();
  }
  return digestFile(host, path, host.stat(path)?.sizeBytes ?? 0);
}

function wrongBase(patch: string, path: string, before: number): AssetError {
  return new AssetError({
    code: 'pack/wrong-base',
    file: patch,
    message:
      before === 0
        ? `the patch is for another pack than ${basename(path)}`
        : 'the patch is for another pack than the one that the patches before it make',
    hint: 'Apply patches in the order of the versions, each to the pack that it was made from. Or download the whole pack.',
  });
}

interface Application {
  readonly base: string;
  readonly patch: string;
  readonly head: HpatchHead;
  readonly output: string;
  readonly signal: AbortSignal | undefined;
  /** Throws if another process writes the output now. */
  readonly check: () => void;
}

/** Continues an interrupted application. If what it left is not the beginning of the new pack, begins again. */
async function applyOne(host: Host, application: Application): Promise<void> {
  const temporary = temporaryPath(application.output);
  const left = host.entryType(temporary) === 'file' ? (host.stat(temporary)?.sizeBytes ?? 0) : 0;
  try {
    mustFit(host, application.output, application.head.newBytes - left);
    const isContinued = left > 0 && left <= application.head.newBytes && (await writeFrom(host, application, left));
    if (!isContinued && !(await writeFrom(host, application, 0)))
      throw new FormatError('bad-value', 0, 'the patch does not make the pack that it states');
  } catch (error) {
    // What a damaged patch made is worthless. After an interrupt the next run continues.
    if (error instanceof FormatError) await host.remove(temporary).catch(() => false);
    throw error;
  }
  application.check();
  await host.rename(temporary, application.output);
}

/** Writes the new pack from a byte on. Returns whether the whole has the SHA-256 that the patch states. */
async function writeFrom(
  host: Host,
  { base, patch, head, output, signal }: Application,
  from: number,
): Promise<boolean> {
  const zstd = await loadZstd();
  const temporary = temporaryPath(output);
  const [old, patchFile] = [host.openRead(base), host.openRead(patch)];
  const begun = from === 0 ? undefined : host.openRead(temporary);
  const writer = from === 0 ? await host.create(temporary) : await host.append(temporary);
  try {
    const hash = createHash('sha256');
    let at = 0;
    const pieces = applyHpatch({
      old: readerSource(old),
      patch: readerSource(patchFile),
      decompress: (frame, byteLength, dictionary) => zstd.decompressWith(frame, byteLength, dictionary),
    });
    for await (const piece of pieces) {
      signal?.throwIfAborted();
      hash.update(piece);
      const fresh = piece.subarray(Math.min(piece.byteLength, Math.max(0, from - at)));
      if (begun !== undefined && !holds(begun, at, piece.subarray(0, piece.byteLength - fresh.byteLength)))
        return false;
      if (fresh.byteLength > 0) await writer.write(fresh);
      at += piece.byteLength;
    }
    await writer.sync();
    return hash.digest('hex') === hex(head.newSha256);
  } finally {
    await writer.close();
    for (const reader of [old, patchFile, begun]) reader?.close();
  }
}

/** Whether the file has these bytes. */
function holds(reader: FileReader, at: number, bytes: Uint8Array): boolean {
  const found = new Uint8Array(bytes.byteLength);
  let done = 0;
  while (done < found.length) {
    const count = reader.read(found.subarray(done), at + done);
    if (count === 0) return false;
    done += count;
  }
  return Buffer.compare(found, bytes) === 0;
}
