// Files of the corpus, compared with the facts that an independent reader found in them. Skipped if the corpus is absent. Every run compares
// a part of the files; ASSETC_LONG=1 all of them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AssetError } from '../../../packages/compiler/src/diagnostics/diagnostic.js';
import { importBytes } from '../../../packages/compiler/src/importers/fbx/testing/run-import.js';
import type { SceneModel } from '../../../packages/compiler/src/model/scene/scene.js';
import { rounds } from '../../long/random.js';
import { brokenPromise } from '../broken-scene.js';
import { compareClips } from './compare-clips.js';
import { compareCorners } from './compare-corners.js';
import { compareScene } from './compare-scene.js';
import { factsOf, files, folder } from './facts.js';

/** What differs, and why. */
const KNOWN: Readonly<Record<string, string>> = {
  'lefthanded_pivots_7500_ascii.fbx':
    'the third axis of nodes points the other way: every space is mirrored, not only the root',
  'broken_maya_textured_cube_6100_ascii_cut3.fbx': 'cut inside a node: rejected, although nothing after it is needed',
};

/** One of three files, and all of them in the long form. */
const chosen = files.filter((_, i) => i % rounds(3, 1) === 0);

describe.skipIf(files.length === 0)('the FBX corpus', () => {
  it.each(chosen)('%s', async (file) => {
    const facts = factsOf(file);
    let scene: SceneModel | undefined;
    try {
      scene = (await importBytes(readFileSync(join(folder, file)), { morphs: true })).model;
    } catch (error) {
      if (!(error instanceof AssetError)) throw error;
      expect(error.diagnostic.where).toBeDefined();
    }
    if (KNOWN[file] !== undefined) return;
    expect(scene !== undefined).toBe(facts.ok);
    if (scene === undefined) return;
    expect(brokenPromise(scene)).toBeUndefined();
    expect([...compareScene(scene, facts), ...compareCorners(scene, facts), ...compareClips(scene, facts)]).toEqual([]);
  });
});
