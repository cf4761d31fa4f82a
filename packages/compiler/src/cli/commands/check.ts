// assetc check: verifies an output folder or a pack. A gate for CI: exit 1 on any problem.

import { join, resolve } from 'node:path';
import type { CheckResult, Config } from '../../index.js';
import { ExitCode, worst } from '../exit-code.js';
import type { ProjectFlags } from '../options.js';
import { reportMissing, reportUnreadable } from '../print/report-unreadable.js';
import { formatBytes, plural } from '../print/text/units.js';
import { loadProject, loadProjects, openSession, report, type Session, shownPath } from '../session.js';

export async function runCheck(path: string | undefined, flags: ProjectFlags): Promise<ExitCode> {
  const session = openSession(flags);
  if (path !== undefined) return await checkNamed(session, resolve(session.cwd, path), flags);
  const codes: ExitCode[] = [];
  for (const { config } of await loadProjects(session, flags)) {
    if (config === undefined) return ExitCode.usage;
    codes.push(await checkOne(session, config.output, config.pack, config));
  }
  return worst(codes);
}

/** The path need not belong to the project. The configuration is only read for what its packs contain. */
async function checkNamed(session: Session, path: string, flags: ProjectFlags): Promise<ExitCode> {
  const { config } = await loadProject(session, flags, flags.preset?.[0]);
  const isOurs = config !== undefined && (path === config.output || path === `${config.output}.hpack`);
  return await checkOne(session, path, isOurs ? config.pack : false, config);
}

async function checkOne(
  session: Session,
  path: string,
  pack: Config['pack'],
  config: Config | undefined,
): Promise<ExitCode> {
  const { check } = await import('../../index.js');
  const result = await reportUnreadable(session, path, () => check({ path, pack, config }));
  if (result === 'unreadable') return ExitCode.problems;
  if (result === undefined) return reportMissing(session, path);
  const { console, cwd } = session;
  const printedHints = new Set<string | undefined>();
  for (const diagnostic of result.diagnostics) {
    const { hint, file } = diagnostic;
    report(console, diagnostic, shownFile(cwd, result, file), hint === undefined || !printedHints.has(hint));
    printedHints.add(hint);
  }
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = result.diagnostics.length - errors;
  const { type, ok, files, sizeBytes } = result;
  console.event({ type: 'checked', path, what: type, ok, files, sizeBytes, errors, warnings });
  const size = `${plural(files, 'file')}, ${formatBytes(sizeBytes)}`;
  const verdict =
    errors > 0 ? console.paintOut(plural(errors, 'problem'), 'red', 'bold') : console.paintOut('no problems', 'green');
  const warned = warnings > 0 ? `, ${plural(warnings, 'warning')}` : '';
  console.line(`checked ${shownPath(cwd, path)}: ${size}: ${verdict}${warned}`);
  return ok ? ExitCode.fine : ExitCode.problems;
}

/** A file inside a pack is shown as `game.hpack/models/chair.hmesh`. */
function shownFile(cwd: string, { path, type }: CheckResult, file: string | undefined): string {
  const target = shownPath(cwd, path);
  if (file === undefined || type === 'file' || target.endsWith(`/${file}`) || target === file) return target;
  return join(target, file).replaceAll('\\', '/');
}
