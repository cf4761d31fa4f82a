// The worker of the playground: everything that reads, encodes and measures files. One request at a time; the page ends it to cancel.

import type { CodeDoc } from '../../../../packages/compiler/src/diagnostics/code-doc.js';
import { codes } from '../../../../packages/compiler/src/diagnostics/codes.js';
import { AssetError } from '../../../../packages/compiler/src/diagnostics/diagnostic.js';
import { readTextureParams } from '../../../../packages/compiler/src/model/image/texture-params.js';
import { candidatesFor } from '../candidates.js';
import type { FormatRow, PlaygroundAnswer, PlaygroundRequest, WorkerStart } from '../messages.js';
import { bitmapOf, differenceOf, shownAs } from './compare.js';
import { encodeFile, measureFile, modeIn, roleOf } from './encode-file.js';
import { texturesOfModel } from './encode-model.js';
import { fileContext } from './file-context.js';
import { ModelFileWriter } from './model-file.js';
import { drawNatively } from './native.js';
import { readSource, type SourceImage } from './source-image.js';
import { setEncoderScript } from './threads.js';
import { webGpuSentence } from './web-gpu.js';

type Of<Job extends PlaygroundRequest['job']> = Extract<PlaygroundRequest, { readonly job: Job }>;

/** At most this many answers a second about progress. */
const PROGRESS_MS = 50;

let lastProgress = 0;

function answer(message: PlaygroundAnswer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function progress(done: number, what: string): void {
  const now = performance.now();
  if (done < 1 && now - lastProgress < PROGRESS_MS) return;
  lastProgress = now;
  answer({ is: 'progress', done, what });
}

const bytesOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

async function open({ file, name }: Of<'open'>): Promise<void> {
  progress(0, 'Decoding');
  const role = roleOf(name, { role: 'auto' });
  const { texels, isHdr, hasAlpha } = await readSource(name, await bytesOf(file), role === 'color');
  const bitmap = await bitmapOf(texels);
  const { width, height } = texels;
  answer({ is: 'opened', opened: { width, height, isHdr, hasAlpha, role, bitmap, warnings: [] } }, [bitmap]);
}

async function encode({ file, name, settings }: Of<'encode'>): Promise<void> {
  const bytes = await bytesOf(file);
  const encoded = await encodeFile({ name, bytes, settings }, progress);
  progress(1, 'Measuring');
  const role = roleOf(name, settings);
  const source = await readSource(name, bytes, role === 'color');
  const { measured, decoded } = await measureFile(encoded, source, role);
  const shown = shownAs(decoded.texels, role);
  const bitmap = await bitmapOf(shown);
  const difference = await bitmapOf(differenceOf(shownAs(source.texels, role), shown));
  const native = await drawNatively(decoded.ktx, decoded.texels, role, source.hasAlpha);
  const webGpu = await webGpuSentence();
  const pictures = [bitmap, difference, ...(typeof native === 'string' ? [] : [native.bitmap])];
  const { bytes: file2, warnings } = encoded;
  answer({ is: 'encoded', encoded: { ...measured, bytes: file2, bitmap, difference, native, webGpu, warnings } }, [
    file2.buffer,
    ...pictures,
  ]);
}

async function allFormats({ file, name, settings }: Of<'all-formats'>): Promise<void> {
  const bytes = await bytesOf(file);
  const role = roleOf(name, settings);
  const source = await readSource(name, bytes, role === 'color');
  const candidates = candidatesFor(role, source.isHdr);
  for (const [index, { label, use, choice }] of candidates.entries()) {
    const own = { ...settings, ...choice };
    const report = (done: number) => progress((index + done) / candidates.length, label);
    const encoded = await encodeFile({ name, bytes, settings: own }, report);
    const { measured } = await measureFile(encoded, source, role);
    const row: FormatRow = { ...measured, use, settings: own };
    answer({ is: 'row', row });
  }
  answer({ is: 'finished', warnings: [], model: undefined });
}

async function model({ file, name, settings }: Of<'model'>): Promise<void> {
  progress(0, 'Reading the model');
  const bytes = await bytesOf(file);
  const { textures, warnings } = await texturesOfModel(name, bytes, settings);
  const writer = new ModelFileWriter(name, bytes, settings);
  for (const [index, texture] of textures.entries()) {
    const { name: textureName, params } = texture;
    const report = (done: number) => progress((index + done) / textures.length, textureName);
    const encoded = await encodeFile({ name, bytes, settings, params }, report);
    const role = settings.role === 'auto' ? modeIn(params) : settings.role;
    const { image } = readTextureParams(params);
    const whole = 'whole' in image ? image.whole : undefined;
    const { context } = fileContext({ name, bytes, settings, parallel: async () => undefined });
    const own = whole === undefined ? undefined : await context.readRef(whole);
    const { measured, decoded } = await measureFile(encoded, await sourceOf(own), role);
    const { width, height } = decoded.texels;
    const bitmap = await bitmapOf(shownAs(decoded.texels, role));
    const sizes = { width, height, sourceBytes: own?.length ?? 0 };
    await writer.add(texture, role, encoded);
    answer(
      { is: 'texture', texture: { ...measured, ...sizes, name: textureName, role, bytes: encoded.bytes, bitmap } },
      [encoded.bytes.buffer, bitmap],
    );
  }
  const written = textures.length === 0 ? undefined : writer.finish();
  answer({ is: 'finished', warnings, model: written }, written?.bytes === undefined ? [] : [written.bytes.buffer]);
}

/** Parts of an image and packed images have no single source to compare with. */
const sourceOf = async (own: Uint8Array | undefined): Promise<SourceImage> =>
  own === undefined
    ? { texels: { width: 0, height: 0, pixels: new Uint8Array(0) }, isHdr: false, hasAlpha: false }
    : readSource('image', own, false);

function fail(error: unknown): void {
  if (!(error instanceof AssetError)) {
    const message = error instanceof Error ? error.message : String(error);
    answer({ is: 'failed', code: '', message, hint: '' });
    return;
  }
  const { code, message, hint } = error.diagnostic;
  const doc: CodeDoc = codes[code];
  answer({ is: 'failed', code, message, hint: hint ?? doc.remedy });
}

self.onmessage = ({ data }: MessageEvent<PlaygroundRequest | WorkerStart>) => {
  if ('encoder' in data) {
    setEncoderScript(data.encoder);
    return;
  }
  run(data).catch(fail);
};

async function run(request: PlaygroundRequest): Promise<void> {
  if (request.job === 'open') return open(request);
  if (request.job === 'encode') return encode(request);
  return request.job === 'model' ? model(request) : allFormats(request);
}
