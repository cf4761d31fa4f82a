// The sections of the report, and the main figures at its top.

import { hasAstcenc } from '../astc/astcenc.js';
import { ASTCENC, BASIS_ENCODER, BASIS_TRANSCODER, MIKKTSPACE } from '../peers.js';
import { type JsonRow, median, numberOf, numbersOf, type Quote, type Section, signed, textOf } from './section.js';

const LEVELS = ['fast', 'normal', 'high', 'max'];
const at = (rows: readonly JsonRow[], name: string, value: unknown): readonly JsonRow[] =>
  rows.filter((row) => row[name] === value);
const times = (value: number): string => `${value.toFixed(1)} ×`;

const uastcHeldOut: Section = {
  bench: 'uastc',
  args: ['--wide'],
  title: `UASTC on pictures that were not used for tuning: \`normal\` compared with level 2 of ${BASIS_ENCODER}`,
  header: ['', 'median', 'lower quartile', 'least'],
  cells: (rows) => {
    const quartiles = (name: string, show: (value: number) => string): string[] => {
      const sorted = [...numbersOf(rows, name)].sort((a, b) => a - b);
      return [rows.length >> 1, rows.length >> 2, 0].map((i) => show(sorted[i] ?? Number.NaN));
    };
    return [
      [`faster, ${rows.length} pictures`, ...quartiles('ratio', times)],
      ['dB compared with the peer', ...quartiles('deltaDb', signed)],
      ['… transcoded to BC7', ...quartiles('bc7DeltaDb', signed)],
      ['… transcoded to ETC', ...quartiles('etcDeltaDb', signed)],
    ];
  },
};

const uastc: Section = {
  bench: 'uastc',
  title: `The levels of UASTC on four montages: compared with level 2 (\`max\`: level 3) of ${BASIS_ENCODER}`,
  header: ['level', 'pictures', 'faster, median', 'least', 'dB compared with the peer, median', 'worst'],
  cells: (rows) =>
    LEVELS.map((level) => {
      const own = at(rows, 'level', level);
      const [ratios, deltas] = [numbersOf(own, 'ratio'), numbersOf(own, 'deltaDb')];
      return [
        level,
        String(own.length),
        times(median(ratios)),
        times(Math.min(...ratios)),
        signed(median(deltas)),
        signed(Math.min(...deltas)),
      ];
    }),
};

const uastcRdo: Section = {
  bench: 'uastc-rdo',
  title: 'Rate-distortion of UASTC (`texture.rdo`), level `normal`, packed with Zstd level 3',
  header: ['picture', 'rdo', 'bytes', 'size', 'dB', 'dB compared with rdo 0'],
  cells: (rows) =>
    rows.map((row) => [
      textOf(row, 'image'),
      String(numberOf(row, 'rdo')),
      String(numberOf(row, 'bytes')),
      `${numberOf(row, 'sizePercent').toFixed(1)} %`.replace('-', '−'),
      numberOf(row, 'db').toFixed(2),
      signed(numberOf(row, 'deltaDb')),
    ]),
};

const gpuFormats: Section = {
  bench: 'gpu-formats',
  args: ['--images=photo,normal,gray'],
  title: `GPU formats, encoded directly, on the montages. The peer, of which only the dB are shown: ${BASIS_ENCODER}`,
  header: ['format', 'level', 'picture', 'MPix/s', 'speed of UASTC `normal`', 'dB', 'peer'],
  cells: (rows) =>
    rows.map((row) => [
      textOf(row, 'format'),
      textOf(row, 'level'),
      textOf(row, 'image'),
      numberOf(row, 'mpixPerSecond').toFixed(1),
      times(numberOf(row, 'ratioToUastcNormal')),
      numberOf(row, 'db').toFixed(2),
      row.peerDb === null ? '–' : numberOf(row, 'peerDb').toFixed(2),
    ]),
};

const encoder: Section = {
  bench: 'encoder',
  title: `The encoder package: a photograph with all mips. The peer, ktx2-encoder at UASTC level 2: ${BASIS_ENCODER.replace(', encode only, one core', '')}`,
  header: ['what', 'seconds', 'MPix/s', 'dB', 'bytes'],
  cells: (rows) =>
    rows.map((row) => [
      textOf(row, 'what'),
      numberOf(row, 'seconds').toFixed(2),
      numberOf(row, 'mpixPerSecond').toFixed(2),
      numberOf(row, 'psnr').toFixed(2),
      String(numberOf(row, 'bytes')),
    ]),
};

const gltfTransform: Section = {
  bench: 'gltf-transform',
  args: ['--peer=2'],
  title:
    'The glTF-Transform package: ten textures from PNG to KTX2 with mips (the peer: two of them, scaled by texels)',
  header: ['what', 'processor, s', 'wall, s', 'dB'],
  cells: (rows) =>
    rows.flatMap((row) =>
      (['ours', 'theirs'] as const).map((side) => [
        side === 'ours' ? 'compressTextures, `normal`' : 'ktx2-encoder, UASTC level 2',
        numberOf(row, `${side}CpuSeconds`).toFixed(1),
        numberOf(row, `${side}ClockSeconds`).toFixed(1),
        numberOf(row, `${side}Psnr`).toFixed(2),
      ]),
    ),
};

const astc: Section = {
  bench: 'astc',
  args: ['--size=6x6'],
  canRun: hasAstcenc,
  title: `ASTC 6×6 on parts of pictures that were not used for tuning, compared with ${ASTCENC}`,
  header: ['pictures', 'level', 'MPix/s', 'dB', 'peer', 'MPix/s of the peer', 'faster', 'dB compared with the peer'],
  cells: (rows) =>
    rows.map((row) => [
      textOf(row, 'kind'),
      textOf(row, 'ours'),
      numberOf(row, 'mpixPerSecond').toFixed(1),
      numberOf(row, 'db').toFixed(2),
      `-${textOf(row, 'peer')}`,
      numberOf(row, 'peerMpixPerSecond').toFixed(1),
      times(numberOf(row, 'speedRatio')),
      signed(numberOf(row, 'deltaDb')),
    ]),
};

const hdr: Section = {
  bench: 'hdr',
  title: `High dynamic range compared with UASTC HDR, level 0, of ${BASIS_ENCODER}`,
  header: ['blocks', 'pictures', 'faster, median', 'least', 'dB of log2 compared with the peer, median', 'worst'],
  cells: (rows) =>
    [...new Set(rows.map((row) => textOf(row, 'what')))].map((what) => {
      const own = at(rows, 'what', what);
      const [ratios, deltas] = [numbersOf(own, 'ratio'), numbersOf(own, 'deltaDb')];
      return [
        what,
        String(own.length),
        times(median(ratios)),
        times(Math.min(...ratios)),
        signed(median(deltas)),
        signed(Math.min(...deltas)),
      ];
    }),
};

const transcode: Section = {
  bench: 'transcode',
  title: `Transcoding compared with ${BASIS_TRANSCODER}`,
  header: ['picture', 'to', 'ours, ms', 'Basis, ms', 'faster', 'dB', 'Basis, dB'],
  cells: (rows) =>
    rows.map((row) => [
      textOf(row, 'image'),
      textOf(row, 'to'),
      numberOf(row, 'oursMs').toFixed(1),
      numberOf(row, 'basisMs').toFixed(1),
      times(numberOf(row, 'ratio')),
      numberOf(row, 'pictureDb').toFixed(2),
      numberOf(row, 'basisPictureDb').toFixed(2),
    ]),
};

const meshes: Section = {
  bench: 'meshes',
  args: ['--rounds', '1'],
  title: 'Large meshes through the command line',
  header: ['mesh', 'threads', 'source, MB', 'wall, s', 'processor, s', 'peak, MB'],
  cells: (rows) =>
    rows.map((row) => [
      textOf(row, 'shape'),
      String(numberOf(row, 'jobs')),
      numberOf(row, 'inputMb').toFixed(0),
      numberOf(row, 'wallS').toFixed(1),
      numberOf(row, 'cpuS').toFixed(1),
      numberOf(row, 'peakMb').toFixed(0),
    ]),
};

const tangents: Section = {
  bench: 'tangents',
  title: `Tangents compared with ${MIKKTSPACE}, one thread, bit for bit`,
  header: ['mesh', 'corners', 'faster', 'equal'],
  cells: (rows) =>
    rows.map((row) => [
      textOf(row, 'mesh'),
      String(numberOf(row, 'corners')),
      times(numberOf(row, 'ratio')),
      row.equal === true ? 'yes' : 'NO',
    ]),
};

const noop: Section = {
  bench: 'noop',
  title: 'A build with nothing to do',
  header: ['assets', 'ms', 'Node alone', 'stats of the same files', '÷ 1.25 (Node + stats)', 'peak, MB'],
  cells: (rows) =>
    rows.map((row) =>
      ['assets', 'noopMs', 'nodeMs', 'statMs', 'ofBound', 'peakMb'].map((name) => String(numberOf(row, name))),
    ),
};

const smallFiles: Section = {
  bench: 'small-files',
  title: 'Many small files, cold, one thread: CPU milliseconds per asset',
  header: [
    'sources',
    'assets',
    'all',
    'compiling',
    'fsync',
    'overhead',
    'of it the start',
    'without it',
    'Node, in all',
  ],
  cells: (rows) =>
    rows.map((row) => [
      textOf(row, 'sources'),
      ...['assets', 'buildMs', 'compileMs', 'syncMs', 'overheadMs'].map((name) => String(numberOf(row, name))),
      (numberOf(row, 'startMs') / numberOf(row, 'assets')).toFixed(2),
      String(numberOf(row, 'beyondStartMs')),
      String(numberOf(row, 'nodeMs')),
    ]),
};

const coldStart: Section = {
  bench: 'cold-start',
  title: 'Time until the first job of a cold build starts, two threads',
  header: ['sources', 'assets', 'Node alone, ms', 'first thread ready, ms', 'first job, ms', 'processor, ms'],
  cells: (rows) =>
    rows.map((row) => [
      textOf(row, 'sources'),
      ...['assets', 'nodeMs', 'readyMs', 'jobMs', 'cpuMs'].map((name) => String(numberOf(row, name))),
    ]),
};

export const SECTIONS: readonly Section[] = [
  uastcHeldOut,
  uastc,
  uastcRdo,
  encoder,
  gltfTransform,
  gpuFormats,
  astc,
  hdr,
  transcode,
  meshes,
  tangents,
  smallFiles,
  coldStart,
  noop,
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
