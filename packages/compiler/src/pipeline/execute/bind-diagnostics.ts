// Binds the warnings of a job to the files of an asset. The asset may be another one with equal content: its files have other names, and
// its bytes are at other places in them.

import type { Diagnostic, Place } from '../../diagnostics/diagnostic.js';
import { forItsFile, type PortableDiagnostic } from '../../diagnostics/portable-diagnostic.js';
import { type BytesRef, placeIn } from '../../model/kind/bytes-ref.js';
import type { Asset } from '../asset.js';
import { isInside } from '../host/is-inside.js';

/** The files that a job reads its content from. */
export interface ContentPlaces {
  readonly source: string;
  /** For an asset with params: in the order of its kind's `contentOf`. */
  readonly inputs: readonly BytesRef[];
}

export const placesOf = ({ source, params, kind }: Asset): ContentPlaces => ({
  source,
  inputs: params === undefined ? [] : (kind.contentOf?.(params).inputs ?? []),
});

/** `from`: the places that the job saw. */
export function bindDiagnostics(
  diagnostics: readonly PortableDiagnostic[],
  from: ContentPlaces,
  to: ContentPlaces,
): readonly Diagnostic[] {
  return diagnostics.flatMap((diagnostic) => forItsFile(moved(diagnostic, from, to)) ?? []);
}

function moved(diagnostic: PortableDiagnostic, from: ContentPlaces, to: ContentPlaces): PortableDiagnostic {
  const { file, where } = diagnostic;
  if (file === undefined) return diagnostic;
  const at = from.inputs.findIndex((ref) => contains(ref, file, where));
  const [before, now] = [from.inputs[at], to.inputs[at]];
  if (before !== undefined && now !== undefined) {
    const offset = where?.offset;
    return {
      ...diagnostic,
      file: now.file,
      ...(offset === undefined ? {} : { where: placeIn(now, offset - (before.offset ?? 0)) }),
    };
  }
  if (file !== from.source && !isInside(file, from.source)) return diagnostic;
  return { ...diagnostic, file: to.source + file.slice(from.source.length) };
}

/** A warning about the end of the data has the offset behind it. One without a place is about the file, not about a part of it. */
function contains({ file, pointer, offset = 0, length }: BytesRef, path: string, where: Place = {}): boolean {
  if (file !== path || pointer !== where.pointer) return false;
  if (where.offset === undefined) return offset === 0 && length === undefined;
  return where.offset >= offset && (length === undefined || where.offset <= offset + length);
}
