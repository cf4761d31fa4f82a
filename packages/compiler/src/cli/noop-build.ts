// The command line's side of the "nothing to do" shortcut (pipeline/noop): prints the stored summary instead of building, and stores
// one after a build without problems. Loaded at every start, so it imports little.

import packageJson from '../../package.json' with { type: 'json' };
import type { BuildResult, Config, LoadedConfig } from '../index.js';
import {
  type CheckedNote,
  changeCount,
  changedNothing,
  checkNote,
  configText,
  isSame,
  layersBefore,
  MAX_CHANGED,
  type NarrowEnd,
  type NoopRequest,
  observeConfig,
  observedFiles,
  renewNote,
  reportsSameAgain,
  type Since,
  startRecording,
  storeNoopSummary,
} from '../pipeline/noop/noop.js';
import type { BuildFlags } from './options.js';
import { formatSummary, type Summary } from './print/report/format-summary.js';
import { painter } from './print/text/style.js';
import type { Session } from './session.js';
import { isTerminal, print } from './start/standard-streams.js';

/** What a build without work printed. Its last line reports the time, so that line is stored as facts. */
interface NoopSummary {
  readonly lines: readonly PrintedLine[];
  readonly summary: Omit<Summary, 'ms'>;
  readonly warnings: number;
  readonly preset: string | null;
  readonly color: boolean;
  /** See configText. */
  readonly config: string;
}

export type NoopNote = CheckedNote<NoopSummary>;

/** What a command line is about, as far as the shortcut is concerned. */
export interface BuildRequest extends NoopRequest {
  /** The note of the last build for it, if only files have changed since. */
  readonly note?: NoopNote | undefined;
}

export interface PrintedLine {
  readonly to: 'stdout' | 'stderr';
  readonly text: string;
}

/** With these flags the command line does not build, or prints more than the summary. */
const OTHER_OUTPUT: ReadonlySet<string> = new Set(['-h', '--help', '--version', '--json']);

const isBuild = (args: readonly string[]): boolean =>
  (args[0] === undefined || args[0] === 'build' || args[0].startsWith('-')) &&
  !args.some((arg) => OTHER_OUTPUT.has(arg));

/** `program`: the file that was started. */
export function noopRequest(args: readonly string[], program: string): NoopRequest {
  const { env, version } = process;
  const { NO_COLOR, FORCE_COLOR, TERM, SLANGC, ASSETC_BLENDER, PATH } = env;
  const isWatched = isTerminal('stdout');
  const columns = isWatched ? (process.stdout.columns ?? 0) : 0;
  const terminal = [isWatched, isTerminal('stderr'), columns, NO_COLOR, FORCE_COLOR, TERM];
  return {
    program,
    inputs: [
      packageJson.version,
      version,
      process.argv[1],
      process.cwd(),
      args,
      terminal,
      SLANGC,
      ASSETC_BLENDER,
      PATH,
    ],
  };
}

/** Prints the summary if there is nothing to build. Otherwise returns what is known about the disk, if anything. */
export async function printIfNoop(
  args: readonly string[],
  request: NoopRequest,
): Promise<'printed' | NoopNote | undefined> {
  if (!isBuild(args)) return undefined;
  // Node loads `performance` when it is first used.
  const start = process.hrtime.bigint();
  const note = checkNote(request, isNoopSummary);
  if (note === undefined || !isSame(note.changes)) return note;
  const { lines, summary, warnings, preset, color } = note.summary;
  for (const { to, text } of lines) await print(to, text);
  const now = { ...summary, ms: Math.round(Number(process.hrtime.bigint() - start) / 1e6) };
  await print('stdout', `${formatSummary(now, warnings, preset ?? undefined, painter(color), isTerminal('stdout'))}\n`);
  return 'printed';
}

/** A shallow check is enough: the seal proves that we wrote the summary, and its key that this version did. */
function isNoopSummary(value: unknown): value is NoopSummary {
  return typeof value === 'object' && value !== null && 'lines' in value && 'summary' in value;
}

/** Whether it builds everything and only prints lines. Builds that read outputs again or report single assets must do so every time. */
const isPlain = (paths: readonly string[], flags: BuildFlags): boolean => {
  const { cache, depfile, dryRun, explain, farm, json, listPresets, listSkipped, preset, report, twice, verify } =
    flags;
  const asksMore = [dryRun, explain, json, listPresets, listSkipped, report, twice, verify].includes(true);
  return cache && !asksMore && paths.length === 0 && (farm ?? depfile) === undefined && (preset?.length ?? 0) <= 1;
};

/** The session with a recording host and a transcript, if the build may turn out to be a no-op worth storing. */
export async function recordForNoop(
  session: Session,
  paths: readonly string[],
  flags: BuildFlags,
  request: BuildRequest | undefined,
): Promise<Session> {
  if (request === undefined || !isPlain(paths, flags)) return session;
  session.console.transcript = [];
  return { ...session, recording: await startRecording(request) };
}

/**
 * The configuration of the last build, if its file is the same: reading it again would take longer than everything else about a narrow
 * build. Undefined if it has to be read, or to be warned about again.
 */
export function knownConfig({ cwd, recording }: Session, request: BuildRequest | undefined): LoadedConfig | undefined {
  const note = request?.note;
  if (note === undefined || recording === undefined || note.summary.warnings > 0) return undefined;
  const { config: text } = note.summary;
  const config: Config = JSON.parse(text);
  // JSON has no infinite numbers: they would be null.
  if (text.includes('null') || (config.file !== undefined && note.changes.changed.includes(config.file)))
    return undefined;
  observeConfig(recording.host, cwd);
  return { config, diagnostics: [], presets: [], defaultPreset: undefined };
}

/** What a build may rely on. `warnings`: those about the configuration. Undefined if it has to check everything. */
export function sinceLastBuild(
  { console, recording }: Session,
  config: Config,
  request: BuildRequest | undefined,
  warnings: number,
  onNarrowEnd: Since['onNarrowEnd'],
): Since | undefined {
  const note = request?.note;
  if (request === undefined || recording === undefined || note === undefined || console.verbose) return undefined;
  if (changeCount(note.changes) > MAX_CHANGED || note.changes.changed.includes(request.program)) return undefined;
  const { cached, silenced, sourceBytes, outputBytes } = note.summary.summary;
  const { file } = config;
  const isSaved = file !== undefined && note.changes.changed.includes(file);
  const before = isSaved && warnings === 0 ? layersBefore(note.summary.config, config) : undefined;
  const settings =
    before === undefined || file === undefined
      ? {}
      : { settings: { before, files: observedFiles(note.observations), stat: note.changes.stats.get(file) } };
  return {
    ...note.changes,
    ...settings,
    record: note.record,
    counts: { cached, silenced, sourceBytes, outputBytes, warnings: note.summary.warnings - warnings },
    onNarrowEnd,
  };
}

/** What the last build printed about all other assets, and this one did not. */
export function printUnchecked({ console }: Session, { note }: BuildRequest): void {
  const printed = new Set(console.transcript?.map(({ text }) => text));
  for (const { to, text } of note?.summary.lines ?? []) if (!printed.has(text)) process[to].write(text);
}

/** Stores what the next build can rely on after a narrow one. */
export async function renewNoop(
  request: BuildRequest,
  config: Config,
  end: NarrowEnd,
  result: BuildResult,
): Promise<void> {
  const { note } = request;
  if (note === undefined) return;
  const { built, shared, cached, sourceBytes, outputBytes } = result;
  const summary = { ...note.summary.summary, cached: built + shared + cached, sourceBytes, outputBytes };
  await renewNote(note, request, end, { ...note.summary, summary, config: configText(config) });
}

export async function storeIfNoop(
  { console, recording }: Session,
  config: Config,
  result: BuildResult,
  warnings: number,
  request: NoopRequest,
): Promise<void> {
  const { transcript } = console;
  const isNoop = changedNothing(result);
  if (recording === undefined || transcript === undefined || !(isNoop || reportsSameAgain(result))) return;
  const { status, built, shared, cached, failed, errors, silenced, sourceBytes, outputBytes, packBytes } = result;
  const noop: NoopSummary = {
    // The last line is the summary. Others on stdout name what was made.
    lines: isNoop ? transcript.slice(0, -1) : transcript.filter(({ to }) => to === 'stderr'),
    summary: {
      status,
      built: 0,
      shared: 0,
      cached: built + shared + cached,
      restored: 0,
      failed,
      errors,
      removed: 0,
      silenced,
      sourceBytes,
      outputBytes,
      packBytes,
    },
    warnings,
    preset: config.preset ?? null,
    config: configText(config),
    color: console.paintOut('', 'bold') !== '',
  };
  await storeNoopSummary(recording, request, noop);
}
