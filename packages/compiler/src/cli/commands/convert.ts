// assetc convert: converts one compiled file into another runtime's format, or compiles a folder of sources for one.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Converted, ConvertTarget } from '../../index.js';
import { ExitCode, UsageError } from '../exit-code.js';
import type { ConvertFlags } from '../options.js';
import { reportMissing } from '../print/report-unreadable.js';
import { formatBytes } from '../print/text/units.js';
import { openSession, report, type Session, shownPath } from '../session.js';

const MISSING = {
  what: 'file or folder',
  hint: 'Name a compiled file ("assetc info" lists them), or a folder with sources.',
};

export async function runConvert(file: string, flags: ConvertFlags): Promise<ExitCode> {
  const session = openSession(flags);
  const { CONVERT_TARGETS, REENCODE_TARGETS, convert, AssetError, nearest } = await import('../../index.js');
  const to = CONVERT_TARGETS.find((target) => target === flags.to);
  if (to === undefined) {
    const guess = nearest(flags.to, CONVERT_TARGETS);
    throw new UsageError(
      `unknown format ${JSON.stringify(flags.to)}`,
      guess === undefined ? `Use one of: ${CONVERT_TARGETS.join(', ')}.` : `Did you mean ${guess}?`,
    );
  }
  const target = reencodeTargetOf(flags.target, REENCODE_TARGETS);
  const path = resolve(session.cwd, file);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    const { runConvertFolder } = await import('./convert-folder.js');
    return await runConvertFolder(session, path, to, flags);
  }
  const output = flags.output === undefined ? undefined : resolve(session.cwd, flags.output);
  try {
    const meshopt = flags.meshoptKhr === true ? 'khr' : flags.meshopt;
    const converted = await convert({ path, to, output, ktx2: flags.ktx2, meshopt, target });
    return converted === undefined ? reportMissing(session, path, MISSING) : await write(session, path, converted, to);
  } catch (error) {
    if (error instanceof AssetError) {
      report(session.console, error.diagnostic, shownPath(session.cwd, path));
      return ExitCode.problems;
    }
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
    report(session.console, {
      code: 'check/unreadable',
      severity: 'error',
      file: shownPath(session.cwd, path),
      message: error.message,
    });
    return ExitCode.problems;
  }
}

function reencodeTargetOf<T extends string>(wish: string | undefined, known: readonly T[]): T | undefined {
  const target = known.find((one) => one === wish);
  if (wish !== undefined && target === undefined)
    throw new UsageError(`unknown target ${JSON.stringify(wish)}`, `Use one of: ${known.join(', ')}.`);
  return target;
}

async function write(
  session: Session,
  path: string,
  { files, diagnostics }: Converted,
  to: ConvertTarget,
): Promise<ExitCode> {
  const { console, cwd } = session;
  for (const diagnostic of diagnostics) report(console, diagnostic, shownPath(cwd, path));
  for (const file of files) {
    const { path: target, bytes } = file;
    const failure = await writeWhole(file);
    if (failure !== undefined) {
      report(console, { code: 'cli/cannot-write', severity: 'error', file: shownPath(cwd, target), message: failure });
      return ExitCode.problems;
    }
    console.event({ type: 'converted', path: target, sizeBytes: bytes.byteLength });
    console.line(`wrote ${shownPath(cwd, target)} (${to}, ${formatBytes(bytes.byteLength)})`);
  }
  return ExitCode.fine;
}

/** Writes the file whole or not at all. Returns why it was not written, or undefined. */
async function writeWhole(file: Converted['files'][number]): Promise<string | undefined> {
  const { AssetError, writeConverted } = await import('../../index.js');
  try {
    await writeConverted(file);
    return undefined;
  } catch (error) {
    if (error instanceof AssetError || (error instanceof Error && 'code' in error)) return error.message;
    throw error;
  }
}
