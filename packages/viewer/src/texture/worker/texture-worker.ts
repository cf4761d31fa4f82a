// The worker that decodes textures, so that the page stays responsive. One job runs at a time; between bands of rows it checks whether the
// page still needs it. Images have priority over comparisons and histograms.

import { decodeKtx2, type Ktx2 } from '@assetc/formats';
import { blockMap, markSolid } from '../block-map.js';
import { compareTexels, parseSource } from '../compare.js';
import { type TextureFacts, textureFacts } from '../facts.js';
import { luminanceHistogram } from '../histogram.js';
import { type ImageKey, imageName } from '../images.js';
import type { Texels } from '../texels.js';
import { blockColumns, blocksOf, decodeRows, type ImageBlocks, prepareDecoders, rowsAtOnce } from './decode-rows.js';
import { inflateLevel } from './inflate.js';
import type { Answers, PageMessage, Question, WorkerMessage } from './messages.js';

interface Scope {
  onmessage: ((event: MessageEvent<PageMessage>) => void) | null;
  postMessage(message: WorkerMessage, transfer: readonly ArrayBufferLike[]): void;
}

declare const self: Scope;

/** Texels per band: some milliseconds. */
const TEXELS_AT_ONCE = 1 << 17;

interface Opened {
  readonly ktx: Ktx2;
  readonly facts: TextureFacts;
  /** The last decompressed level. */
  level?: { readonly level: number; readonly bytes: Uint8Array };
  /** The last completely decoded image. */
  whole?: { readonly name: string; readonly texels: Texels };
}

const textures = new Map<number, Opened>();
const cancelled = new Set<number>();
const pictures: Question[] = [];
const others: Question[] = [];
let isRunning = false;

async function blocksIn(texture: Opened, image: ImageKey): Promise<ImageBlocks> {
  if (texture.level?.level !== image.level)
    texture.level = { level: image.level, bytes: await inflateLevel(texture.ktx, image.level) };
  return blocksOf(texture.ktx, texture.facts, texture.level.bytes, image);
}

const turn = new MessageChannel();

/** Lets messages arrive. Not a timer: nested timers take four milliseconds each. */
const yieldToMessages = (): Promise<void> =>
  new Promise((resolve) => {
    turn.port1.onmessage = () => resolve();
    turn.port2.postMessage(undefined);
  });

async function* rowsOf(blocks: ImageBlocks, request: number): AsyncGenerator<readonly [number, Texels]> {
  const rows = rowsAtOnce(blocks, TEXELS_AT_ONCE);
  for (let top = 0; top < blocks.height && !cancelled.has(request); top += rows) {
    yield [top, decodeRows(blocks, top, rows)];
    await yieldToMessages();
  }
}

async function wholeImage(texture: Opened, blocks: ImageBlocks, { image, request }: Question): Promise<Texels> {
  const name = imageName(image);
  if (texture.whole?.name === name) return texture.whole.texels;
  const { width, height } = blocks;
  const length = width * height * 4;
  const data = texture.facts.isHdr ? new Uint16Array(length) : new Uint8Array(length);
  for await (const [top, rows] of rowsOf(blocks, request)) {
    data.set(rows.data, top * width * 4);
    await runPictures();
  }
  const texels = { width, height, data };
  if (!cancelled.has(request)) texture.whole = { name, texels };
  return texels;
}

/** In bands: a large image would take too much memory. */
async function solidBlocks(blocks: ImageBlocks, request: number): Promise<Uint8Array> {
  const columns = blockColumns(blocks);
  const solid = new Uint8Array(columns * Math.ceil(blocks.height / blocks.blockHeight));
  for await (const [top, rows] of rowsOf(blocks, request)) {
    markSolid(rows, top, columns, solid, blocks);
    await runPictures();
  }
  return solid;
}

async function answer(question: Question): Promise<Answers[keyof Answers]> {
  const { ask, request, source } = question;
  const texture = textures.get(question.texture);
  if (texture === undefined) throw new Error('the texture was closed');
  await prepareDecoders();
  const blocks = await blocksIn(texture, question.image);
  if (ask === 'decode') {
    for await (const [top, texels] of rowsOf(blocks, request))
      self.postMessage({ request, kind: 'rows', top, texels }, [texels.data.buffer]);
    return undefined;
  }
  if (ask === 'blocks') return blockMap(blocks, await solidBlocks(blocks, request));
  const texels = await wholeImage(texture, blocks, question);
  if (ask === 'histogram') return luminanceHistogram(texels);
  if (source === undefined) throw new Error('there is no source to compare with');
  return compareTexels(texels, parseSource(source), texture.facts.channels);
}

async function run(question: Question): Promise<void> {
  const { request } = question;
  if (cancelled.delete(request)) return;
  try {
    const result = await answer(question);
    if (!cancelled.delete(request)) self.postMessage({ request, kind: 'done', result }, []);
  } catch (error) {
    cancelled.delete(request);
    const message = error instanceof Error ? error.message : String(error);
    self.postMessage({ request, kind: 'failed', message }, []);
  }
}

async function runPictures(): Promise<void> {
  for (let next = pictures.shift(); next !== undefined; next = pictures.shift()) await run(next);
}

async function runAll(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  while (pictures.length + others.length > 0) {
    await runPictures();
    const next = others.shift();
    if (next !== undefined) await run(next);
  }
  isRunning = false;
}

self.onmessage = ({ data }) => {
  if (data.ask === 'open') {
    const ktx = decodeKtx2(data.bytes);
    textures.set(data.texture, { ktx, facts: textureFacts(ktx) });
  } else if (data.ask === 'close') textures.delete(data.texture);
  else if (data.ask === 'cancel') cancelled.add(data.request);
  else {
    (data.ask === 'decode' ? pictures : others).push(data);
    void runAll();
  }
};
