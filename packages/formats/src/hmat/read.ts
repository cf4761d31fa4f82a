// Reads material tables: one row of fixed size per material, so that a renderer can upload the table unchanged. Shared by the decoder,
// which stops at the first problem, and the validator.

import { decoded, FirstProblem } from '../core/first-problem.js';
import type { Problems } from '../core/problem.js';
import {
  ALPHA_MODE_SHIFT,
  ALPHA_MODES,
  FLAG_DOUBLE_SIDED,
  HMAT_MAGIC,
  HMAT_VERSION,
  HmatHeader,
  HmatRow,
} from './layout.js';
import type { Material } from './model.js';

/** Decodes a material table. Row i belongs to materialSlot i. Throws only FormatError. */
export const decodeHmat = (bytes: Uint8Array): readonly Material[] => decoded(inspectHmat(bytes, new FirstProblem()));

export function inspectHmat(bytes: Uint8Array, problems: Problems): readonly Material[] | undefined {
  const header = HmatHeader.inspect(bytes, 0, problems);
  if (header === undefined || header.magic !== HMAT_MAGIC || header.version !== HMAT_VERSION) return undefined;
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
