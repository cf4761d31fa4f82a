// Makes every source file of examples/demo that is not written by hand. Its output is committed.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { creatureGlb } from './assets/creature.js';
import { fernGltf, islandGltf } from './assets/island.js';
import { islandColor } from './assets/island-paint.js';
import { lighthouseMtl, lighthouseObj } from './assets/lighthouse.js';
import { encodePng } from './assets/png.js';
import { encodeRadiance } from './assets/radiance.js';
import { duskLut, skyLight } from './assets/sky.js';
import { coin, gem, heart, key } from './assets/sprites.js';
import * as textures from './assets/textures.js';

const assets = 'examples/demo/assets';
let total = 0;
function put(path: string, content: string | Uint8Array): void {
  const target = join(assets, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
  total += content.length;
  console.log(`${String(content.length).padStart(8)}  ${path}`);
}

put('textures/brick.png', encodePng(textures.brickColor(256)));
put('textures/brick.n.png', encodePng(textures.normalsOf(textures.brickHeight, 256, 5)));
put('textures/brick.ao.png', encodePng(textures.brickOcclusion(256)));
put('textures/brick.r.png', encodePng(textures.brickRoughness(256)));
put('textures/plaster.png', encodePng(textures.plasterColor(256)));
put('textures/grass.png', encodePng(textures.grassColor(256)));
put('textures/grass.n.png', encodePng(textures.normalsOf(textures.grassHeight, 256, 3)));
put('textures/island.png', encodePng(islandColor(1024)));
put('textures/water.n.png', encodePng(textures.normalsOf(textures.waveHeight, 256, 4)));
put('textures/leaf.png', encodePng(textures.leafColor(128)));
put('ui/logo.png', encodePng(textures.logo(96)));
for (const [name, sprite] of Object.entries({ coin, gem, heart, key }))
  put(`ui/icons.atlas/${name}.png`, encodePng(sprite));
[textures.sandColor, textures.grassColor, textures.rockColor, textures.snowColor].forEach((layer, i) => {
  put(`terrain/ground.array/${i}.png`, encodePng(layer(128)));
});
put('sky/dusk.env.hdr', encodeRadiance(skyLight(1536)));
put('grade/dusk.lut.cube', duskLut());
put('models/dragon.glb', creatureGlb());
const island = islandGltf();
put('models/island.gltf', island.gltf);
put('models/island.bin', island.bin);
const fern = fernGltf();
put('models/fern.gltf', fern.gltf);
put('models/fern.bin', fern.bin);
put('models/lighthouse.obj', lighthouseObj());
put('models/lighthouse.mtl', lighthouseMtl);
const font = 'node_modules/@expo-google-fonts/righteous';
put('fonts/righteous.ttf', readFileSync(`${font}/400Regular/Righteous_400Regular.ttf`));
put('fonts/OFL.txt', readFileSync(`${font}/LICENSE_FONT`));
console.log(`${String(total).padStart(8)}  in total`);
