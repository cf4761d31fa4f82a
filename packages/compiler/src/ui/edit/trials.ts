// The trials that are open. Each ends, with its folder, when the page that asked for it is gone, or with the server.

import { randomUUID } from 'node:crypto';
import type { BuildEnvironment } from '../../pipeline/build-environment.js';
import { inTurn } from '../recompile/in-turn.js';
import { runTrial, type Trial, type TrialRequest } from './trial.js';
import { removeLostTrials } from './trial-folder.js';

export interface OpenTrial extends Trial {
  readonly id: string;
}

/** A refusal, for people. */
export interface Because {
  readonly because: string;
}

/** Each keeps a folder. */
const MAX_TRIALS = 4;

export class Trials {
  readonly #environment: BuildEnvironment;
  readonly #open = new Map<string, OpenTrial>();
  /** Also of those that still compile. */
  readonly #ends = new Set<Promise<void>>();
  readonly #life = new AbortController();
  /** What servers before this one left is removed once. */
  #tidied: Promise<void> | undefined;

  constructor(environment: BuildEnvironment) {
    this.#environment = environment;
  }

  find(id: string): OpenTrial | undefined {
    return this.#open.get(id);
  }

  /** `gone` ends it, while it compiles or later. */
  async open(request: Omit<TrialRequest, 'signal'>, gone: AbortSignal): Promise<OpenTrial | Because> {
    if (this.#ends.size >= MAX_TRIALS) return { because: `${MAX_TRIALS} trials are open; close one` };
    const signal = AbortSignal.any([gone, this.#life.signal]);
    const compiled = this.#compile({ ...request, signal });
    const end = endOf(compiled, signal);
    this.#ends.add(end);
    void end.then(() => this.#ends.delete(end));
    const trial = await compiled;
    if (trial === undefined || signal.aborted) return { because: 'the trial was ended' };
    const opened = { ...trial, id: randomUUID() };
    this.#open.set(opened.id, opened);
    void aborted(signal).then(() => this.#open.delete(opened.id));
    return opened;
  }

  /** Ends all, and waits for those that still compile. */
  async close(): Promise<void> {
    this.#life.abort();
    await Promise.all(this.#ends);
  }

  /** Undefined if it is ended before its turn comes. */
  async #compile(request: TrialRequest): Promise<Trial | undefined> {
    this.#tidied ??= removeLostTrials();
    await this.#tidied;
    return inTurn(this.#environment, async () =>
      request.signal.aborted ? undefined : runTrial(request, this.#environment),
    );
  }
}

/** Resolves when the folder is gone. */
async function endOf(compiled: Promise<Trial | undefined>, signal: AbortSignal): Promise<void> {
  const trial = await compiled.catch(() => undefined);
  if (trial === undefined) return;
  await aborted(signal);
  await trial.end();
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
