// The names in the outputs of a model whose indices engines need: clips, joints and morph targets.

import { decodeHanim, decodeHanimx, decodeHclip, decodeHmesh } from '@assetc/formats';
import type { CodeNames } from '../../model/kind/code-names.js';

interface Named {
  readonly name: string;
}

const clips = (of: string, found: readonly Named[]): CodeNames => ({
  lists: [{ of, names: found.map(({ name }) => name) }],
});

export function modelNames(path: string, read: () => Uint8Array): CodeNames | undefined {
  switch (/\.[a-z]+$/.exec(path)?.[0]) {
    case '.hanim':
      return clips('clip', decodeHanim(read()));
    case '.hanimx':
      return clips('weight-clip', decodeHanimx(read()));
    case '.hclip':
      return clips('clip', decodeHclip(read()));
    case '.hmesh': {
      const { joints = [], targets = [] } = decodeHmesh(read()).names ?? {};
      const lists = [
        { of: 'joint', names: joints },
        { of: 'morph-target', names: targets },
      ];
      return { lists: lists.filter(({ names }) => names.length > 0) };
    }
    default:
      return undefined;
  }
}
