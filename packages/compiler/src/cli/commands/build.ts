// assetc build: one build for each requested preset.

import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { BuildResult, Config, LoadedConfig, PlannedAsset, PresetRun } from '../../index.js';
import type { NarrowEnd } from '../../pipeline/noop/noop.js';
import { ExitCode, UsageError, worst } from '../exit-code.js';
import type { OpenFarm } from '../farm.js';
import { type Interrupt, onInterrupt } from '../interrupt.js';
import {
  type BuildRequest,
  knownConfig,
  printUnchecked,
  recordForNoop,
  renewNoop,
  sinceLastBuild,
  storeIfNoop,
} from '../noop-build.js';
import { optimizeKernelsLater, optimizeLaterWith } from '../optimize-later.js';
import type { BuildFlags } from '../options.js';
import { printable } from '../print/format-diagnostic.js';
import { listPresets } from '../print/list-presets.js';
import { listSkippedFiles } from '../print/list-skipped.js';
import { BuildReporter } from '../print/report/build-reporter.js';
import { RemovedDuplicates } from '../print/report/removed-duplicates.js';
import { formatCount, formatDuration, plural } from '../print/text/units.js';
import { hasInput, isConfig, loadProjects, openSession, report, type Session, shownPath } from '../session.js';
import { threadsOf } from '../threads-of.js';

export async function runBuild(
  paths: readonly string[],
  flags: BuildFlags,
  commands: readonly string[],
  request?: BuildRequest,
): Promise<ExitCode> {
  const session = await recordForNoop(openSession(flags), paths, flags, request);
  if (flags.listPresets === true) return listPresets(session, (await loadProjects(session, withoutPlugins(flags)))[0]);
  const known = knownConfig(session, request);
  const projects = known === undefined ? await loadProjects(session, flags) : [known];
  const configs = projects.map(({ config }) => config).filter(isConfig);
  if (flags.listSkipped === true && configs.length === projects.length && configs.every((c) => hasInput(session, c)))
    return await listSkippedFiles(session, configs);
  const warnings = warnAboutSharedOutput(session, configs) + countWarnings(projects);
  if (configs.length < projects.length) return ExitCode.usage;
  if (flags.strict === true && warnings > 0) {
    reportStrictness(session, warnings);
    return ExitCode.usage;
  }
  const interrupt = onInterrupt(() => session.console.error('stopping; press Ctrl-C again to quit immediately'));
  try {
    const codes: ExitCode[] = [];
    const strays: string[] = [];
    const run = await openPresetRun(configs);
    for (const config of configs) {
      if (interrupt.signal.aborted) break;
      const only = paths.length === 0 ? undefined : await resolvePaths(session, config, paths, commands);
      const built = await buildOne(session, config, only, flags, warnings, interrupt, request, run);
      codes.push(built.code);
      strays.push(...built.strays.map((path) => resolve(config.output, path)));
    }
    const code = interrupt.signal.aborted ? ExitCode.interrupted : worst(codes);
    if (flags.depfile === undefined || flags.dryRun === true || code !== ExitCode.fine) return code;
    const { runDepfile } = await import('../depfile.js');
    return await runDepfile(session, flags.depfile, configs, [
      ...strays,
      ...(request === undefined ? [] : [request.program]),
    ]);
  } finally {
    interrupt.release();
  }
}

/** The presets are in the file: no code has to run to list them. */
const withoutPlugins = ({ plugins: _plugins, ...others }: BuildFlags): BuildFlags => others;

/** Lets several presets share work. Not needed, and not loaded, for one. */
async function openPresetRun(configs: readonly Config[]): Promise<PresetRun | undefined> {
  return configs.length < 2 ? undefined : new (await import('../../index.js')).PresetRun(configs);
}

/** What a build takes from the command line as it is. */
const optionsOf = ({ jobs, verify, twice, cache, dryRun, explain }: BuildFlags) => ({
  ...(jobs === undefined ? {} : { jobs }),
  verify: verify ?? false,
  twice: twice ?? false,
  noCache: !cache,
  dryRun: dryRun ?? false,
  explain: explain ?? false,
});

const UNUSABLE = { code: ExitCode.usage, strays: [] } as const;

async function buildOne(
  session: Session,
  config: Config,
  paths: readonly string[] | undefined,
  flags: BuildFlags,
  earlierWarnings: number,
  { signal }: Interrupt,
  request: BuildRequest | undefined,
  run: PresetRun | undefined,
): Promise<{ readonly code: ExitCode; readonly strays: readonly string[] }> {
  if (!hasInput(session, config)) return UNUSABLE;
  const farm = flags.farm === undefined ? undefined : await openFarmOrReport(session, config, flags);
  if (farm === 'failed') return UNUSABLE;
  const { build } = await import('../../index.js');
  const onCompiled = optimizeLaterWith(threadsOf(flags));
  optimizeKernelsLater();
  const reporter = new BuildReporter(session, config, {
    explain: flags.explain ?? false,
    threads: threadsOf(flags),
    earlierWarnings,
    dryRun: flags.dryRun ?? false,
  });
  let narrowEnd: NarrowEnd | undefined;
  const since = sinceLastBuild(session, config, request, earlierWarnings, (end) => {
    narrowEnd = end;
  });
  try {
    const result = await build(
      {
        ...optionsOf(flags),
        config,
        signal,
        ...(paths === undefined ? {} : { paths }),
        onEvent: (event) => {
          if (event.type === 'asset' && event.status === 'built') onCompiled();
          reporter.onEvent(event);
        },
        ...(run === undefined ? {} : { run }),
        ...(farm === undefined ? {} : { farm: farm.open }),
      },
      session.recording?.host,
      since,
    );
    reporter.stop();
    if (narrowEnd !== undefined && request !== undefined) printUnchecked(session, request);
    if (flags.dryRun === true && result.status !== 'interrupted') printPlan(session, result);
    else reporter.summarize(result);
    printFarmCounts(session, farm);
    if (flags.report === true) {
      const { printSizeReport } = await import('../print/report/size-report.js');
      await printSizeReport(session, config, result, signal);
    }
    const code = buildExitCode(result, flags, reporter.warnings);
    if (result.status === 'ok' && code !== ExitCode.fine) reportStrictness(session, reporter.warnings);
    if (code === ExitCode.fine && request !== undefined)
      if (narrowEnd === undefined) await storeIfNoop(session, config, result, reporter.warnings, request);
      else await renewNoop(request, config, narrowEnd, result);
    return { code, strays: result.strays };
  } finally {
    reporter.stop();
    await farm?.close();
  }
}

async function openFarmOrReport(
  { console }: Session,
  config: Config,
  flags: BuildFlags,
): Promise<OpenFarm | 'failed' | undefined> {
  const { openFarm, isProblem } = await import('../farm.js');
  const farm = await openFarm(flags, config);
  if (farm === undefined || !isProblem(farm)) return farm;
  report(console, farm);
  return 'failed';
}

function printFarmCounts({ console }: Session, farm: OpenFarm | undefined): void {
  const counts = farm?.counts();
  if (counts === undefined) return;
  const elsewhere = counts.sent - counts.doneHere;
  const verified =
    counts.verified === 0 ? '' : `, ${formatCount(counts.verified)} of them also compiled here and equal`;
  const sent = `${plural(counts.sent, 'job')} sent to the queue, ${formatCount(elsewhere)} done by workers`;
  console.note(`farm: ${sent}${verified}`);
}

/** Explains why a build with "0 failed" fails. */
function reportStrictness({ console }: Session, warnings: number): void {
  report(console, {
    code: 'cli/strict',
    severity: 'error',
    message: `${plural(warnings, 'warning')}, which --strict treats as ${warnings === 1 ? 'a failure' : 'failures'}`,
  });
}

export function buildExitCode(result: BuildResult, flags: Pick<BuildFlags, 'strict'>, warnings: number): ExitCode {
  if (result.status === 'interrupted') return ExitCode.interrupted;
  if (result.status === 'failed' || (flags.strict === true && warnings > 0)) return ExitCode.problems;
  return ExitCode.fine;
}

const ACTION_COLOR = { build: 'green', keep: 'dim', yield: 'dim', fail: 'red' } as const;

function printPlan({ console }: Session, { plan, removals, failed, errors, ms }: BuildResult): void {
  const count = (action: PlannedAsset['action']) => plan.filter((asset) => asset.action === action).length;
  for (const { action, id, reasons, assumed } of plan) {
    if ((action === 'keep' || action === 'yield') && !console.verbose) continue;
    const word = console.paintOut(action.padEnd(6), ACTION_COLOR[action]);
    const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
    console.note(
      `${word} ${printable(id)}${printable(why)}${assumed ? ' (may change, depending on other assets)' : ''}`,
    );
  }
  const removedDuplicates = new RemovedDuplicates();
  for (const { path, reason, keptBy } of removals) {
    console.note(`${console.paintOut('remove', 'yellow')} ${printable(path)}: ${printable(reason)}`);
    removedDuplicates.add(keptBy);
  }
  for (const line of removedDuplicates.lines('would be')) console.note(line);
  const counts = [`build ${formatCount(count('build'))}`, `keep ${formatCount(count('keep'))}`];
  if (count('yield') > 0) counts.push(`skip ${formatCount(count('yield'))} that other assets compile`);
  if (failed > 0) counts.push(`fail ${formatCount(failed)}`);
  else if (errors > 0) counts.push(`end with ${plural(errors, 'error')}`);
  if (removals.length > 0) counts.push(`remove ${plural(removals.length, 'file')}`);
  console.line(`dry run: would ${counts.join(', ')}; nothing was written (${formatDuration(ms)})`);
}

/** Resolves paths relative to the working directory, or else to the input folder. */
async function resolvePaths(
  { cwd }: Session,
  config: Config,
  paths: readonly string[],
  commands: readonly string[],
): Promise<readonly string[]> {
  const resolved: string[] = [];
  for (const path of paths) {
    const here = resolve(cwd, path);
    const inInput = resolve(config.input, path);
    const found = [here, inInput].find((candidate) => isInside(config.input, candidate) && existsSync(candidate));
    if (found !== undefined) {
      resolved.push(found);
      continue;
    }
    if (existsSync(here))
      throw new UsageError(
        `${path} is outside the input folder ${shownPath(cwd, config.input)}`,
        'Only sources below the input folder are compiled. To change the folder, set input in assetc.yml.',
      );
    const meant = await nearestCommand(path, commands);
    if (meant !== undefined) throw new UsageError(`unknown command ${JSON.stringify(path)}`, meant);
    throw new UsageError(
      `there is no source ${path}`,
      `Paths are relative to the current folder or to ${shownPath(cwd, config.input)}.`,
    );
  }
  return resolved;
}

async function nearestCommand(word: string, commands: readonly string[]): Promise<string | undefined> {
  if (commands.includes(word)) return `Put the command first: assetc ${word} …`;
  const { nearest } = await import('../../index.js');
  const meant = /^[a-z-]+$/i.test(word) ? nearest(word, commands) : undefined;
  return meant === undefined ? undefined : `Did you mean "assetc ${meant}"?`;
}

function isInside(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below === '' || (below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below));
}

const countWarnings = (projects: readonly LoadedConfig[]): number =>
  projects.flatMap(({ diagnostics }) => diagnostics).filter(({ severity }) => severity === 'warning').length;

function warnAboutSharedOutput({ console, cwd }: Session, configs: readonly Config[]): number {
  const outputs = new Map<string, string | undefined>();
  let warnings = 0;
  for (const { output, preset } of configs) {
    if (outputs.has(output)) {
      warnings++;
      report(console, {
        code: 'config/same-output',
        severity: 'warning',
        message: `presets ${outputs.get(output)} and ${preset} both build into ${shownPath(cwd, output)}; the second replaces the first`,
        hint: 'Give each preset a different output folder in assetc.yml.',
      });
    }
    outputs.set(output, preset);
  }
  return warnings;
}
