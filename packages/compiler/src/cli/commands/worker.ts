// assetc worker: compiles for builds on other machines until Ctrl-C. Running jobs are finished first; a second Ctrl-C exits at once.

import { ExitCode as Exit, type ExitCode } from '../exit-code.js';
import { badAddress, isProblem, loadFarm, openBlobs, queueUrl } from '../farm.js';
import { type Interrupt, onInterrupt } from '../interrupt.js';
import type { WorkerFlags } from '../options.js';
import { printable } from '../print/format-diagnostic.js';
import { formatDuration, plural } from '../print/text/units.js';
import { loadProject, openSession, report, type Session } from '../session.js';

export async function runWorker(flags: WorkerFlags): Promise<ExitCode> {
  const session = openSession(flags);
  const { console } = session;
  const interrupt = onInterrupt(() =>
    console.error('finishing the running jobs; press Ctrl-C again to quit immediately'),
  );
  try {
    return await serve(session, flags, interrupt);
  } finally {
    interrupt.release();
  }
}

async function serve(session: Session, flags: WorkerFlags, { signal }: Interrupt): Promise<ExitCode> {
  const { console } = session;
  const url = queueUrl(flags.queue);
  const farm = isProblem(url) ? url : await loadFarm();
  const shared = isProblem(farm) ? farm : await openBlobs(flags.cacheUrl);
  const problem = [url, farm, shared].find(isProblem);
  if (problem !== undefined || isProblem(url) || isProblem(farm) || isProblem(shared)) {
    if (problem !== undefined) report(console, problem);
    return Exit.usage;
  }
  const plugins = flags.plugins === true ? await loadProjectPlugins(session, flags) : [];
  if (plugins === undefined) return Exit.usage;
  const { openFarmWork } = await import('../../index.js');
  const farmWork = await openFarmWork({
    blobs: shared.blobs,
    plugins,
    ...(flags.jobs !== undefined && { places: flags.jobs }),
    ...(flags.keep !== undefined && { keptBytes: flags.keep * 1e6 }),
  });
  const { places } = farmWork;
  const reporter = new WorkerReporter(session);
  try {
    const worker = farm.startFarmWorker({
      queue: url,
      work: farmWork.work,
      places,
      ...(farmWork.plugins !== undefined && { plugins: farmWork.plugins }),
      onJob: reporter.job,
      onTrouble: reporter.trouble,
    });
    const also = plugins.length === 0 ? '' : `, with ${plural(plugins.length, 'plug-in')}`;
    console.line(
      `worker started: up to ${plural(places, 'job')} at a time from ${worker.queue}, files via ${shared.name}${also}`,
    );
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await worker.stop(true);
    console.line(`worker stopped: ${reporter.summary}`);
    return Exit.interrupted;
  } catch (error) {
    report(console, badAddress(error));
    return Exit.usage;
  } finally {
    await farmWork.close();
    shared.close();
  }
}

/** The plug-ins of this machine's checkout. Returns undefined if they cannot be loaded, and reports why. */
async function loadProjectPlugins(session: Session, { config: file }: WorkerFlags) {
  const loaded = await loadProject(session, { plugins: true, ...(file !== undefined && { config: file }) }, undefined);
  for (const diagnostic of loaded.diagnostics) report(session.console, diagnostic);
  return loaded.config === undefined ? undefined : (loaded.config.plugins ?? []);
}

type OnJob = NonNullable<Parameters<typeof import('@assetc/farm').startFarmWorker>[0]['onJob']>;

/** Limits memory: anyone who can write to the queue chooses these texts. */
const MAX_REFUSALS = 100;

/** Reports each problem once, and single jobs only with --verbose. */
class WorkerReporter {
  readonly #session: Session;
  readonly #refusals = new Set<string>();
  #trouble: string | undefined;
  #done = 0;
  #refused = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  get summary(): string {
    return `${plural(this.#done, 'job')} done, ${this.#refused} refused`;
  }

  readonly job: OnJob = ({ kind, source, outcome, why, ms }) => {
    const { console } = this.#session;
    if (outcome === 'done') this.#done++;
    if (console.verbose) console.note(`${outcome} ${printable(kind)} ${printable(source)} (${formatDuration(ms)})`);
    if (outcome !== 'refused' || why === undefined) return;
    this.#refused++;
    if (this.#refusals.has(why) || this.#refusals.size >= MAX_REFUSALS) return;
    this.#refusals.add(why);
    report(console, { code: 'farm/refused', severity: 'notice', message: `a job was refused: ${printable(why)}` });
  };

  readonly trouble = (why: string | undefined): void => {
    const { console } = this.#session;
    if (why === undefined && this.#trouble !== undefined) console.line('the queue can be reached again');
    if (why !== undefined && this.#trouble === undefined)
      report(console, {
        code: 'farm/lost',
        severity: 'warning',
        message: `the queue cannot be reached: ${printable(why)}`,
      });
    this.#trouble = why;
  };
}
