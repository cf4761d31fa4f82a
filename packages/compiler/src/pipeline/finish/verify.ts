// --verify: reads every file, compares it with its record, and validates its format.

import { join } from 'node:path';
import { type Problem, validatePack } from '@assetc/formats';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Kind } from '../../model/kind/kind.js';
import { digestFile } from '../cache/digest.js';
import { type AssetRecord, NO_TIMES, type ProductRecord } from '../cache/record.js';
import { outputPathOf } from '../commit/output-path.js';
import { errorCode, type Host, MAX_FILE_BYTES } from '../host/host.js';
import { intactProduct } from '../plan/facts.js';
import { hostSource } from './pack.js';

/** Reads the bytes only if the format is known. */
export type Validate = (path: string, read: () => Uint8Array) => readonly Problem[] | Promise<readonly Problem[]>;

/** A file that another machine made. */
interface MadeFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What is wrong with files that a kind made, and whether there is a validator for each. */
export type ValidateMade = (
  files: readonly MadeFile[],
  kind: Kind,
) => Promise<{ readonly problems: readonly string[]; readonly isComplete: boolean }>;

interface VerifyContext {
  readonly host: Host;
  readonly output: string;
  readonly validate: Validate;
}

const HINT = 'Build with --no-cache. If that does not help, check the disk, then report it.';

/** Assets that failed keep their previous outputs, which are verified too. */
export async function verifyOutputs(
  records: readonly AssetRecord[],
  context: VerifyContext,
): Promise<{ readonly files: number; readonly problems: readonly Diagnostic[] }> {
  const problems: Diagnostic[] = [];
  let files = 0;
  for (const record of records)
    for (const output of record.outputs) {
      files++;
      problems.push(...(await verifyFile(outputPathOf(record, output), output.digest, context)));
    }
  return { files, problems };
}

export async function verifyFile(
  path: string,
  digest: string,
  { host, output, validate }: VerifyContext,
): Promise<readonly Diagnostic[]> {
  const complain = (message: string, offset?: number): Diagnostic => ({
    code: 'build/verify-failed',
    severity: 'error',
    file: path,
    ...(offset !== undefined && { where: { offset } }),
    message,
    hint: HINT,
  });
  const file = join(output, path);
  const sizeBytes = host.stat(file)?.sizeBytes ?? 0;
  let problems: readonly Problem[];
  try {
    if (digestFile(host, file, sizeBytes) !== digest)
      return [complain('was read back and differs from what was written')];
    // A file too large for a buffer was copied from the input, and has none of our formats.
    problems = sizeBytes > MAX_FILE_BYTES ? [] : await validate(path, () => host.readFile(file));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [complain(`cannot be read back (${errorCode(error)})`)];
  }
  return problems.map((problem) => complain(`${problem.field}: ${problem.message}`, problem.offset));
}

/** Throws AssetError. */
export async function verifyPack(host: Host, path: string, record: ProductRecord | undefined): Promise<void> {
  const [problem] = await validatePack(hostSource(host, path));
  const isWhole = record !== undefined && intactProduct(host, path, { ...record, ...NO_TIMES }) !== undefined;
  if (problem === undefined && isWhole) return;
  throw new AssetError({
    code: 'build/verify-failed',
    file: path,
    ...(problem !== undefined && { where: { offset: problem.offset } }),
    message:
      problem === undefined
        ? 'was read back and differs from what was written'
        : `${problem.field}: ${problem.message}`,
    hint: HINT,
  });
}
