// The sections of the report about pictures.

import { hasAstcenc } from '../astc/astcenc.js';
import { ASTCENC, BASIS_ENCODER, BASIS_TRANSCODER } from '../peers.js';
import { at, type JsonRow, median, numberOf, numbersOf, type Section, signed, textOf, times } from './section.js';

const LEVELS = ['fast', 'normal', 'high', 'max'];

export const uastcHeldOut: Section = {
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

export const uastc: Section = {
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

export const uastcRdo: Section = {
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

export const encoder: Section = {
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

export const gltfTransform: Section = {
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

export const gpuFormats: Section = {
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

export const astc: Section = {
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

export const hdr: Section = {
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

export const transcode: Section = {
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

/** Their order in each class of pictures. */
const FORMATS = ['bc7', 'bc1', 'bc4', 'bc5', 'etc2-rgb', 'eac-rg11'];
const WITHOUT_MAX = ['draft', 'fast', 'normal', 'high'];

export const blocks: Section = {
  bench: 'blocks',
  args: ['--rounds=2', ...FORMATS, ...WITHOUT_MAX],
  title: `Block formats on pictures that were not used for tuning. The peer: ${BASIS_ENCODER}`,
  header: ['pictures', 'format', 'level', 'MPix/s', 'dB', 'peer', 'MPix/s of the peer', 'dB of the peer'],
  cells: (rows) =>
    at(rows, 'encoder', 'ours').map((row) => {
      const isSame = (other: JsonRow): boolean =>
        ['class', 'format', 'level'].every((name) => other[name] === row[name]) && other.encoder !== 'ours';
      const peer = rows.find(isSame);
      return [
        textOf(row, 'class'),
        textOf(row, 'format'),
        textOf(row, 'level'),
        numberOf(row, 'mpixPerSecond').toFixed(1),
        numberOf(row, 'db').toFixed(2),
        ...(peer === undefined
          ? ['–', '–', '–']
          : [textOf(peer, 'encoder'), numberOf(peer, 'mpixPerSecond').toFixed(1), numberOf(peer, 'db').toFixed(2)]),
      ];
    }),
};

export const downloads: Section = {
  bench: 'downloads',
  title: 'What pictures of 1024² with all mips take, level `normal`',
  header: ['picture', 'how', 'bytes', 'dB'],
  cells: (rows) =>
    rows.map((row) => [
      textOf(row, 'kind'),
      textOf(row, 'how'),
      String(numberOf(row, 'bytes')),
      numberOf(row, 'db').toFixed(2),
    ]),
};
