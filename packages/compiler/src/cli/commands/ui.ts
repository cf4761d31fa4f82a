// assetc ui: serves a page that shows an output folder or a pack, until Ctrl-C.

import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config, EditOptions, UiServer } from '../../index.js';
import { ExitCode } from '../exit-code.js';
import { onInterrupt } from '../interrupt.js';
import { openBrowser } from '../open-browser.js';
import type { ProjectFlags, UiFlags } from '../options.js';
import { reportMissing, reportUnreadable } from '../print/report-unreadable.js';
import { formatBytes, plural } from '../print/text/units.js';
import { loadProject, loadProjects, openSession, report, type Session, shownPath } from '../session.js';

export async function runUi(path: string | undefined, other: string | undefined, given: UiFlags): Promise<ExitCode> {
  const flags = withPlugins(given);
  const session = openSession(flags);
  const target = await targetOf(session, path, other, flags);
  if (target === undefined) return ExitCode.usage;
  if (flags.edit === true && !canEdit(session, target, flags)) return ExitCode.usage;
  if (flags.export !== undefined) return writeFiles(session, target, resolve(session.cwd, flags.export), flags);
  if (flags.shot !== undefined) return drawPicture(session, target, resolve(session.cwd, flags.shot), flags);
  const gone =
    other === undefined
      ? undefined
      : target.others?.find((each) => statSync(each, { throwIfNoEntry: false }) === undefined);
  if (gone !== undefined) return reportMissing(session, gone);
  const interrupt = onInterrupt(() => {});
  try {
    const server = await startServer(session, target, flags);
    if (server === 'failed') return ExitCode.usage;
    if (!interrupt.signal.aborted)
      await new Promise((resolve) => interrupt.signal.addEventListener('abort', resolve, { once: true }));
    await server.close();
    return ExitCode.interrupted;
  } finally {
    interrupt.release();
  }
}

/** What can be edited is built, with all kinds of the project. */
const withPlugins = (flags: UiFlags): UiFlags => (flags.edit === true ? { plugins: true, ...flags } : flags);

interface Target {
  readonly path: string;
  readonly config: Config | undefined;
  readonly live?: boolean;
  /** Absolute: what it is compared with. */
  readonly others?: readonly string[];
}

/** Reports it if not. */
export function canEdit({ console }: Session, { config }: Target, flags: Pick<UiFlags, 'export' | 'shot'>): boolean {
  if (config?.file !== undefined && flags.export === undefined && flags.shot === undefined) return true;
  report(console, {
    code: 'cli/no-edit',
    severity: 'error',
    message:
      config === undefined
        ? 'this is not the output of a project, so no rule can be written'
        : config.file === undefined
          ? 'the project has no assetc.yml that a rule could be written into'
          : 'an export and a picture cannot edit the project',
  });
  return false;
}

/** The path need not belong to the project. If it does, the configuration is used too. Outputs of other presets can be compared. */
async function targetOf(
  session: Session,
  path: string | undefined,
  other: string | undefined,
  flags: UiFlags,
): Promise<Target | undefined> {
  if (path === undefined) {
    const [loaded] = await loadProjects(session, flags);
    if (loaded?.config === undefined) return undefined;
    const { output, otherOutputs } = loaded.config;
    return { path: output, config: loaded.config, others: otherOutputs };
  }
  const { config } = await loadProject(session, flags, flags.preset?.[0]);
  const named = resolve(session.cwd, path);
  const project = config?.output === named ? config : undefined;
  const others = other === undefined ? project?.otherOutputs : [resolve(session.cwd, other)];
  return { path: named, config: project, ...(others === undefined ? {} : { others }) };
}

async function writeFiles(session: Session, target: Target, to: string, flags: UiFlags): Promise<ExitCode> {
  const { exportUi } = await import('../../index.js');
  const { console, cwd } = session;
  const written = await reportUnreadable(session, target.path, () =>
    exportUi({ ...target, to, withSettings: flags.withSettings, single: flags.single }),
  );
  if (written === 'unreadable') return ExitCode.problems;
  if (written === undefined) return reportMissing(session, target.path);
  for (const diagnostic of written.diagnostics) report(console, diagnostic, shownPath(cwd, to));
  if (written.diagnostics.length > 0) return ExitCode.usage;
  const { files, sizeBytes } = written;
  console.event({ type: 'exported', path: target.path, to, files, sizeBytes });
  console.line(
    `exported ${shownPath(cwd, target.path)} to ${shownPath(cwd, to)}: ${plural(files, 'file')}, ${formatBytes(sizeBytes)}`,
  );
  return ExitCode.fine;
}

const DEFAULT_SIZE = { width: 1600, height: 900 };

async function drawPicture(session: Session, { path }: Target, to: string, flags: UiFlags): Promise<ExitCode> {
  const { shotUi } = await import('../../index.js');
  const { console, cwd } = session;
  const drawn = await reportUnreadable(session, path, async () => {
    const result = await shotUi({ path, asset: flags.asset, ...(flags.size ?? DEFAULT_SIZE) });
    if (result?.png !== undefined) await writeFile(to, result.png);
    return result;
  });
  if (drawn === 'unreadable') return ExitCode.problems;
  if (drawn === undefined) return reportMissing(session, path);
  for (const diagnostic of drawn.diagnostics) report(console, diagnostic);
  if (drawn.png === undefined) return ExitCode.usage;
  const sizeBytes = drawn.png.byteLength;
  console.event({ type: 'drawn', path, to, sizeBytes });
  console.line(`drew ${flags.asset ?? shownPath(cwd, path)} into ${shownPath(cwd, to)}: ${formatBytes(sizeBytes)}`);
  return ExitCode.fine;
}

/** Prints its address. */
export async function startServer(
  session: Session,
  target: Target,
  flags: ProjectFlags & Pick<UiFlags, 'port' | 'open' | 'edit'>,
): Promise<UiServer | 'failed'> {
  const { serveUi } = await import('../../index.js');
  const { console, cwd } = session;
  try {
    const server = await serveUi({ ...target, port: flags.port, edit: editOf(session, target, flags) });
    if (server === undefined) {
      reportMissing(session, target.path);
      return 'failed';
    }
    const url = server.editUrl ?? server.url;
    console.event({ type: 'serving', path: target.path, url });
    console.line(`serving ${shownPath(cwd, target.path)} at ${console.paintOut(url, 'bold')} (press Ctrl-C to stop)`);
    if (flags.open === true) openBrowser(url);
    return server;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    report(console, {
      code: 'cli/port',
      severity: 'error',
      message: `port ${flags.port ?? 0} ${code === 'EACCES' ? 'cannot be used without special permissions' : 'is already in use'}`,
    });
    return 'failed';
  }
}

/** A watch builds what was written by itself. */
function editOf(
  session: Session,
  { config, live }: Target,
  flags: ProjectFlags & Pick<UiFlags, 'edit'>,
): EditOptions | undefined {
  if (flags.edit !== true) return undefined;
  const load = async (): Promise<Config | undefined> => {
    const { config: loaded, diagnostics } = await loadProject(session, flags, config?.preset);
    for (const diagnostic of diagnostics) report(session.console, diagnostic);
    return loaded;
  };
  return { loadConfig: load, builds: live !== true };
}
