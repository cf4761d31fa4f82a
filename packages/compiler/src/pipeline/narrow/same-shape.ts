// Whether an asset that was compiled again concerns other assets in the same way as before. Then nothing else has to be decided again: who
// refers to what, who yields, which files exist, what the manifest lists, and what the next build has to observe.

import type { Kind } from '../../model/kind/kind.js';
import type { DerivedAsset } from '../../model/kind/output.js';
import { canonicalJson } from '../cache/canonical-json.js';
import type { AssetRecord, Dependency } from '../cache/record.js';

type KindOf = (name: string) => Kind | undefined;

export function hasSameShape(before: AssetRecord, now: AssetRecord, kindOf: KindOf): boolean {
  return canonicalJson(shapeOf(before, kindOf)) === canonicalJson(shapeOf(now, kindOf));
}

function shapeOf(record: AssetRecord, kindOf: KindOf) {
  const { kind, kindIdentity, settings, base, dependencies, outputs, derived, diagnostics } = record;
  return {
    made: [kind, kindIdentity, settings, base],
    read: [...new Set(dependencies.map((dependency) => canonicalJson(placeOf(dependency))))].sort(),
    outputs: outputs.map(({ suffix, asset, refersTo }) => [suffix, asset ?? null, refersTo ?? null]),
    derived: derived.map((one) => derivedShape(one, kindOf)),
    diagnostics,
  };
}

/** Without what depends on the content of files. */
function placeOf(dependency: Dependency) {
  switch (dependency.type) {
    case 'bytes':
      return ['bytes', dependency.path];
    case 'part':
      return ['part', dependency.ref.file];
    case 'mention':
      return ['mention', dependency.path, dependency.use, dependency.claim];
    default:
      return { ...dependency };
  }
}

/** Only whole files that it is made of matter to others; a part may move within its file. */
function derivedShape({ kind, name, base, params }: DerivedAsset, kindOf: KindOf) {
  return { kind, name, base, uses: (kindOf(kind)?.usage?.usesIn(params) ?? []).map(({ file, use }) => [file, use]) };
}
