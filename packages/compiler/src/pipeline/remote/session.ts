// A build's session with a shared cache: requests results, sends new ones in the background, and reports each problem once.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { plural } from '../../diagnostics/plural.js';
import type { Asset } from '../asset.js';
import type { ContentStore } from '../cache/content-store.js';
import { digestText } from '../cache/digest.js';
import { MemoryBudget } from '../execute/memory-budget.js';
import type { Facts } from '../plan/staleness.js';
import { type Found, findResult } from './find-result.js';
import type { RemoteClient } from './remote-cache.js';
import { RemoteError } from './remote-error.js';
import { type Sent, type Upload, Uploads } from './uploads.js';

/** Limit for blobs that were fetched and not written yet. */
const MAX_FETCHED_BYTES = 1 << 28;

const NOTHING: Found = { asked: [], result: undefined };

export interface SessionOptions {
  readonly client: RemoteClient;
  readonly store: ContentStore | undefined;
  /** Whether this build sends its results. */
  readonly pushes: boolean;
  /** Memory for the jobs of the build. */
  readonly memoryBytes: number;
  /** Reported once, when the first result is rejected: users with read-only access should know while the build still runs. */
  readonly onRefused: (problem: Diagnostic) => void;
}

export class RemoteSession {
  readonly pushes: boolean;
  readonly name: string;
  readonly #client: RemoteClient;
  readonly #store: ContentStore | undefined;
  readonly #uploads: Uploads;
  readonly #budget = new MemoryBudget(MAX_FETCHED_BYTES);
  readonly #maxBytes: number;
  #wrong: { readonly first: RemoteError; count: number } | undefined;
  /** Why results were not sent, unless it was already reported. */
  #unsent: RemoteError | 'reported' | undefined;
  #isStopped = false;
  /** Assets whose results came from it. */
  taken = 0;

  constructor({ client, store, pushes, memoryBytes, onRefused }: SessionOptions) {
    this.#client = client;
    this.#store = store;
    this.pushes = pushes;
    this.name = client.name;
    this.#maxBytes = Math.max(memoryBytes, MAX_FETCHED_BYTES);
    this.#uploads = new Uploads(client, store, (error) => {
      if (this.#unsent === 'reported') return;
      if (error.fault !== 'refused') {
        this.#unsent ??= error;
        return;
      }
      this.#unsent = 'reported';
      onRefused(notice('cache/not-sent', `results are not sent to ${this.name}: ${error.message}`));
    });
  }

  /** Whether the server was given up. */
  get isBroken(): boolean {
    return this.#client.reading.isOpen;
  }

  /**
   * The space of the store for traces from this cache, separate from traces of builds on this machine. Otherwise a project could fill the
   * store of all other projects through its own cache.
   */
  traceKey(contentKey: string): string {
    return digestText(`assetc remote ${this.name} ${contentKey}`);
  }

  /** Never rejects: errors count as misses. */
  async find(asset: Asset, contentKey: string, facts: Facts): Promise<Found> {
    if (this.isBroken) return NOTHING;
    try {
      const found = await findResult(asset, contentKey, {
        cache: this.#client,
        facts,
        budget: this.#budget,
        maxBytes: this.#maxBytes,
        hasBlob: async (digest) => (await this.#store?.has('artifact', digest)) ?? false,
      });
      if (found.result !== undefined) this.taken++;
      return found;
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      if (error.fault === 'wrong' || error.fault === 'oversized') this.#countWrong(error);
      return NOTHING;
    }
  }

  send(upload: Upload): void {
    if (!this.pushes || this.isBroken) return;
    if (this.#client.writing.isOpen) this.#uploads.skip();
    else this.#uploads.add(upload);
  }

  #countWrong(error: RemoteError): void {
    this.#wrong ??= { first: error, count: 0 };
    this.#wrong.count++;
  }

  /** Waits for remaining uploads; without `limitMs` as long as it takes. */
  async end(limitMs: number | undefined): Promise<Sent> {
    if (this.isBroken) this.#client.writing.open(this.#client.reading.signal.reason);
    this.#client.hurry();
    const sent = await this.#uploads.drain(limitMs);
    const why = this.#isStopped ? 'the build was stopped' : 'there was no time left';
    if (sent.unsent > 0) this.#unsent ??= new RemoteError('failed', why);
    this.close();
    return sent;
  }

  /** Stops immediately: remaining results are not sent. */
  close(): void {
    this.#isStopped = true;
    this.#uploads.stop();
    this.#client.writing.open(new RemoteError('unreachable', 'the build has ended'));
    this.#client.close();
  }

  /** One diagnostic per problem, however often it happened. */
  problems(sent: Sent): readonly Diagnostic[] {
    const { reading } = this.#client;
    const problems: Diagnostic[] = [];
    if (this.#wrong !== undefined) problems.push(this.#wrongAnswers(this.#wrong.first, this.#wrong.count));
    if (reading.isOpen) {
      const { fault, message }: RemoteError = reading.signal.reason;
      if (fault === 'refused')
        problems.push(notice('cache/refused', `the shared cache ${this.name} is not used: ${message}`));
      else if (fault === 'failed' || fault === 'unreachable')
        problems.push(notice('cache/unreachable', `the shared cache ${this.name} is not used any more: ${message}`));
    } else if (this.#unsent !== undefined && this.#unsent !== 'reported')
      problems.push(
        notice(
          'cache/not-sent',
          `${plural(sent.unsent, 'result')} ${sent.unsent === 1 ? 'was' : 'were'} not sent to ${this.name}: ${this.#unsent.message}`,
        ),
      );
    return problems;
  }

  #wrongAnswers({ message }: RemoteError, count: number): Diagnostic {
    const which = count === 1 ? 'an answer' : `${count} answers`;
    const end = this.isBroken ? '; it is not used any more' : '';
    return notice('cache/wrong-answer', `${which} of the shared cache ${this.name} cannot be used: ${message}${end}`);
  }
}

const notice = (code: Diagnostic['code'], message: string): Diagnostic => ({ code, severity: 'notice', message });
