// assetc pack compress and decompress.

import { resolve } from 'node:path';
import type { TransportedPack, TransportRequest } from '../../index.js';

import { ExitCode } from '../exit-code.js';
import type { CommonFlags } from '../options.js';
import { reportPackProblems } from '../print/report-pack-problems.js';
import { formatBytes } from '../print/text/units.js';
import { openSession, shownPath } from '../session.js';

type Flags = CommonFlags & { readonly output: string };

export const runPackCompress = (file: string, flags: Flags): Promise<ExitCode> =>
  run(file, flags, async (request) => (await import('../../index.js')).compressPack(request));

export const runPackDecompress = (file: string, flags: Flags): Promise<ExitCode> =>
  run(file, flags, async (request) => (await import('../../index.js')).decompressPack(request));

async function run(
  file: string,
  flags: Flags,
  work: (request: TransportRequest) => Promise<TransportedPack>,
): Promise<ExitCode> {
  const session = openSession(flags);
  const { console, cwd } = session;
  const path = resolve(cwd, file);
  return await reportPackProblems(session, path, async (options) => {
    const made = await work({ path, output: resolve(cwd, flags.output), ...options });
    console.event({ type: 'pack-transported', ...made });
    console.line(
      `wrote ${shownPath(cwd, made.path)}: ${formatBytes(made.fromBytes)} \u2192 ${formatBytes(made.sizeBytes)}`,
    );
    return ExitCode.fine;
  });
}
