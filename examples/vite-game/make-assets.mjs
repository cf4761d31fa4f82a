// Writes the game's assets: models as OBJ, images as PNG, a sky. Keeps existing files, unless `--again` is given.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buoyPaint, paint, seaNormals, skyFace } from './make/pictures.mjs';
import { encodePng } from './make/png.mjs';
import { boat, buoy } from './make/shapes.mjs';

const again = process.argv.includes('--again');

function write(path, make) {
  const file = join(import.meta.dirname, 'assets', path);
  if (existsSync(file) && !again) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, make());
}

const material = (name, picture, lines = '') => `newmtl ${name}\nKd 1 1 1\nPr 0.55\nPm 0\n${picture}${lines}`;

write('models/boat.obj', boat);
write('models/boat.mtl', () => material('paint', 'map_Kd ../textures/paint.png\n'));
write('models/buoy.obj', buoy);
write('models/buoy.mtl', () =>
  [material('buoy', 'map_Kd ../textures/buoy.png\n'), 'newmtl lamp\nKd 1 0.8 0.4\nKe 1 0.62 0.2\nPr 0.3\nPm 0\n'].join(
    '\n',
  ),
);
write('materials/sea.mat', () =>
  [
    '- name: Sea',
    '  baseColorFactor: [0.01, 0.075, 0.11, 1]',
    '  metallicFactor: 0',
    '  roughnessFactor: 0.16',
    '  normalScale: 0.3',
    '  textures: { normal: textures/sea.n.png }',
    '',
  ].join('\n'),
);
write('textures/paint.png', () => encodePng(256, 256, paint));
write('textures/buoy.png', () => encodePng(64, 64, buoyPaint));
write('textures/sea.n.png', () => encodePng(256, 256, seaNormals(256)));
for (const face of ['px', 'nx', 'py', 'ny', 'pz', 'nz'])
  write(`sky/noon.env/${face}.png`, () => encodePng(128, 128, skyFace(face, 128)));
