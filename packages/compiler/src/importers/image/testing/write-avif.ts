// AVIF files for tests: written losslessly by the encoder of @jsquash/avif, with boxes inserted afterwards.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

interface Encoder {
  encode(pixels: Uint8Array, width: number, height: number, options: object): Uint8Array | null;
}

const OPTIONS = {
  ...{ quality: 100, qualityAlpha: -1, denoiseLevel: 0, tileColsLog2: 0, tileRowsLog2: 0, speed: 8, subsample: 3 },
  ...{ chromaDeltaQ: false, sharpness: 0, tune: 0, enableSharpYUV: false, lossless: true },
};

let loading: Promise<Encoder> | undefined;

async function load(): Promise<Encoder> {
  const path = createRequire(import.meta.url).resolve('@jsquash/avif/codec/enc/avif_enc.js');
  const { default: start } = await import(pathToFileURL(path).href);
  const wasm = new WebAssembly.Module(await readFile(path.replace(/\.js$/, '.wasm')));
  return start({
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(wasm, imports);
      receive(instance);
      return instance.exports;
    },
  });
}

/** RGBA; 16-bit values if there are more than 8 bits. */
export async function writeAvif(
  pixels: Uint8Array | Uint16Array,
  width: number,
  height: number,
  bitDepth: 8 | 10 | 12 = 8,
): Promise<Uint8Array> {
  loading ??= load();
  const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const out = (await loading).encode(bytes, width, height, { ...OPTIONS, bitDepth });
  if (out === null) throw new Error('the AVIF encoder failed');
  return out.slice();
}

type Property = readonly [type: string, payload: readonly number[]];

/** Adds properties to the first item, which the encoder makes the primary one. Data offsets are adjusted. */
export function withProperties(file: Uint8Array, ...properties: readonly Property[]): Uint8Array {
  const bytes = Buffer.from(file);
  const boxes = Buffer.concat(
    properties.map(([type, payload]) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(8 + payload.length);
      head.write(type, 4, 'latin1');
      return Buffer.concat([head, Buffer.from(payload)]);
    }),
  );
  const at = (type: string): number => bytes.indexOf(type, 0, 'latin1') - 4;
  const [meta, iprp, ipco, ipma, iloc] = [at('meta'), at('iprp'), at('ipco'), at('ipma'), at('iloc')];
  let known = 0;
  for (let box = ipco + 8; box < ipma; box += bytes.readUInt32BE(box)) known++;
  const grown = boxes.length + properties.length;
  for (const box of [meta, iprp]) bytes.writeUInt32BE(bytes.readUInt32BE(box) + grown, box);
  bytes.writeUInt32BE(bytes.readUInt32BE(ipco) + boxes.length, ipco);
  bytes.writeUInt32BE(bytes.readUInt32BE(ipma) + properties.length, ipma);
  // iloc version 0 with four-byte offsets and lengths: a head of 16, then 14 bytes per item.
  for (let item = iloc + 16; item < iloc + bytes.readUInt32BE(iloc); item += 14)
    bytes.writeUInt32BE(bytes.readUInt32BE(item + 6) + grown, item + 6);
  const first = ipma + 16 + 2;
  const count = bytes.readUInt8(first);
  bytes.writeUInt8(count + properties.length, first);
  const end = first + 1 + count;
  const indices = Buffer.from(properties.map((_, i) => 0x80 | (known + 1 + i)));
  return new Uint8Array(
    Buffer.concat([bytes.subarray(0, ipma), boxes, bytes.subarray(ipma, end), indices, bytes.subarray(end)]),
  );
}

/** Splits the association table in two: one for the first item, and one for the others. */
export function splitAssociations(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file);
  const at = (type: string): number => bytes.indexOf(type, 0, 'latin1') - 4;
  const [meta, iprp, ipma, iloc] = [at('meta'), at('iprp'), at('ipma'), at('iloc')];
  const grown = 16;
  for (const box of [meta, iprp]) bytes.writeUInt32BE(bytes.readUInt32BE(box) + grown, box);
  for (let item = iloc + 16; item < iloc + bytes.readUInt32BE(iloc); item += 14)
    bytes.writeUInt32BE(bytes.readUInt32BE(item + 6) + grown, item + 6);
  const end = ipma + bytes.readUInt32BE(ipma);
  const second = ipma + 16 + 3 + bytes.readUInt8(ipma + 18);
  const table = (items: number, content: Buffer): Buffer => {
    const head = Buffer.from(bytes.subarray(ipma, ipma + 16));
    head.writeUInt32BE(16 + content.length);
    head.writeUInt32BE(items, 12);
    return Buffer.concat([head, content]);
  };
  const count = bytes.readUInt32BE(ipma + 12);
  const tables = [table(1, bytes.subarray(ipma + 16, second)), table(count - 1, bytes.subarray(second, end))];
  return new Uint8Array(Buffer.concat([bytes.subarray(0, ipma), ...tables, bytes.subarray(end)]));
}
