// The formats that assetc.h opens: the SDK's validator of each, and golden files of it. Index: the number in walk.h.

import {
  validateHanim,
  validateHanimx,
  validateHclip,
  validateHfont,
  validateHman,
  validateHmat,
  validateHmatx,
  validateHmesh,
  validateHpack,
  validateHscene,
  validateHvar,
  validateKtx2,
} from '@assetc/formats';
import { validateHmesh1 } from '@assetc/formats/hmesh1';
import { validateVkguide } from '@assetc/other-runtimes/vkguide';
import type { Problem } from '../../packages/formats/src/core/problem.js';

export interface CFormat {
  readonly name: string;
  /** Matches the paths of its files. */
  readonly path: RegExp;
  validate(bytes: Uint8Array): readonly Problem[];
}

export const FORMATS: readonly CFormat[] = [
  { name: 'hpack', path: /\.hpack$/, validate: validateHpack },
  { name: 'hmat', path: /\.hmat$/, validate: validateHmat },
  { name: 'hman', path: /\.hman$/, validate: validateHman },
  { name: 'hmesh', path: /(?<!-v1)\.hmesh$/, validate: validateHmesh },
  { name: 'ktx2', path: /\.ktx2$/, validate: validateKtx2 },
  { name: 'hanim', path: /\.hanim$/, validate: (bytes) => validateHanim(bytes) },
  { name: 'hanimx', path: /\.hanimx$/, validate: (bytes) => validateHanimx(bytes) },
  { name: 'hfont', path: /\.hfont$/, validate: validateHfont },
  { name: 'hmatx', path: /\.hmatx$/, validate: validateHmatx },
  { name: 'hmesh1', path: /-v1\.hmesh$/, validate: validateHmesh1 },
  { name: 'hscene', path: /\.hscene$/, validate: validateHscene },
  { name: 'vkguide', path: /^vkguide-.*\.(?:tx|mesh|asset)$/, validate: (bytes) => validateVkguide(bytes) },
  { name: 'hclip', path: /\.hclip$/, validate: (bytes) => validateHclip(bytes) },
  { name: 'hvar', path: /\.hvar$/, validate: validateHvar },
];
