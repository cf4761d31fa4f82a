// The sections of the report, in its order, and the main figures at its top.

import { BASIS_ENCODER, MIKKTSPACE } from '../peers.js';
import { coldStart, noop, oneChange, packs, smallFiles } from './build-sections.js';
import { clusters, fbx, largestMesh, meshes, motion, tangents } from './mesh-sections.js';
import { type JsonRow, median, numberOf, numbersOf, type Quote, type Section, signed, times } from './section.js';
import {
  astc,
  blocks,
  downloads,
  encoder,
  gltfTransform,
  gpuFormats,
  hdr,
  transcode,
  uastc,
  uastcHeldOut,
  uastcRdo,
} from './texture-sections.js';

export const SECTIONS: readonly Section[] = [
  uastcHeldOut,
  uastc,
  uastcRdo,
  encoder,
  gltfTransform,
  gpuFormats,
  blocks,
  astc,
  downloads,
  hdr,
  transcode,
  meshes,
  largestMesh,
  clusters,
  tangents,
  motion,
  fbx,
  smallFiles,
  coldStart,
  noop,
  oneChange,
  packs,
];

const one = (rows: readonly JsonRow[], wanted: JsonRow): JsonRow => {
  const found = rows.find((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));
  if (found === undefined) throw new Error(`no row has ${JSON.stringify(wanted)}`);
  return found;
};

export const QUOTES: readonly Quote[] = [
  {
    section: uastcHeldOut,
    text: (rows) => {
      const gain = signed(median(numbersOf(rows, 'deltaDb')));
      return `UASTC encoding is ${times(median(numbersOf(rows, 'ratio')))} as fast as level 2 of ${BASIS_ENCODER}; quality differs by ${gain} dB (median of ${rows.length} pictures).`;
    },
  },
  {
    section: gpuFormats,
    text: (rows) => {
      const row = one(rows, { format: 'bc7', level: 'normal' });
      return `BC7 encoding gives ${signed(numberOf(row, 'db') - numberOf(row, 'peerDb'))} dB compared with bc7f at level 1 of ${BASIS_ENCODER.replace(', one core', '')}, at ${numberOf(row, 'mpixPerSecond').toFixed(0)} MPix/s per core (photographs).`;
    },
  },
  {
    section: tangents,
    text: (rows) =>
      `MikkTSpace tangents are made ${times(median(numbersOf(rows, 'ratio')))} as fast as by ${MIKKTSPACE}, on one thread, with identical bits.`,
  },
  {
    section: noop,
    text: (rows) => {
      const row = one(rows, { assets: 10_000 });
      return `A build with nothing to do checks 10,000 assets, and as many outputs, in ${numberOf(row, 'noopMs')} ms. Starting Node and one stat per file take ${numberOf(row, 'nodeMs') + numberOf(row, 'statMs')} ms of that.`;
    },
  },
];
