// The value under a key of `ac/`: an ActionResult of the Remote Execution API v2, as far as we use it. Servers that inspect such
// values find the files that it depends on; our data is in `stdout_raw`. Its paths are only names for people and servers: we never use them.
//
//   ActionResult   2 output_files (repeated OutputFile)   4 exit_code   5 stdout_raw
//   OutputFile     1 path   2 digest (Digest)
//   Digest         1 hash, lowercase hex   2 size_bytes

import { relativePathProblem } from '@assetc/formats';
import { count, Damaged, digest } from '../cache/untrusted.js';
import { MAX_FILE_BYTES } from '../host/host.js';
import { readMessage, readText } from './protobuf-reader.js';
import { ProtobufWriter } from './protobuf-writer.js';

export interface BlobDigest {
  /** SHA-256 in lowercase hex. */
  readonly digest: string;
  readonly sizeBytes: number;
}

interface ResultFile extends BlobDigest {
  readonly path: string;
}

export interface ActionResult {
  /** A file under `cas/`. */
  readonly files: readonly ResultFile[];
  /** Our data. */
  readonly record: Uint8Array;
}

/** More files than any asset has; a value with more is not ours. */
const MAX_FILES = 1 << 16;

/** Files, and fields that servers add. */
const MAX_FIELDS = MAX_FILES + 256;

export function encodeActionResult({ files, record }: ActionResult): Uint8Array {
  const result = new ProtobufWriter();
  for (const { path, digest: hash, sizeBytes } of files) {
    const about = new ProtobufWriter().text(1, hash).number(2, sizeBytes).finish();
    result.bytes(2, new ProtobufWriter().text(1, path).bytes(2, about).finish());
  }
  return result.bytes(5, record).finish();
}

/** Throws Damaged. Fields that we do not write are skipped; an exit code other than 0 is not a result. */
export function decodeActionResult(bytes: Uint8Array): ActionResult {
  const files: ResultFile[] = [];
  let record: Uint8Array = new Uint8Array(0);
  readMessage(bytes, {
    maxFields: MAX_FIELDS,
    bytes: {
      2: (file) => {
        if (files.length === MAX_FILES) throw new Damaged(`at most ${MAX_FILES} files`);
        files.push(decodeFile(file));
      },
      5: (value) => {
        record = value;
      },
    },
    numbers: {
      4: (code) => {
        if (code !== 0) throw new Damaged('exit code 0');
      },
    },
  });
  return { files, record };
}

function decodeFile(bytes: Uint8Array): ResultFile {
  let path = '';
  let about: BlobDigest | undefined;
  readMessage(bytes, {
    bytes: {
      1: (value) => {
        path = readText(value);
      },
      2: (value) => {
        about = decodeDigest(value);
      },
    },
  });
  if (about === undefined) throw new Damaged('the digest of a file');
  if (relativePathProblem(path) !== undefined) throw new Damaged('a relative path');
  return { path, ...about };
}

function decodeDigest(bytes: Uint8Array): BlobDigest {
  let hash = '';
  let sizeBytes = 0;
  readMessage(bytes, {
    bytes: {
      1: (value) => {
        hash = readText(value);
      },
    },
    numbers: {
      2: (value) => {
        sizeBytes = value;
      },
    },
  });
  if (count(sizeBytes) > MAX_FILE_BYTES) throw new Damaged('a size that fits into memory');
  return { digest: digest(hash), sizeBytes };
}
