// Pictures to VP9 by the browser's own encoder, and to WebM by the few elements that a player needs.

import type { Page } from 'playwright-core';

interface Chunk {
  readonly base64: string;
  readonly isKey: boolean;
  readonly milliseconds: number;
}

export interface VideoOptions {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly bitsPerSecond: number;
}

/** `frames`: PNG files. The page must not forbid anything. */
export async function encodeVideo(
  page: Page,
  frames: readonly Uint8Array[],
  options: VideoOptions,
): Promise<Uint8Array> {
  const pictures = frames.map((frame) => Buffer.from(frame).toString('base64'));
  await page.evaluate(startEncoder, options);
  for (const picture of pictures)
    await page.evaluate((base64) => Reflect.get(globalThis, 'encodePicture')(base64) as Promise<void>, picture);
  const chunks = await page.evaluate(() => Reflect.get(globalThis, 'finishVideo')() as Promise<Chunk[]>);
  return webm(chunks, options, (frames.length * 1000) / options.framesPerSecond);
}

/** Runs in the page. */
function startEncoder({ width, height, framesPerSecond, bitsPerSecond }: VideoOptions): void {
  const chunks: Chunk[] = [];
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      chunks.push({
        base64: btoa(text),
        isKey: chunk.type === 'key',
        milliseconds: Math.round(chunk.timestamp / 1000),
      });
    },
    error(error) {
      throw error;
    },
  });
  encoder.configure({
    codec: 'vp09.00.31.08',
    width,
    height,
    bitrate: bitsPerSecond,
    framerate: framesPerSecond,
    latencyMode: 'quality',
  });
  let count = 0;
  Object.assign(globalThis, {
    async encodePicture(base64: string) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const frame = new VideoFrame(bitmap, { timestamp: Math.round((count * 1e6) / framesPerSecond) });
      encoder.encode(frame, { keyFrame: count === 0 });
      frame.close();
      bitmap.close();
      count++;
    },
    async finishVideo() {
      await encoder.flush();
      return chunks;
    },
  });
}

/** An element: its id, the length of its content, the content. */
function element(id: number, ...content: readonly Uint8Array[]): Uint8Array {
  const idText = id.toString(16);
  const bytes = Buffer.concat(content);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(bytes.length));
  length[0] = 1;
  return Buffer.concat([Buffer.from(idText.length % 2 === 0 ? idText : `0${idText}`, 'hex'), length, bytes]);
}

const number = (id: number, value: number): Uint8Array => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return element(id, bytes);
};

const float = (id: number, value: number): Uint8Array => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
};

const text = (id: number, value: string): Uint8Array => element(id, Buffer.from(value));

/** One track, one cluster: a loop of a few seconds. */
function webm(chunks: readonly Chunk[], { width, height }: VideoOptions, milliseconds: number): Uint8Array {
  const head = element(
    0x1a45dfa3,
    number(0x4286, 1),
    number(0x42f7, 1),
    number(0x42f2, 4),
    number(0x42f3, 8),
    text(0x4282, 'webm'),
    number(0x4287, 2),
    number(0x4285, 2),
  );
  const info = element(
    0x1549a966,
    number(0x2ad7b1, 1_000_000),
    float(0x4489, milliseconds),
    text(0x4d80, 'assetc'),
    text(0x5741, 'assetc'),
  );
  const size = element(0xe0, number(0xb0, width), number(0xba, height));
  const track = element(0xae, number(0xd7, 1), number(0x73c5, 1), number(0x83, 1), text(0x86, 'V_VP9'), size);
  const blocks = chunks.map(({ base64, isKey, milliseconds: at }) => {
    const header = Buffer.from([0x81, at >> 8, at & 255, isKey ? 0x80 : 0]);
    return element(0xa3, header, Buffer.from(base64, 'base64'));
  });
  const cluster = element(0x1f43b675, number(0xe7, 0), ...blocks);
  return Buffer.concat([head, element(0x18538067, info, element(0x1654ae6b, track), cluster)]);
}
