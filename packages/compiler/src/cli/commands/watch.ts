// assetc watch: build, then rebuild what a saved file affects, until Ctrl-C. The configuration is read again before
// every build, so that saving it takes effect.

import { join } from 'node:path';
import type { BuildResult, Config } from '../../index.js';
import { ExitCode, worst } from '../exit-code.js';
import { onInterrupt } from '../interrupt.js';
import type { WatchFlags } from '../options.js';
import { BuildReporter } from '../print/report/build-reporter.js';
import { hasInput, isConfig, loadProject, loadProjects, openSession, report, type Session } from '../session.js';
import { threadsOf } from '../threads-of.js';
import { buildExitCode } from './build.js';
import { canEdit, startServer } from './ui.js';

export async function runWatch(flags: WatchFlags): Promise<ExitCode> {
  const session = openSession(flags);
  const configs = (await loadProjects(session, flags)).map(({ config }) => config);
  const good = configs.filter(isConfig);
  if (good.length < configs.length) return ExitCode.usage;
  if (!good.every((config) => hasInput(session, config))) return ExitCode.usage;
  const interrupt = onInterrupt(() => session.console.error('stopping; press Ctrl-C again to quit immediately'));
  try {
    const { port, ...withoutPort } = flags;
    // Only the first preset can use the requested port.
    const flagsOf = (i: number): WatchFlags => (i === 0 ? flags : withoutPort);
    const codes = await Promise.all(good.map((config, i) => watchOne(session, config, flagsOf(i), interrupt.signal)));
    return interrupt.signal.aborted ? ExitCode.interrupted : worst(codes);
  } finally {
    interrupt.release();
  }
}

async function watchOne(session: Session, first: Config, flags: WatchFlags, signal: AbortSignal): Promise<ExitCode> {
  const { watch } = await import('../../index.js');
  const target = { path: first.output, config: first, live: true };
  if (flags.edit === true && !canEdit(session, target, {})) return ExitCode.usage;
  const server = flags.ui === true ? await startServer(session, target, flags) : undefined;
  if (server === 'failed') return ExitCode.usage;
  const reporter = new BuildReporter(session, first, {
    explain: flags.explain ?? false,
    threads: threadsOf(flags),
    earlierWarnings: 0,
    repeats: true,
  });
  let initial: Config | undefined = first;
  let last: BuildResult | undefined;
  try {
    await watch({
      ...(flags.jobs === undefined ? {} : { jobs: flags.jobs }),
      verify: flags.verify ?? false,
      noCache: !flags.cache,
      explain: flags.explain ?? false,
      alsoWatch: [first.file ?? join(session.cwd, 'assetc.yml')],
      signal,
      loadConfig: async () => {
        const ready = initial;
        initial = undefined;
        if (ready !== undefined) return ready;
        const { config, diagnostics } = await loadProject(session, flags, first.preset);
        for (const diagnostic of diagnostics) report(session.console, diagnostic);
        if (config === undefined) {
          server?.fail(diagnostics);
          throw new Error('the configuration has errors; waiting until it is saved again');
        }
        server?.reconfigure(config);
        return config;
      },
      onEvent: (event) => {
        reporter.onEvent(event);
        server?.follow(event);
      },
      onResult: (result) => {
        last = result;
        reporter.summarize(result);
      },
      onError: (error) => session.console.error(error instanceof Error ? error.message : String(error)),
    });
  } finally {
    reporter.stop();
    await server?.close();
  }
  return last === undefined ? ExitCode.problems : buildExitCode(last, flags, reporter.warnings);
}
