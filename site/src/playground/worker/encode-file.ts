// Compiles a file by the job of the command line, and measures the result.

import { compileTextureJob } from '../../../../packages/compiler/src/kinds/texture/texture-job.js';
import { modeOfName } from '../../../../packages/compiler/src/model/image/image-names.js';
import { readTextureParams, type TextureMode } from '../../../../packages/compiler/src/model/image/texture-params.js';
import type { Json } from '../../../../packages/compiler/src/model/text/json.js';
import type { Measured } from '../messages.js';
import type { PlaygroundSettings } from '../settings.js';
import { psnrOf } from './compare.js';
import { type Decoded, decodeFile, formatTitle, gpuBytesOf, rawBytesOf } from './decoded-file.js';
import { fileContext } from './file-context.js';
import type { SourceImage } from './source-image.js';
import { type OnProgress, parallelTasks } from './threads.js';

export interface FileToEncode {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly settings: PlaygroundSettings;
  /** Of an image inside a model; otherwise by the name. */
  readonly params?: Json;
}

/** What the texels mean: as chosen, else as the command line takes it from the name. */
export const roleOf = (name: string, { role }: Pick<PlaygroundSettings, 'role'>): TextureMode =>
  role === 'auto' ? modeOfName(name).mode : role;

export interface EncodedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly milliseconds: number;
  readonly warnings: readonly string[];
}

export async function encodeFile(
  { name, bytes, settings, params }: FileToEncode,
  report: OnProgress,
): Promise<EncodedFile> {
  const own: Json = params ?? { mode: roleOf(name, settings), alphaCutoff: null, image: { whole: { file: name } } };
  const { context, written } = fileContext({ name, bytes, settings, params: own, parallel: parallelTasks(report) });
  const started = performance.now();
  await compileTextureJob(context);
  const [output] = written.outputs;
  if (output === undefined) throw new Error('the compiler wrote nothing');
  return { bytes: new Uint8Array(output.bytes), milliseconds: performance.now() - started, warnings: written.warnings };
}

export const modeIn = (params: Json): TextureMode => readTextureParams(params).mode;

export async function measureFile(
  { bytes, milliseconds }: EncodedFile,
  source: SourceImage,
  role: string,
): Promise<{ readonly measured: Measured; readonly decoded: Decoded }> {
  const decoded = await decodeFile(bytes);
  const { ktx, texels } = decoded;
  const measured = {
    format: formatTitle(ktx),
    fileBytes: bytes.length,
    gpuBytes: gpuBytesOf(ktx),
    rawBytes: rawBytesOf(ktx),
    levels: ktx.levels.length,
    psnr: psnrOf(source.texels, texels, role, source.hasAlpha),
    milliseconds,
  };
  return { measured, decoded };
}
