// The playground in the frame of the site, with its samples from the demo project.

import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlaygroundFiles } from '../bundle.js';
import { relativeLink } from '../shell/relative-link.js';
import type { Page } from '../shell/shell.js';

/** Everything runs on the page itself: it may run wasm and start workers, and talk to nobody. */
const POLICY = { 'script-src': "'wasm-unsafe-eval'", 'img-src': 'blob:', 'worker-src': 'blob:' };

const PATH = 'playground/index.html';

/** Name on the page → file of the demo project. */
const SAMPLES: Readonly<Record<string, string>> = {
  'island.png': 'textures/island.png',
  'brick.n.png': 'textures/brick.n.png',
  'dusk.hdr': 'sky/dusk.env.hdr',
  'dragon.glb': 'models/dragon.glb',
};

export function playgroundPage(root: string, out: string, files: PlaygroundFiles): Page {
  mkdirSync(join(out, 'playground/samples'), { recursive: true });
  for (const [name, source] of Object.entries(SAMPLES))
    copyFileSync(join(root, 'examples/demo/assets', source), join(out, 'playground/samples', name));
  const main = readFileSync(join(root, 'site/src/playground/page.html'), 'utf8')
    .replace('{{compiler}}', relativeLink(PATH, files.compiler))
    .replace('{{encoder}}', relativeLink(PATH, files.encoder))
    .replace('{{painter}}', relativeLink(PATH, files.painter));
  return {
    path: PATH,
    title: 'Texture playground',
    description:
      'Drop a picture and see it as BC7, ASTC, ETC2 and UASTC: sizes, differences, a .ktx2 to download. Nothing is uploaded.',
    area: 'playground',
    main,
    styles: [files.style],
    scripts: [files.script],
    policy: POLICY,
  };
}
