// The playground in the frame of the site.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlaygroundFiles } from '../bundle.js';
import { relativeLink } from '../shell/relative-link.js';
import type { Page } from '../shell/shell.js';
import { writeSamples } from './samples.js';

/** Everything runs on the page itself: it may run wasm and start workers, and talk to nobody. */
const POLICY = { 'script-src': "'wasm-unsafe-eval'", 'img-src': 'blob:', 'worker-src': 'blob:' };

const PATH = 'playground/index.html';

export async function playgroundPage(root: string, out: string, files: PlaygroundFiles): Promise<Page> {
  const samples = await writeSamples(root, out);
  const main = readFileSync(join(root, 'site/src/playground/page.html'), 'utf8')
    .replace('{{compiler}}', relativeLink(PATH, files.compiler))
    .replace('{{encoder}}', relativeLink(PATH, files.encoder))
    .replace('{{painter}}', relativeLink(PATH, files.painter))
    .replace('{{samples}}', samples);
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
