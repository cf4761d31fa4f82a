// Ten models of the corpus drawn twice by one renderer and one camera: from their source, and from what was compiled of it.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodePng } from '../../packages/compiler/src/encoding/texture/encode-png.js';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { readOracle } from '../support/gltf-oracle.js';
import { backToGlb } from './back-to-glb.js';
import { cameraFor, draw, drawnBy, HEIGHT, WIDTH } from './draw-gltf.js';

const input = join(corpus, 'gltf');
const pictures = resolve(import.meta.dirname, '../../node_modules/.cache/assetc-pictures');

const MODELS = [
  'Fox/Fox.glb',
  'kenney-platformer/character.glb',
  'NegativeScaleTest/NegativeScaleTest.glb',
  'GlassBrokenWindow/GlassBrokenWindow.gltf',
  'CompareClearcoat/CompareClearcoat.glb',
  'SunglassesKhronos/SunglassesKhronos.gltf',
  'TextureTransformTest/TextureTransformTest.gltf',
  'TextureSettingsTest/TextureSettingsTest.gltf',
  'VertexColorTest/VertexColorTest.glb',
  'MorphPrimitivesTest/MorphPrimitivesTest.gltf',
  'MultiUVTest/MultiUVTest.glb',
  'RecursiveSkeletons/RecursiveSkeletons.glb',
];

/** Mean difference of a channel, of 255. */
const MAX = 2;

describe.skipIf(!existsSync(input))(`pictures in ${pictures}`, () => {
  it.each(MODELS)('%s looks the same', async (path) => {
    const { glb } = await backToGlb({ path, input });
    const before = await drawnBy(await readOracle(join(input, path)));
    const after = await drawnBy(await readOracle(glb));
    const camera = cameraFor(before);
    const [wanted, actual] = [draw(before, camera), draw(after, camera)];
    mkdirSync(pictures, { recursive: true });
    const name = path.replace(/^.*\//, '').replace(/\.\w+$/, '');
    for (const [which, pixels] of [
      ['source', wanted],
      ['compiled', actual],
    ] as const)
      writeFileSync(join(pictures, `${name}-${which}.png`), await encodePng({ width: WIDTH, height: HEIGHT, pixels }));
    let sum = 0;
    let lit = 0;
    for (let i = 0; i < wanted.length; i++) {
      sum += Math.abs((wanted[i] ?? 0) - (actual[i] ?? 0));
      if (i % 4 === 0 && wanted[i] !== wanted[0]) lit++;
    }
    const mean = sum / (WIDTH * HEIGHT * 3);
    process.stdout.write(`${name}: mean difference ${mean.toFixed(3)} of 255\n`);
    expect(mean).toBeLessThan(MAX);
    expect(lit / (WIDTH * HEIGHT), 'of the picture shows something').toBeGreaterThan(0.02);
  });
});
