// Shows a texture's source as it was before encoding: runs the asset's job again, with settings that keep the texels unchanged.
// The record of the output limits what is revealed: if the job reads anything that the last build did not read, or that changed since,
// there is no picture.

import { decodeKtx2 } from '@assetc/formats';
import type { Config } from '../../config/config.js';
import { decodeHdrImages } from '../../encoding/hdr/decode-hdr.js';
import { decodeImages, isHdrTexture } from '../../encoding/texture/decode-texels.js';
import { unencoded } from '../../inspect/choice-savings.js';
import type { BuildEnvironment } from '../../pipeline/build-environment.js';
import { canonicalJson } from '../../pipeline/cache/canonical-json.js';
import type { AssetRecord, Dependency } from '../../pipeline/cache/record.js';
import { plannedByKey, recompile } from '../../pipeline/report/recompile.js';
import { isPicture, type OutputRecords } from '../facts/output-records.js';
import { inTurn } from './in-turn.js';

/** Why there is no picture, for people. */
interface NoPicture {
  readonly because: string;
}

interface PictureRequest {
  /** Relative to the output folder. */
  readonly path: string;
  readonly layer: number;
  readonly face: number;
}

export class SourcePictures {
  readonly #environment: BuildEnvironment;
  readonly #config: Config;
  readonly #records: OutputRecords;
  /** Kept because the page requests layers and faces one by one. */
  #last: { readonly version: string; readonly path: string; readonly ktx2: Uint8Array } | undefined;

  constructor(environment: BuildEnvironment, config: Config, records: OutputRecords) {
    this.#environment = environment;
    this.#config = config;
    this.#records = records;
  }

  /** Four u32 and the texels, as the page's api.ts describes them. */
  async picture({ path, layer, face }: PictureRequest): Promise<Uint8Array | NoPicture> {
    const recorded = this.#records.ofOutput(path);
    if (recorded === undefined || !isPicture(recorded.record, path)) return { because: 'its source is not an image' };
    const { record, key, version } = recorded;
    if (this.#last?.version !== version || this.#last.path !== path) {
      const ktx2 = await inTurn(this.#environment, () => this.#compile(key, record, path));
      if ('because' in ktx2) return ktx2;
      this.#last = { version, path, ktx2 };
    }
    return imageOf(this.#last.ktx2, layer, face);
  }

  async #compile(key: string, record: AssetRecord, path: string): Promise<Uint8Array | NoPicture> {
    const asset = (await plannedByKey(this.#config, this.#environment)).get(key);
    if (asset === undefined) return { because: 'its source is gone' };
    const settings = unencoded(JSON.parse(record.settings));
    const result = await recompile(asset, settings, this.#config, this.#environment, new AbortController().signal);
    if (result.isFailed) return { because: 'its source cannot be read any more' };
    if (!result.dependencies.every((found) => isRecorded(found, record)))
      return { because: 'its source has changed since it was compiled' };
    return result.bytesOf(path) ?? { because: 'its source no longer contains this image' };
  }
}

/** Only bytes of files are secret; that a file does not exist is not. */
function isRecorded(found: Dependency, { dependencies }: AssetRecord): boolean {
  if (found.type === 'bytes')
    return dependencies.some((d) => wholeFileOf(d) === found.path && 'digest' in d && d.digest === found.digest);
  if (found.type !== 'part') return true;
  return dependencies.some(
    (d) => d.type === 'part' && d.digest === found.digest && canonicalJson(d.ref) === canonicalJson(found.ref),
  );
}

/** A source shared with an equal one is recorded as a part that covers its whole file. */
function wholeFileOf(dependency: Dependency): string | undefined {
  if (dependency.type === 'bytes') return dependency.path;
  if (dependency.type !== 'part') return undefined;
  const { file, pointer, offset, length } = dependency.ref;
  return pointer === undefined && offset === undefined && length === undefined ? file : undefined;
}

async function imageOf(ktx2: Uint8Array, layer: number, face: number): Promise<Uint8Array | NoPicture> {
  const ktx = decodeKtx2(ktx2);
  const index = layer * ktx.faceCount + face;
  if (face >= ktx.faceCount || layer >= Math.max(1, ktx.layerCount)) return { because: 'it has no such layer or face' };
  if (isHdrTexture(ktx)) {
    const image = (await decodeHdrImages(ktx, 0))[index];
    return image === undefined
      ? { because: 'it has no such layer or face' }
      : picture(image.width, image.height, image.texels);
  }
  const image = (await decodeImages(ktx, 1))[index]?.[0];
  return image === undefined
    ? { because: 'it has no such layer or face' }
    : picture(image.width, image.height, image.pixels);
}

function picture(width: number, height: number, texels: Uint8Array | Float32Array): Uint8Array {
  const body = new Uint8Array(texels.buffer, texels.byteOffset, texels.byteLength);
  const bytes = new Uint8Array(16 + body.length);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of [width, height, 4, texels.BYTES_PER_ELEMENT].entries()) view.setUint32(4 * i, value, true);
  bytes.set(body, 16);
  return bytes;
}
