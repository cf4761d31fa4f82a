// A result to upload, of an asset that was never compiled.

import type { Kind } from '../../../model/kind/kind.js';
import type { Asset } from '../../asset.js';
import { digestText } from '../../cache/digest.js';
import { toyRegistry } from '../../testing/toy-registry.js';
import type { Upload } from '../uploads.js';

function assetOf(kind: Kind): Asset {
  return {
    key: 'a.list',
    id: 'a.list',
    source: 'a.list',
    isFolder: false,
    name: undefined,
    kind,
    kindIdentity: '1',
    isHooked: false,
    base: 'a',
    params: undefined,
    settings: { json: '{}', values: {}, all: {}, origins: {} },
    follows: false,
    usage: undefined,
  };
}

/** One output of zeros; `digest` is that of the name. */
export function upload(name: string, sizeBytes: number): Upload & { readonly digest: string } {
  const [kind] = toyRegistry.kinds;
  if (kind === undefined) throw new Error('there are toy kinds');
  const digest = digestText(name);
  const output = { suffix: '.out', sizeBytes, digest };
  const trace = {
    source: 'a.list',
    inputs: [],
    anywhere: true,
    dependencies: [],
    derived: [],
    diagnostics: [],
    outputs: [output],
  };
  const outputs = [{ ...output, bytes: new Uint8Array(sizeBytes) }];
  return { asset: assetOf(kind), contentKey: digest, trace, outputs, asked: undefined, mayBeThere: false, digest };
}
