// Checks emitted outputs: paths inside the output, and none of them twice.

import type { Kind } from '../../model/kind/kind.js';
import { KindMistake } from '../../model/kind/kind-mistake.js';
import type { DerivedAsset } from '../../model/kind/output.js';
import { outputPathOf } from '../commit/output-path.js';
import { normalizeInside } from '../host/source-path.js';

/** `before`: outputs emitted so far. */
export function checkSuffix(
  { name }: Kind,
  base: string,
  suffix: string,
  before: readonly { readonly suffix: string }[],
): void {
  const path = outputPathOf({ base }, { suffix });
  if (normalizeInside(path) !== path || path.includes('\\')) throw badOutput(name, 'emitted', path);
  if (before.some((other) => other.suffix === suffix)) throw emittedTwice(name, 'emitted', path);
}

export function checkDerivedAsset({ name }: Kind, asset: DerivedAsset, before: readonly DerivedAsset[]): void {
  if (normalizeInside(asset.base) !== asset.base) throw badOutput(name, 'derived', asset.base);
  if (before.some((other) => other.name === asset.name)) throw emittedTwice(name, 'derived', asset.name);
}

const badOutput = (kind: string, did: string, path: string): KindMistake =>
  new KindMistake('bad-output', `${kind} ${did} ${JSON.stringify(path)}, which is not a path inside the output folder`);

const emittedTwice = (kind: string, did: string, what: string): KindMistake =>
  new KindMistake('duplicate-output', `${kind} ${did} ${JSON.stringify(what)} twice`);
