// The samples of the playground: files of the demo project, with small pictures that are drawn when the site is built.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import type { Texels } from '../../../packages/compiler/src/encoding/texture/decode-texels.js';
import { escapeHtml } from '../shell/html.js';
import { readSource } from './worker/source-image.js';

interface Sample {
  /** On the page. */
  readonly name: string;
  readonly title: string;
  /** In the repository. */
  readonly source: string;
  /** Of a model, which is not drawn here. */
  readonly picture?: string;
  /** The part that is shown, in texels; otherwise the square in the middle. */
  readonly part?: Square;
}

interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

const ASSETS = 'examples/demo/assets';

const SAMPLES: readonly Sample[] = [
  { name: 'island.png', title: 'Color map', source: `${ASSETS}/textures/island.png` },
  { name: 'brick.n.png', title: 'Normal map', source: `${ASSETS}/textures/brick.n.png` },
  { name: 'dusk.hdr', title: 'HDR sky', source: `${ASSETS}/sky/dusk.env.hdr` },
  {
    name: 'dragon.glb',
    title: 'Model',
    source: `${ASSETS}/models/dragon.glb`,
    picture: 'site/src/landing/pictures/dragon.jpg',
    part: { left: 350, top: 70, side: 420 },
  },
];

/** Shown at half of this. */
const SIDE = 112;

function middleOf({ width, height }: Texels): Square {
  const side = Math.min(width, height);
  return { left: (width - side) >> 1, top: (height - side) >> 1, side };
}

/** A part of a picture, averaged. */
function thumbnail({ width, pixels }: Texels, { left, top, side }: Square): PNG {
  const out = new PNG({ width: SIDE, height: SIDE });
  const edge = (at: number): number => Math.floor((at * side) / SIDE);
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const sum = [0, 0, 0, 0];
      let count = 0;
      for (let row = edge(y); row < Math.max(edge(y) + 1, edge(y + 1)); row++)
        for (let column = edge(x); column < Math.max(edge(x) + 1, edge(x + 1)); column++) {
          const at = ((top + row) * width + left + column) * 4;
          for (let c = 0; c < 4; c++) sum[c] = (sum[c] ?? 0) + (pixels[at + c] ?? 0);
          count++;
        }
      for (let c = 0; c < 4; c++) out.data[(y * SIDE + x) * 4 + c] = Math.round((sum[c] ?? 0) / count);
    }
  return out;
}

/** Writes samples and their pictures into `playground/samples`. Returns the buttons that open them. */
export async function writeSamples(root: string, out: string): Promise<string> {
  const folder = join(out, 'playground/samples');
  mkdirSync(folder, { recursive: true });
  const buttons: string[] = [];
  for (const { name, title, source, picture = source, part } of SAMPLES) {
    copyFileSync(join(root, source), join(folder, name));
    const { texels } = await readSource(picture, readFileSync(join(root, picture)), true);
    const file = `${name}.thumb.png`;
    writeFileSync(join(folder, file), PNG.sync.write(thumbnail(texels, part ?? middleOf(texels))));
    buttons.push(
      `<button type="button" class="sample" data-sample="${escapeHtml(name)}"><img src="samples/${escapeHtml(file)}" width="${SIDE / 2}" height="${SIDE / 2}" alt=""><span>${escapeHtml(title)}</span></button>`,
    );
  }
  return buttons.join('');
}
