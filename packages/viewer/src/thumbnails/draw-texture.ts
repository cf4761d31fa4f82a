// A small picture of a texture: its first image, from the smallest level that is large enough. Only the bytes up to that level are read;
// KTX2 stores small levels first.

import type { Entry, Store } from '../store/store.js';
import type { TextureFacts } from '../texture/facts.js';
import { halfTable, type Texels } from '../texture/texels.js';
import { TextureClient } from '../texture/worker/texture-client.js';
import { SIDE_PIXELS } from './side.js';

/** Header, and the places of up to 16 levels. */
const HEAD_BYTES = 80 + 24 * 16;
/** A larger texture without small levels has no picture. */
const MAX_READ_BYTES = 1 << 20;

export async function drawTexture(store: Store, entry: Entry): Promise<Blob | undefined> {
  const head = await store.readRange(entry.path, 0, HEAD_BYTES);
  const found = levelFor(head);
  if (found === undefined || found.end > Math.min(entry.size, MAX_READ_BYTES)) return undefined;
  // As long as the file: what is not read is not decoded.
  const bytes = new Uint8Array(entry.size);
  bytes.set(await store.readRange(entry.path, 0, found.end));
  const client = new TextureClient(bytes);
  try {
    const texels = await client.decode({ level: found.level, layer: 0, face: 0, slice: 0 });
    return await encode(texels, client.facts.channels);
  } finally {
    client.close();
  }
}

/** The smallest level with enough pixels, and where its bytes end. */
function levelFor(head: Uint8Array): { readonly level: number; readonly end: number } | undefined {
  if (head.byteLength < 104) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const side = Math.max(view.getUint32(20, true), view.getUint32(24, true));
  const count = Math.min(Math.max(1, view.getUint32(40, true)), (head.byteLength - 80) / 24);
  let level = 0;
  while (level + 1 < count && side >> (level + 1) >= SIDE_PIXELS / 2) level++;
  const at = 80 + 24 * level;
  return { level, end: Number(view.getBigUint64(at, true) + view.getBigUint64(at + 8, true)) };
}

type Channels = TextureFacts['channels'];

/** Light is compressed to what a screen shows; a single channel is gray, two are a normal, whose third follows from them. */
function bytesOf({ data, width, height }: Texels, channels: Channels): Uint8ClampedArray<ArrayBuffer> {
  const isGray = channels === 'r';
  const bytes = new Uint8ClampedArray(width * height * 4);
  const halfs = data instanceof Uint16Array ? halfTable() : undefined;
  for (let i = 0; i < bytes.length; i++) {
    const channel = i % 4;
    const stored = data[isGray && channel < 3 ? i - channel : i] ?? 0;
    if (halfs === undefined) bytes[i] = stored;
    else {
      const light = Math.max(0, halfs[stored] ?? 0);
      bytes[i] = channel === 3 ? 255 : 255 * (light / (1 + light)) ** (1 / 2.2);
    }
  }
  if (channels === 'rg' && halfs === undefined) addZ(bytes);
  return bytes;
}

function addZ(bytes: Uint8ClampedArray): void {
  for (let i = 0; i < bytes.length; i += 4) {
    const [x, y] = [(bytes[i] ?? 0) / 127.5 - 1, (bytes[i + 1] ?? 0) / 127.5 - 1];
    bytes[i + 2] = (Math.sqrt(Math.max(0, 1 - x * x - y * y)) + 1) * 127.5;
  }
}

/** At most SIDE_PIXELS on each side. */
async function encode(texels: Texels, channels: Channels): Promise<Blob> {
  const { width, height } = texels;
  const image = await createImageBitmap(new ImageData(bytesOf(texels, channels), width, height));
  const scale = Math.min(1, SIDE_PIXELS / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas.convertToBlob();
}
