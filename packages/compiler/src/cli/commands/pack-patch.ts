// assetc pack diff and apply.

import { resolve } from 'node:path';
import { ExitCode } from '../exit-code.js';
import type { CommonFlags } from '../options.js';
import { reportPackProblems } from '../print/report-pack-problems.js';
import { formatBytes, plural } from '../print/text/units.js';
import { openSession, shownPath } from '../session.js';

export async function runPackDiff(
  before: string,
  after: string,
  flags: CommonFlags & { readonly output: string },
): Promise<ExitCode> {
  const session = openSession(flags);
  const { console, cwd } = session;
  const [old, now, output] = [before, after, flags.output].map((path) => resolve(cwd, path));
  if (old === undefined || now === undefined || output === undefined) throw new Error('three paths were given');
  return await reportPackProblems(session, now, async (options) => {
    const { diffPacks } = await import('../../index.js');
    const patch = await diffPacks({ before: old, after: now, output, ...options });
    console.event({ type: 'pack-diffed', ...patch });
    console.line(
      `wrote ${shownPath(cwd, output)} (${formatBytes(patch.sizeBytes)} for a pack of ${formatBytes(patch.newBytes)}): ` +
        `${plural(patch.changed, 'changed entry', 'changed entries')}, ${plural(patch.copied, 'copied one', 'copied ones')}`,
    );
    return ExitCode.fine;
  });
}

export async function runPackApply(
  file: string,
  patches: readonly string[],
  flags: CommonFlags & { readonly output?: string },
): Promise<ExitCode> {
  const session = openSession(flags);
  const { console, cwd } = session;
  const path = resolve(cwd, file);
  const inOrder = patches.map((patch) => resolve(cwd, patch));
  return await reportPackProblems(session, inOrder.join(', '), async (options) => {
    const { applyPatches } = await import('../../index.js');
    const output = flags.output === undefined ? undefined : resolve(cwd, flags.output);
    const patched = await applyPatches({ path, patches: inOrder, output, ...options });
    console.event({ type: 'pack-patched', ...patched });
    const what =
      patched.applied === 0 ? 'is up to date' : `is patched (${plural(patched.applied, 'patch', 'patches')})`;
    console.line(`${shownPath(cwd, patched.path)} ${what}: ${formatBytes(patched.sizeBytes)}`);
    return ExitCode.fine;
  });
}
