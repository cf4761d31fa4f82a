// @assetc/gltf-transform on a model with ten textures of 1K and 2K, compared with the transform of ktx2-encoder at level 2: from PNG to
// KTX2 with all mips. With `--peer=2` the peer gets only the first two textures, and its time is scaled by texels.

import { decodeKtx2 } from '@assetc/formats';
import { compressTextures } from '@assetc/gltf-transform';
import { decodeUastc } from '@assetc/kernels';
import { Document, type Texture } from '@gltf-transform/core';
import { ktx2 } from 'ktx2-encoder/gltf-transform';
import { PNG } from 'pngjs';
import { cpuSeconds, rgbPsnr } from '../measure.js';
import { benchImages } from '../uastc/uastc-images.js';

const SIDES: readonly number[] = [1024, 1024, 1024, 1024, 1024, 1024, 2048, 2048, 2048, 2048];
const PEER_LEVEL = 2;

interface Picture {
  readonly side: number;
  readonly isNormal: boolean;
  readonly rgba: Uint8Array;
  readonly png: Uint8Array;
}

interface Result {
  readonly clockSeconds: number;
  readonly cpuSeconds: number;
  readonly texels: number;
  readonly psnr: readonly number[];
}

export async function run(args: readonly string[]): Promise<void> {
  const pictures = makePictures();
  const peerCount = Number(args.find((arg) => arg.startsWith('--peer='))?.slice(7) ?? pictures.length);
  // Load kernels and decoders before measuring.
  await ours(pictures.slice(0, 1));
  const own = await ours(pictures);
  const other = await theirs(pictures.slice(0, peerCount));
  const scale = own.texels / other.texels;
  const row = {
    oursClockSeconds: own.clockSeconds,
    oursCpuSeconds: own.cpuSeconds,
    theirsClockSeconds: other.clockSeconds * scale,
    theirsCpuSeconds: other.cpuSeconds * scale,
    timesFasterByClock: (other.clockSeconds * scale) / own.clockSeconds,
    timesFasterByCpu: (other.cpuSeconds * scale) / own.cpuSeconds,
    oursPsnr: mean(own.psnr.slice(0, peerCount)),
    theirsPsnr: mean(other.psnr),
  };
  if (args.includes('--json')) {
    console.log(JSON.stringify({ rows: [row] }));
    return;
  }
  console.log(
    `Ten textures, ${(own.texels / 1e6).toFixed(1)} megapixels, PNG to KTX2 with mips; the peer had ${peerCount}.\n`,
  );
  for (const [name, value] of Object.entries(row)) console.log(`${name.padEnd(22)}${value.toFixed(2).padStart(10)}`);
}

const ours = (pictures: readonly Picture[]) =>
  compress(pictures, (document) => document.transform(compressTextures({ quality: 'normal' })));

/** The peer's options apply to all textures, so colors and normals are transformed separately. The decoder is ours. */
const theirs = (pictures: readonly Picture[]) =>
  compress(pictures, async (document) => {
    for (const isColor of [true, false])
      await document.transform(
        ktx2({
          slots: isColor ? /Color/ : /normal/,
          isUASTC: true,
          uastcLDRQualityLevel: PEER_LEVEL,
          needSupercompression: false,
          generateMipmap: true,
          isPerceptual: false,
          isSetKTX2SRGBTransferFunc: isColor,
          isNormalMap: false,
          enableDebug: false,
          imageDecoder: async (bytes) => {
            const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
            return { width, height, data };
          },
        }),
      );
  });

async function compress(pictures: readonly Picture[], work: (document: Document) => Promise<unknown>): Promise<Result> {
  const document = new Document();
  const textures = pictures.map(({ png, isNormal }, i) => {
    const texture = document.createTexture(`t${i}`).setImage(png).setMimeType('image/png');
    const material = document.createMaterial();
    if (isNormal) material.setNormalTexture(texture);
    else material.setBaseColorTexture(texture);
    return texture;
  });
  const start = performance.now();
  const { seconds } = await cpuSeconds(() => work(document));
  return {
    clockSeconds: (performance.now() - start) / 1000,
    cpuSeconds: seconds,
    texels: pictures.reduce((sum, { side }) => sum + side * side, 0),
    psnr: textures.map((texture, i) => rgbPsnr(pictures[i]?.rgba ?? new Uint8Array(), firstLevel(texture))),
  };
}

function firstLevel(texture: Texture): Uint8Array {
  const ktx = decodeKtx2(texture.getImage() ?? new Uint8Array());
  return decodeUastc(ktx.levels[0]?.bytes ?? new Uint8Array(), ktx.pixelWidth, ktx.pixelHeight);
}

/** Alternating photographs and normals, each brighter than the last, so that no two are equal. */
function makePictures(): readonly Picture[] {
  const images = benchImages();
  const photo = images.find(({ kind }) => kind === 'photo');
  const normal = images.find(({ kind }) => kind === 'normal');
  if (photo === undefined || normal === undefined) throw new Error('there are no images to measure with');
  return SIDES.map((side, i) => {
    const isNormal = i % 2 === 1;
    const from = isNormal ? normal : photo;
    const rgba = new Uint8Array(side * side * 4);
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        const at = ((y % from.height) * from.width + (x % from.width)) * 4;
        const to = (y * side + x) * 4;
        const shift = isNormal ? 0 : i + (x >= from.width ? 3 : 0);
        for (let c = 0; c < 3; c++) rgba[to + c] = Math.min(255, (from.rgba[at + c] ?? 0) + shift);
        rgba[to + 3] = 255;
      }
    const png = new PNG({ width: side, height: side });
    png.data = Buffer.from(rgba);
    return { side, isNormal, rgba, png: PNG.sync.write(png, { deflateLevel: 1 }) };
  });
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
