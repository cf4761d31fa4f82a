// A shared cache: results by key, blobs by digest. Everything it returns is verified; everything else is a miss or a RemoteError, and the
// build continues without it.

import { digestBytes } from '../cache/digest.js';
import { Damaged } from '../cache/untrusted.js';
import { MAX_FILE_BYTES } from '../host/host.js';
import { type ActionResult, type BlobDigest, decodeActionResult, encodeActionResult } from './action-result.js';
import type { CacheServer, RemoteSpace, ServerRequest } from './cache-server.js';
import { CircuitBreaker } from './circuit-breaker.js';
import type { Network, NetworkAnswer, NetworkRequest } from './network.js';
import { RemoteError } from './remote-error.js';
import { UploadPace } from './upload-pace.js';

/** Keys are SHA-256 in lowercase hex. */
export interface RemoteCache {
  /** Its address, free of secrets. */
  readonly name: string;
  has(space: RemoteSpace, key: string): Promise<boolean>;
  /**
   * What `read` returns for it; undefined if there is none. Throws RemoteError if it is not one of our results, or if `read` throws
   * Damaged or SyntaxError: time that was spent on reading it counts against the server.
   */
  getResult<T>(key: string, read: (result: ActionResult) => T): Promise<T | undefined>;
  /** All blobs of the result must have been stored before. */
  putResult(key: string, result: ActionResult): Promise<void>;
  /** Undefined if there is none. Throws RemoteError if the bytes do not match. */
  getBlob(blob: BlobDigest): Promise<Uint8Array | undefined>;
  putBlob(bytes: Uint8Array, digest?: string): Promise<void>;
  close(): void;
}

/** Maximum size of a result: names, sizes, and small outputs. */
const MAX_RESULT_BYTES = 1 << 24;

const MAX_REDIRECTS = 4;

/** How long a server may be silent, and how long all failures together may take: a second, including the tick in which it is detected. */
const READ_PATIENCE_MS = 950;

/** For uploads while the build has other work. */
const WRITE_PATIENCE_MS = 10_000;

const KEY = /^[0-9a-f]{64}$/;

export class RemoteClient implements RemoteCache {
  readonly name: string;
  readonly #server: CacheServer;
  readonly #network: Network;
  readonly reading: CircuitBreaker;
  readonly writing: CircuitBreaker;
  readonly #pace = new UploadPace();
  #writePatienceMs = WRITE_PATIENCE_MS;
  /** The server has returned a requested value or a miss. Until then its answers have a time limit, because it may send garbage. */
  #isProven = false;

  constructor(server: CacheServer, network: Network, now?: () => number) {
    this.reading = new CircuitBreaker(() => READ_PATIENCE_MS, now);
    this.writing = new CircuitBreaker(() => this.#writePatienceMs, now);
    this.name = server.name;
    this.#server = server;
    this.#network = network;
  }

  /** From now on the build waits for uploads. */
  hurry(): void {
    this.#writePatienceMs = READ_PATIENCE_MS;
  }

  async has(space: RemoteSpace, key: string): Promise<boolean> {
    const { status } = await this.reading.run(() => this.#ask('HEAD', space, key, 0));
    return status === 200;
  }

  async getResult<T>(key: string, read: (result: ActionResult) => T): Promise<T | undefined> {
    return this.reading.run(async () => {
      const { status, body } = await this.#ask('GET', 'ac', key, MAX_RESULT_BYTES);
      if (status !== 200) return undefined;
      try {
        const result = read(decodeActionResult(body));
        this.#isProven = true;
        return result;
      } catch (error) {
        if (error instanceof Damaged || error instanceof SyntaxError)
          throw new RemoteError('wrong', `ac/${key} is not a result of assetc`, { cause: error });
        throw error;
      }
    });
  }

  async getBlob({ digest, sizeBytes }: BlobDigest): Promise<Uint8Array | undefined> {
    if (sizeBytes > MAX_FILE_BYTES) throw new RemoteError('oversized', `cas/${digest} would need ${sizeBytes} bytes`);
    return this.reading.run(async () => {
      const { status, body } = await this.#ask('GET', 'cas', digest, sizeBytes);
      if (status !== 200) return undefined;
      if (body.length === sizeBytes && digestBytes(body) === digest) return body;
      throw new RemoteError('wrong', `cas/${digest} does not match its digest`);
    });
  }

  async putResult(key: string, result: ActionResult): Promise<void> {
    const bytes = encodeActionResult(result);
    if (bytes.length > MAX_RESULT_BYTES)
      throw new RemoteError('failed', `a result takes more than ${MAX_RESULT_BYTES >> 20} MB`);
    await this.#put('ac', key, bytes);
  }

  async putBlob(bytes: Uint8Array, digest = digestBytes(bytes)): Promise<void> {
    await this.#put('cas', digest, bytes);
  }

  close(): void {
    this.#network.close();
  }

  async #put(space: RemoteSpace, key: string, body: Uint8Array): Promise<void> {
    await this.writing.run(async () => {
      const lineMs = this.#pace.begin(body.length);
      let isAnswered = false;
      try {
        await this.#ask('PUT', space, key, 0, { body, patienceMs: () => this.writing.patienceMs() + lineMs() });
        isAnswered = true;
      } finally {
        this.#pace.end(body.length, isAnswered);
      }
    });
  }

  /** Resolves with 200 (of a PUT: any success), or with 404. */
  async #ask(
    method: 'GET' | 'HEAD' | 'PUT',
    space: RemoteSpace,
    key: string,
    maxBytes: number,
    put?: Pick<NetworkRequest, 'patienceMs'> & { readonly body: Uint8Array },
  ): Promise<NetworkAnswer> {
    if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is no key of a shared cache`);
    const { signal } = put === undefined ? this.reading : this.writing;
    const { patienceMs } = put ?? this.reading;
    // Blobs are large, and are only requested by a valid result or a job.
    const wholeMs = space === 'ac' && put === undefined ? () => this.#wholeMs : undefined;
    let request: ServerRequest | undefined = await this.#server.request(method, space, key, put?.body);
    for (let hops = 0; request !== undefined && hops <= MAX_REDIRECTS; hops++) {
      const { url, headers } = request;
      const sent = {
        method,
        url,
        headers,
        maxBytes,
        patienceMs,
        wholeMs,
        signal,
        ...(put !== undefined && { body: put.body }),
      };
      const answer = await this.#network.send(sent);
      const to = redirection(answer, method, url);
      if (to === undefined) return this.#checked(answer, method);
      if (put !== undefined && to.origin !== url.origin)
        throw new RemoteError('refused', 'it redirects uploads to another server, which is not allowed');
      request = this.#server.redirect(request, to);
    }
    throw new RemoteError('failed', 'it redirects to another server, which is not allowed');
  }

  get #wholeMs(): number {
    return this.#isProven ? Number.POSITIVE_INFINITY : this.reading.patienceMs();
  }

  #checked(answer: NetworkAnswer, method: string): NetworkAnswer {
    checkStatus(answer, method);
    if (answer.status === 404) this.#isProven = true;
    return answer;
  }
}

/** The target of a redirection; undefined if there is none. */
function redirection({ status, location }: NetworkAnswer, method: string, from: URL): URL | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  // Only these two keep a PUT a PUT.
  if (!isRedirect || location === undefined || (method === 'PUT' && status < 307)) return undefined;
  return URL.canParse(location, from) ? new URL(location, from) : undefined;
}

/** Signatures contain the time, and servers reject them if clocks differ too much: S3 by 15 minutes. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

function clockTrouble({ date }: NetworkAnswer): string {
  const apartMs = Date.parse(date ?? '') - Date.now();
  if (!(Math.abs(apartMs) > MAX_CLOCK_SKEW_MS)) return '';
  const minutes = Math.round(Math.abs(apartMs) / 60_000);
  return `, or this machine's clock is wrong: it is ${minutes} minutes ${apartMs > 0 ? 'behind' : 'ahead of'} the server's`;
}

/** Throws RemoteError. */
function checkStatus(answer: NetworkAnswer, method: string): void {
  const { status } = answer;
  const isFine = method === 'PUT' ? status >= 200 && status < 300 : status === 200 || status === 404;
  if (isFine) return;
  if (status === 401 || status === 403 || status === 407)
    throw new RemoteError('refused', `it answers ${status}: the credentials are wrong${clockTrouble(answer)}`);
  if (method === 'PUT' && status === 405) throw new RemoteError('refused', 'it answers 405: it does not accept PUT');
  if (status === 413) throw new RemoteError('failed', 'it answers 413: it does not accept files of this size');
  throw new RemoteError('failed', `it answers ${status}`);
}
