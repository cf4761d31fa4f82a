// Material tables: one row of fixed size per material, so that a renderer can upload the table as it lies.

import { decoded, FirstProblem } from '../core/first-problem.js';
import { type Problem, Problems } from '../core/problem.js';
import type { Infer } from '../core/struct.js';
import {
  ALPHA_MODE_SHIFT,
  ALPHA_MODES,
  type AlphaMode,
  FLAG_DOUBLE_SIDED,
  HMAT_MAGIC,
  HmatHeader,
  HmatRow,
} from './layout.js';

export interface Material extends Omit<Infer<typeof HmatRow>, 'flags' | 'pad'> {
  readonly doubleSided: boolean;
  readonly alphaMode: AlphaMode;
}

/** The texture fields of a row, in the order in which first use is decided. */
export const TEXTURE_SLOTS = [
  'baseColorTex',
  'metallicRoughnessTex',
  'normalTex',
  'occlusionTex',
  'emissiveTex',
] as const satisfies readonly (keyof Material)[];
export type TextureSlot = (typeof TEXTURE_SLOTS)[number];

/** glTF's defaults: what a source leaves out. */
export const DEFAULT_MATERIAL: Material = {
  baseColorFactor: [1, 1, 1, 1],
  emissiveFactor: [0, 0, 0],
  metallicFactor: 1,
  roughnessFactor: 1,
  normalScale: 1,
  occlusionStrength: 1,
  alphaCutoff: 0.5,
  doubleSided: false,
  alphaMode: 'OPAQUE',
  baseColorTex: 0n,
  metallicRoughnessTex: 0n,
  normalTex: 0n,
  occlusionTex: 0n,
  emissiveTex: 0n,
};

/** Row i belongs to materialSlot i. Throws FormatError and nothing else. */
export const decodeHmat = (bytes: Uint8Array): readonly Material[] => decoded(readHmat(bytes, new FirstProblem()));

export function validateHmat(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  readHmat(bytes, problems);
  return problems.list();
}

/** Equal tables give equal bytes. Throws a plain Error where a field cannot be written. */
export function encodeHmat(materials: readonly Material[]): Uint8Array {
  const bytes = new Uint8Array(HmatHeader.size + materials.length * HmatRow.size);
  HmatHeader.write(bytes, 0, { magic: HMAT_MAGIC, version: 1, count: materials.length, flags: 0 });
  for (const [i, { doubleSided, alphaMode, ...row }] of materials.entries()) {
    const flags = (doubleSided ? FLAG_DOUBLE_SIDED : 0) | (ALPHA_MODES.indexOf(alphaMode) << ALPHA_MODE_SHIFT);
    HmatRow.write(bytes, HmatHeader.size + i * HmatRow.size, { ...row, flags: flags >>> 0, pad: 0 });
  }
  return bytes;
}

function readHmat(bytes: Uint8Array, problems: Problems): readonly Material[] | undefined {
  const header = HmatHeader.inspect(bytes, 0, problems);
  if (header === undefined || header.magic !== HMAT_MAGIC || header.version !== 1) return undefined;
  const wanted = HmatHeader.size + header.count * HmatRow.size;
  if (bytes.length < wanted)
    problems.add(
      'truncated',
      bytes.length,
      'HmatHeader.count',
      `asks for ${wanted} bytes, the file has ${bytes.length}`,
    );
  if (bytes.length > wanted)
    problems.add('trailing-bytes', wanted, 'file', `has ${bytes.length - wanted} bytes after the last row`);
  const materials: Material[] = [];
  for (let i = 0; i < header.count; i++) {
    const at = HmatHeader.size + i * HmatRow.size;
    if (at + HmatRow.size > bytes.length) break;
    const row = HmatRow.inspect(bytes, at, problems, `HmatRow[${i}]`);
    if (row === undefined) break;
    const { flags, pad, ...rest } = row;
    const alphaMode = ALPHA_MODES[(flags >>> ALPHA_MODE_SHIFT) & 3] ?? 'OPAQUE';
    materials.push({ ...rest, doubleSided: (flags & FLAG_DOUBLE_SIDED) !== 0, alphaMode });
  }
  return materials;
}
