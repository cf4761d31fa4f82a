// The headers that every shader may include without having them: `assetc.slang` and `assetc.glsl`. A file of the project comes first.

import { createHash } from 'node:crypto';
import { assetcGlsl, assetcSlang } from '@assetc/formats/shaders';

/** Their folder as compilers see it. Files of the input cannot be in it, because names with a leading dot are hidden. */
export const OWN_HEADERS_FOLDER = '.assetc';

/** Path → text. */
const HEADERS: ReadonlyMap<string, string> = new Map([
  [`${OWN_HEADERS_FOLDER}/assetc.slang`, assetcSlang],
  [`${OWN_HEADERS_FOLDER}/assetc.glsl`, assetcGlsl],
]);

/** The header that a reference means; undefined if it means none. */
export function ownHeaderNamed(name: string): string | undefined {
  const path = `${OWN_HEADERS_FOLDER}/${name}`;
  return HEADERS.has(path) ? path : undefined;
}

export const ownHeaderText = (path: string): string | undefined => HEADERS.get(path);

/** Part of the identity of the compiler: if a text changes, shaders are compiled again. */
export const ownHeadersIdentity = (): string =>
  `headers ${createHash('sha256')
    .update([...HEADERS.values()].join('\0'))
    .digest('hex')
    .slice(0, 16)}`;
