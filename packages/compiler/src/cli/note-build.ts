// After a build that changed nothing: notes what it saw and printed, so that the next one can be told without building (settled-build.ts).

import type { BuildResult, Config } from '../index.js';
import { noteSettled, openWitness } from '../settled.js';
import type { BuildFlags } from './options.js';
import type { Session } from './session.js';
import type { ToldBuild } from './settled-build.js';

/** Who asked for what, as settled-build.ts will ask again; `program`: the file that runs. */
export interface Noting {
  readonly program: string;
  readonly asked: readonly unknown[];
}

/** One build of everything that prints lines and no more. What re-reads or tells of single assets has to do so every time. */
const isPlain = (paths: readonly string[], flags: BuildFlags): boolean => {
  const { cache, dryRun, explain, farm, json, listPresets, listSkipped, preset, report, twice, verify } = flags;
  const asksMore = [dryRun, explain, json, listPresets, listSkipped, report, twice, verify].includes(true);
  return cache && !asksMore && paths.length === 0 && farm === undefined && (preset?.length ?? 0) <= 1;
};

/** The session with a witness and a transcript, where the build may turn out worth a note. */
export async function watched(
  session: Session,
  paths: readonly string[],
  flags: BuildFlags,
  noting: Noting | undefined,
): Promise<Session> {
  if (noting === undefined || !isPlain(paths, flags)) return session;
  session.console.transcript = [];
  return { ...session, witness: await openWitness(noting.program) };
}

const changedNothing = ({ status, built, restored, shared, failed, removed, manifest, pack }: BuildResult): boolean =>
  status === 'ok' && built + restored + shared + failed + removed === 0 && manifest !== 'written' && pack !== 'written';

export async function noteBuild(
  { console, witness }: Session,
  { preset }: Config,
  result: BuildResult,
  warnings: number,
  noting: Noting,
): Promise<void> {
  const { transcript } = console;
  if (witness === undefined || transcript === undefined || !changedNothing(result)) return;
  const { status, built, shared, cached, restored, failed, removed, silenced, sourceBytes, outputBytes, packBytes } =
    result;
  const told: ToldBuild = {
    // The last line is the summary.
    lines: transcript.slice(0, -1),
    summary: {
      status,
      built,
      shared,
      cached,
      restored,
      failed,
      removed,
      silenced,
      sourceBytes,
      outputBytes,
      packBytes,
    },
    warnings,
    preset: preset ?? null,
    colour: console.paintOut('', 'bold') !== '',
  };
  await noteSettled(witness, noting.asked, told);
}
