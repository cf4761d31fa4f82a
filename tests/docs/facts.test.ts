// Statements of the guides that repeat a fact of the code: numbers of kinds, paths, settings. Each is compared with its source.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASSET_KINDS } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { PACK_KINDS } from '../../packages/formats/src/hpack/layout.js';
import { repository } from './code-blocks.js';

const guide = (name: string): string => readFileSync(join(repository, `docs/guide/${name}.md`), 'utf8');

describe('the guides', () => {
  it('number the kinds of the manifest and of pack entries as the files do', () => {
    const text = guide('coming-from');
    expect(text).toContain(ASSET_KINDS.map((kind, number) => `${number} ${kind}`).join(', '));
    const last = PACK_KINDS.length - 1;
    expect(text).toContain(`from 0 (${PACK_KINDS[0]}) to ${last} (\`.${PACK_KINDS[last]}\`)`);
  });

  it('name the inspector, and the default target of textures as one of several', () => {
    const text = guide('coming-from');
    expect(text).toMatch(/^\| `assetc ui` \|/m);
    expect(text).not.toMatch(/UASTC always|always UASTC/);
  });

  it('promise no factor for fast tangents', () => {
    for (const name of ['configuration', 'meshes'])
      for (const line of guide(name)
        .split('\n')
        .filter((each) => /tangents/.test(each) && /fast/.test(each)))
        expect(line).not.toMatch(/\d+(?:\.\d+)? ?(?:×|times)/);
  });

  it('name a folder that has the C header, in the repository and in the package', () => {
    const text = guide('runtime');
    expect(text).toContain('-I node_modules/@assetc/formats/c');
    expect(existsSync(join(repository, 'packages/formats/c/assetc.h'))).toBe(true);
    const { files } = JSON.parse(readFileSync(join(repository, 'packages/formats/package.json'), 'utf8'));
    expect(files).toContain('c/assetc.h');
  });

  it('do not deny that files have samplers', () => {
    expect(guide('runtime')).not.toContain('How a source samples is not in the files');
    expect(guide('runtime')).toMatch(/samplers/);
  });
});
