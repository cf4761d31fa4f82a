// Judges what a worker made. The format of every file is always checked. A share of the results is compiled here as well, and so is everything
// that fails the check: if this machine makes something else of the same input, nothing that workers made in this build is believed any more.
// Their names do not count, since anyone who can write to the queue can take any name, and many of them.

import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { Asset } from '../asset.js';
import { canonicalJson } from '../cache/canonical-json.js';
import { takeDiagnostic } from '../cache/check-record.js';
import type { Dependency } from '../cache/record.js';
import { outputPathOf } from '../commit/output-path.js';
import type { MadeOutput } from '../execute/made-output.js';
import type { ValidateMade } from '../finish/verify.js';
import { changedBetween, findDifferences } from '../twice/compare-runs.js';
import type { JobResult } from '../workers/job.js';
import type { FarmProblems } from './farm-problems.js';
import type { FarmQueue } from './farm-queue.js';
import type { MadeReply } from './farm-reply.js';
import { mapConcurrently } from './map-concurrently.js';
import type { WorkerResults } from './worker-results.js';

/** What another machine made of a job. */
export interface WorkerAnswer {
  /** Of the job. */
  readonly id: string;
  readonly reply: MadeReply;
  /** Its result with all bytes, for which the memory is held. Undefined if the cache has lost one. */
  readonly fetch: () => Promise<JobResult | undefined>;
}

interface JudgeOptions {
  readonly results: WorkerResults;
  readonly queue: FarmQueue;
  readonly problems: FarmProblems;
  readonly validateMade: ValidateMade;
}

/**
 * used: it is taken as it is · doubted: it is compiled here as well, and compared · malformed: the same, and it is not taken in any case ·
 * lost: it cannot be had.
 */
type Verdict = { readonly is: 'used'; readonly result: JobResult } | { readonly is: 'doubted' | 'malformed' | 'lost' };

/** Why a compile may fail here that succeeds on a machine that is larger or less busy: no reason to blame the other. */
const LIMITS: ReadonlySet<DiagnosticCode> = new Set([
  'build/time-limit',
  'build/out-of-memory',
  'shader/limit',
  'internal/worker',
]);

export class ResultJudge {
  readonly #options: JudgeOptions;
  /** Jobs whose answers may have been used. */
  readonly #jobs = new Set<string>();
  /** Results that this machine compiled as well, and that were equal. */
  verified = 0;

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  async judge(asset: Asset, { id, fetch }: WorkerAnswer): Promise<Verdict> {
    const { results, validateMade } = this.#options;
    const result = await fetch();
    if (result === undefined) return { is: 'lost' };
    this.#jobs.add(id);
    let isChecked = true;
    for (const outputs of [result.outputs, ...result.outputsByPreset]) {
      const files = outputs.map((output) => ({ path: outputPathOf(asset, output), bytes: output.bytes }));
      const { problems, isComplete } = await validateMade(files, asset.kind);
      if (problems.length > 0) return { is: 'malformed' };
      isChecked &&= isComplete;
    }
    if (results.isChosen(id, asset.source)) return { is: 'doubted' };
    return { is: 'used', result: { ...result, byWorker: { isChecked } } };
  }

  /** `ours`: of the same job, compiled here. Returns which of both is used. */
  async compare(asset: Asset, answer: WorkerAnswer, verdict: Verdict, ours: JobResult): Promise<JobResult> {
    if (ours.failed && ours.diagnostics.some(({ code }) => LIMITS.has(code))) {
      const theirs = verdict.is === 'doubted' ? await answer.fetch() : undefined;
      return theirs === undefined ? ours : { ...theirs, byWorker: { isChecked: false } };
    }
    const { reply, id } = answer;
    // A file was saved meanwhile: both may be right.
    if (changedBetween(reply.dependencies, ours) !== undefined) return ours;
    const [difference] = differences(asset, reply, ours);
    if (difference === undefined) this.verified++;
    else await this.#distrust(id, difference);
    return ours;
  }

  async #distrust(id: string, difference: string): Promise<void> {
    const { results, queue, problems } = this.#options;
    if (results.distrusted.aborted) return;
    results.distrust();
    problems.mismatch((await queue.workerOf(id)) ?? 'with an unknown name', difference);
    // Other builds shall not get them either.
    await mapConcurrently([...this.#jobs], (job) => queue.forget(job));
  }
}

function differences(asset: Asset, theirs: MadeReply, ours: JobResult): readonly string[] {
  const plain = ours.failed ? ours : asReceived(ours);
  const found = [...findDifferences(asset, theirs, plain, () => undefined)];
  if (ours.failed) return found;
  if (setsOf(theirs.outputsByPreset) !== setsOf(ours.outputsByPreset))
    found.push(`the outputs of ${asset.id} for other presets differ when it is compiled again`);
  if (namesOf(theirs.dependencies) !== namesOf(plain.dependencies))
    found.push(`what ${asset.id} reads differs when it is compiled again`);
  return found;
}

/** As if it had come over the queue: without undefined fields, and with texts that can be shown. */
function asReceived(result: JobResult): JobResult {
  const { derived, diagnostics, dependencies } = result;
  const plain: Pick<JobResult, 'derived' | 'dependencies'> = JSON.parse(JSON.stringify({ derived, dependencies }));
  return { ...result, ...plain, diagnostics: diagnostics.map(takeDiagnostic) };
}

const setsOf = (byPreset: readonly (readonly MadeOutput[])[]): string =>
  canonicalJson(byPreset.map((outputs) => outputs.map(({ suffix, digest }) => `${suffix} ${digest}`).sort()));

const namesOf = (dependencies: readonly Dependency[]): string =>
  [...new Set(dependencies.map(canonicalJson))].sort().join();
