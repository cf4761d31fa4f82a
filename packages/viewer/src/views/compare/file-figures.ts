// What a version of a file costs, and how far it is from its source.

import { decodeHmesh, inflateHmesh } from '@assetc/formats';
import type { UiAsset, UiOverview } from '../../api.js';
import { formatCount, formatSize, formatTime } from '../../format-size.js';
import { kindOf } from '../../kinds.js';
import { parseSource } from '../../texture/compare.js';
import { levelSize } from '../../texture/images.js';
import { TextureClient } from '../../texture/worker/texture-client.js';
import { type MeshLevel, meshLevels } from '../mesh/mesh-levels.js';
import { fetchSource } from '../texture/use-comparison.js';
import type { Side } from './pair.js';

export interface FileFigures {
  readonly sizeBytes: number;
  readonly videoBytes: number | undefined;
  /** Of level 0 against the source, in dB. Undefined if they cannot be compared. */
  readonly psnr?: number | undefined;
  readonly triangles?: number;
  /** Of a mesh with levels of detail. The error is in units of the model. */
  readonly last?: MeshLevel | undefined;
  readonly milliseconds: number | undefined;
}

interface Column {
  readonly title: string;
  readonly text: (own: FileFigures, first: FileFigures) => string;
}

export async function figuresOf(side: Side, signal: AbortSignal): Promise<FileFigures> {
  const { store, path, milliseconds } = side;
  const kind = kindOf(path);
  const [bytes, overview] = await Promise.all([
    store.read(path, signal),
    store.api<UiOverview>('overview.json', signal),
  ]);
  const listed = overview?.assets.find((each) => each.path === path);
  const common = {
    sizeBytes: bytes.byteLength,
    videoBytes: listed?.video,
    milliseconds: milliseconds === undefined ? listed?.milliseconds : (milliseconds ?? undefined),
  };
  if (kind === 'texture') return { ...common, psnr: await psnrOf(side, bytes, signal) };
  if (kind !== 'mesh') return common;
  // What is compressed is uploaded decompressed.
  const plain = inflateHmesh(bytes);
  const mesh = decodeHmesh(plain);
  const levels = meshLevels(mesh);
  const last = levels.length > 1 ? levels.at(-1) : undefined;
  return { ...common, videoBytes: plain.byteLength, triangles: mesh.desc.indexCount / 3, last };
}

async function psnrOf({ store, path }: Side, bytes: Uint8Array, signal: AbortSignal): Promise<number | undefined> {
  if (!store.index.sources) return undefined;
  const asset = await store.api<UiAsset | null>(`asset/${path}.json`, signal);
  if (asset === undefined || asset === null || asset.sources.length === 0) return undefined;
  const client = new TextureClient(bytes);
  try {
    const source = await fetchSource(store, path, { layer: 0, face: 0 }, signal);
    const { width, height } = parseSource(source);
    const size = levelSize(client.ktx, 0);
    if (size.width !== width || size.height !== height) return undefined;
    const image = { level: 0, layer: 0, face: 0, slice: 0 };
    return (await client.ask('compare', image, { signal, source })).all;
  } catch {
    // The source has changed since, or is of another size.
    return undefined;
  } finally {
    client.close();
  }
}

const change = (own: number, first: number): string =>
  own === first || first === 0 ? '' : ` (${own > first ? '+' : '−'}${Math.abs((own / first - 1) * 100).toFixed(0)} %)`;

/** Only what the files have. */
export function inCells(all: readonly FileFigures[]): readonly Column[] {
  const has = (key: keyof FileFigures): boolean => all.some((each) => each[key] !== undefined);
  const sized = (own: number | undefined, first: number | undefined): string =>
    own === undefined ? '–' : formatSize(own) + change(own, first ?? own);
  return [
    { title: 'Size', text: (own, first) => sized(own.sizeBytes, first.sizeBytes) },
    ...(has('videoBytes')
      ? [{ title: 'VRAM', text: (own: FileFigures, first: FileFigures) => sized(own.videoBytes, first.videoBytes) }]
      : []),
    ...(has('psnr') ? [{ title: 'PSNR', text: ({ psnr }: FileFigures) => decibels(psnr) }] : []),
    ...(has('triangles')
      ? [{ title: 'Triangles', text: ({ triangles = 0 }: FileFigures) => formatCount(triangles) }]
      : []),
    ...(has('last') ? [{ title: 'Last level', text: ({ last }: FileFigures) => levelInWords(last) }] : []),
    ...(has('milliseconds')
      ? [
          {
            title: 'Time',
            text: ({ milliseconds }: FileFigures) => (milliseconds === undefined ? '–' : formatTime(milliseconds)),
          },
        ]
      : []),
  ];
}

function levelInWords(level: MeshLevel | undefined): string {
  if (level === undefined) return '–';
  const error = level.error === undefined ? '' : `, error ${Number(level.error.toPrecision(2))}`;
  return `${formatCount(level.triangles)}${error}`;
}

const decibels = (value: number | undefined): string =>
  value === undefined ? '–' : value === Number.POSITIVE_INFINITY ? 'equal' : `${value.toFixed(2)} dB`;
