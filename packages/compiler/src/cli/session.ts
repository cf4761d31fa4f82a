// The state that every command starts with: the console, the working directory, and the project that the flags name.

import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { type Config, type Diagnostic, type LoadedConfig, remedyOf } from '../index.js';
import type { RecordingHost } from '../pipeline/noop/noop.js';
import type { CommonFlags, ProjectFlags, WatchFlags } from './options.js';
import { Console } from './print/console.js';
import { formatDiagnostic } from './print/format-diagnostic.js';
import { wrapWords } from './print/text/wrap-words.js';

export interface Session {
  readonly cwd: string;
  readonly console: Console;
  /** Records what the command observes, for the nothing-to-do shortcut. */
  readonly recording?: RecordingHost;
}

export function openSession(flags: CommonFlags): Session {
  return { cwd: process.cwd(), console: new Console(flags, process, process.env) };
}

type BuildOverrides = Partial<Pick<WatchFlags, 'input' | 'pack' | 'base' | 'draft'>>;

/** Loads the project once for each requested preset, or once if there is none. Prints each diagnostic once. */
export async function loadProjects(
  session: Session,
  flags: ProjectFlags & BuildOverrides,
): Promise<readonly LoadedConfig[]> {
  const wishes: readonly (string | undefined)[] = flags.preset ?? [undefined];
  const loaded: LoadedConfig[] = [];
  for (const preset of new Set(wishes)) loaded.push(await loadProject(session, flags, preset));
  const seen = new Set<string>();
  for (const diagnostic of loaded.flatMap(({ diagnostics }) => diagnostics)) {
    const key = JSON.stringify(diagnostic);
    if (!seen.has(key)) report(session.console, diagnostic);
    seen.add(key);
  }
  return loaded;
}

export async function loadProject(
  { cwd, recording }: Pick<Session, 'cwd' | 'recording'>,
  { config: file, input, output, pack, base, draft, plugins }: ProjectFlags & BuildOverrides,
  preset: string | undefined,
): Promise<LoadedConfig> {
  const { loadConfig } = await import('../index.js');
  const wish = plugins === undefined ? 'skip' : plugins ? 'load' : 'refuse';
  return loadConfig({ cwd, file, input, output, pack, base, draft, preset, plugins: wish }, recording?.host);
}

/** Prints a diagnostic to stderr and, with --json, as an event. The event always has a hint: its own, or its code's. */
export function report(console: Console, found: Diagnostic, shownFile?: string, withHint = true): void {
  const diagnostic = { ...found, hint: found.hint ?? remedyOf(found.code) };
  const { hint: _hint, ...bare } = diagnostic;
  const printed = withHint ? diagnostic : bare;
  const text = formatDiagnostic(printed, console.paintErr, shownFile ?? diagnostic.file);
  // People need space between diagnostics; editors that parse logs do not.
  console.error(console.errorColumns === undefined ? text : `${wrapWords(text, console.errorColumns)}\n`);
  console.event({ type: 'diagnostic', diagnostic });
}

export const isConfig = (config: Config | undefined): config is Config => config !== undefined;

/** Relative to the working directory if it is below that, else absolute. */
export function shownPath(cwd: string, path: string): string {
  const short = relative(cwd, resolve(cwd, path));
  if (short === '') return '.';
  // On Windows the way to another drive or server is absolute.
  return short.startsWith(`..${sep}..`) || isAbsolute(short) ? path : short.split(sep).join('/');
}

/** Whether the input folder exists. Reports an error if it does not. */
export function hasInput({ console, cwd }: Session, { input }: Config): boolean {
  const stat = statSync(input, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return true;
  report(console, {
    code: 'cli/no-input',
    severity: 'error',
    message:
      stat === undefined
        ? `there is no input folder ${shownPath(cwd, input)}`
        : `the input ${shownPath(cwd, input)} is not a folder`,
    hint: 'Run "assetc init" to set up a project, or set input in assetc.yml.',
  });
  return false;
}
