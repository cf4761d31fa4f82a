// The page's side of the texture worker. All textures share one worker, which is terminated soon after the last is closed. Otherwise its
// uncollected garbage kept up to 50 MB in the page's process.

import { decodeKtx2, type Ktx2 } from '@assetc/formats';
import { startWorker } from '../../store/fetch-data.js';
import { type TextureFacts, textureFacts } from '../facts.js';
import type { ImageKey } from '../images.js';
import type { Texels } from '../texels.js';
import type { Answers, PageMessage, WorkerMessage } from './messages.js';

interface Waiting {
  readonly onRows?: ((top: number, texels: Texels) => void) | undefined;
  resolve(result: Answers[keyof Answers]): void;
  reject(error: Error): void;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let counter = 0;
const opened = new Set<TextureClient>();
let ending: ReturnType<typeof setTimeout> | undefined;

/** Long enough to keep the worker while someone moves through the tree. */
const IDLE_MS = 1000;

function endSoon(): void {
  clearTimeout(ending);
  ending = setTimeout(() => {
    if (opened.size > 0) return;
    worker?.terminate();
    worker = undefined;
    for (const asked of waiting.values()) asked.reject(new Error('the texture was closed'));
    waiting.clear();
  }, IDLE_MS);
}

function theWorker(): Worker {
  if (worker !== undefined) return worker;
  worker = startWorker('texture/worker/texture-worker.js');
  worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    const asked = waiting.get(data.request);
    if (data.kind === 'rows') {
      asked?.onRows?.(data.top, data.texels);
      return;
    }
    waiting.delete(data.request);
    if (data.kind === 'done') asked?.resolve(data.result);
    else asked?.reject(new Error(data.message));
  };
  worker.onerror = (event) => {
    for (const asked of waiting.values()) asked.reject(new Error(event.message || 'the texture worker does not start'));
    waiting.clear();
  };
  return worker;
}

const send = (ask: PageMessage, transfer: Transferable[] = []): void => theWorker().postMessage(ask, transfer);

interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly source?: Uint8Array;
  readonly onRows?: (top: number, texels: Texels) => void;
}

/** A texture opened here for its header, and in the worker for its texels. Throws a FormatError if it is not a texture. */
export class TextureClient {
  readonly ktx: Ktx2;
  readonly facts: TextureFacts;
  readonly #id = ++counter;

  constructor(bytes: Uint8Array) {
    this.ktx = decodeKtx2(bytes);
    this.facts = textureFacts(this.ktx);
    // Transfers a copy: the store keeps its bytes.
    const copy = bytes.slice();
    opened.add(this);
    send({ ask: 'open', texture: this.#id, bytes: copy }, [copy.buffer]);
  }

  /** `signal` cancels the request; then the promise never settles. */
  ask<Name extends keyof Answers>(ask: Name, image: ImageKey, options: AskOptions = {}): Promise<Answers[Name]> {
    const request = ++counter;
    const { signal, source, onRows } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return;
      if (!opened.has(this)) {
        reject(new Error('the texture was closed'));
        return;
      }
      const isAnswer = (_: Answers[keyof Answers]): _ is Answers[Name] => true;
      waiting.set(request, { onRows, resolve: (result) => isAnswer(result) && resolve(result), reject });
      signal?.addEventListener('abort', () => {
        if (waiting.delete(request)) send({ ask: 'cancel', request });
      });
      send({ ask, texture: this.#id, request, image, ...(source === undefined ? {} : { source }) });
    });
  }

  /** The whole image. */
  async decode(image: ImageKey, signal?: AbortSignal): Promise<Texels> {
    const parts: { readonly top: number; readonly texels: Texels }[] = [];
    await this.ask('decode', image, { signal, onRows: (top, texels) => parts.push({ top, texels }) });
    const width = parts[0]?.texels.width ?? 0;
    const height = parts.reduce((sum, { texels }) => sum + texels.height, 0);
    const data = this.facts.isHdr ? new Uint16Array(width * height * 4) : new Uint8Array(width * height * 4);
    for (const { top, texels } of parts) data.set(texels.data, top * width * 4);
    return { width, height, data };
  }

  close(): void {
    if (!opened.has(this)) return;
    send({ ask: 'close', texture: this.#id });
    opened.delete(this);
    if (opened.size === 0) endSoon();
  }
}
