// assetc pack extract: unpacks, and never outside the folder. The pack's reader refuses paths that lead out by
// themselves; here links that lie in the folder already are refused, since a path through one would lead out as well.

import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { PackEntry, PackFile } from '../../index.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { printable } from '../format-diagnostic.js';
import { missing, reportUnreadable } from '../missing.js';
import type { CommonFlags } from '../options.js';
import { openSession, report, type Session, shown } from '../session.js';
import { formatBytes, plural } from '../units.js';

export async function runPackExtract(
  file: string,
  glob: string | undefined,
  flags: CommonFlags & { readonly output: string },
): Promise<ExitCode> {
  const session = openSession(flags);
  const path = resolve(session.cwd, file);
  const { openPack, matchesGlob } = await import('../../index.js');
  const pack = await reportUnreadable(session, path, () => openPack({ path }));
  if (pack === 'unreadable') return ExitCode.problems;
  if (pack === undefined) return missing(session, path);
  try {
    const entries = pack.entries.filter((entry) => glob === undefined || matchesGlob(glob, entry.path));
    if (entries.length === 0 && glob !== undefined)
      throw new UsageError(
        `nothing in ${shown(session.cwd, path)} matches ${JSON.stringify(glob)}`,
        'See "assetc pack info" for the paths',
      );
    return await extractAll(session, pack, entries, resolve(session.cwd, flags.output));
  } finally {
    pack.close();
  }
}

async function extractAll(
  session: Session,
  pack: PackFile,
  entries: readonly PackEntry[],
  root: string,
): Promise<ExitCode> {
  const { console, cwd } = session;
  let written = 0;
  let bytes = 0;
  for (const entry of entries) {
    const refusal = await extractOne(pack, entry, root);
    if (refusal === undefined) {
      written++;
      bytes += entry.size;
      console.event({ type: 'extracted', path: entry.path, sizeBytes: entry.size });
      if (console.verbose) console.line(printable(entry.path));
    } else {
      report(console, {
        code: 'cli/cannot-write',
        severity: 'error',
        file: shown(cwd, join(root, entry.path)),
        message: refusal,
        hint: 'Unpack into an empty folder that you may write to',
      });
    }
  }
  console.line(`extracted ${plural(written, 'file')} (${formatBytes(bytes)}) into ${shown(cwd, root)}`);
  return written === entries.length ? ExitCode.fine : ExitCode.problems;
}

/** Why the entry was not written, or undefined where it was. A file appears whole or not at all. */
async function extractOne(pack: PackFile, entry: PackEntry, root: string): Promise<string | undefined> {
  const target = resolve(root, entry.path);
  if (!target.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) return 'the path leads out of the folder';
  const temporary = `${target}.${process.pid}.part`;
  try {
    const obstacle = await findObstacle(root, entry.path);
    if (obstacle !== undefined) return obstacle;
    await mkdir(dirname(target), { recursive: true });
    const file = await open(temporary, 'wx');
    try {
      for await (const piece of pack.read(entry)) await file.write(piece);
    } finally {
      await file.close();
    }
    await rename(temporary, target);
    return undefined;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    if (error instanceof Error && 'code' in error && 'syscall' in error) return error.message;
    throw error;
  }
}

/** Nothing on the way may be a link; the file itself may be replaced only where it is a file. */
async function findObstacle(root: string, path: string): Promise<string | undefined> {
  const parts = path.split('/');
  for (let i = 1; i <= parts.length; i++) {
    const part = join(root, ...parts.slice(0, i));
    const stat = await lstat(part).catch(() => undefined);
    if (stat === undefined) return undefined;
    if (stat.isSymbolicLink()) return `${parts.slice(0, i).join('/')} is a link, which is not followed`;
    if (i < parts.length && !stat.isDirectory()) return `${parts.slice(0, i).join('/')} is a file, not a folder`;
    if (i === parts.length && !stat.isFile()) return 'something that is no file lies there';
  }
  return undefined;
}
