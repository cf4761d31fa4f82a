// The sections of the report about meshes and motion.

import { hasMotion } from '../motion/clips-folder.js';
import { ACL, FBX_LOADER, MIKKTSPACE } from '../peers.js';
import { at, type JsonRow, numberOf, numbersOf, type Section, textOf, times } from './section.js';

export const meshes: Section = {
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

export const tangents: Section = {
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

export const largestMesh: Section = {
  ...meshes,
  args: ['--shape', 'scan-10m', '--jobs', '1', '--rounds', '1'],
  title: 'A mesh of 10 million triangles through the command line',
};

export const clusters: Section = {
  bench: 'clusters',
  args: ['--sides', '708', '--rounds', '2'],
  title: 'What `mesh.clusters` adds to the build of a scan of 1 million triangles',
  header: [
    'threads',
    'wall, s',
    'processor, s',
    'million triangles per second',
    'per second of processor time',
    'peak, bytes per triangle',
  ],
  cells: (rows) =>
    rows.map((row) => [
      String(numberOf(row, 'jobs')),
      numberOf(row, 'addedWallS').toFixed(2),
      numberOf(row, 'addedCpuS').toFixed(2),
      numberOf(row, 'millionPerS').toFixed(2),
      numberOf(row, 'millionPerCpuS').toFixed(2),
      String(numberOf(row, 'bytesPerTriangle')),
    ]),
};

/** Headers of files take most of smaller clips. */
const LARGE_BYTES = 4096;

export const motion: Section = {
  bench: 'motion',
  canRun: hasMotion,
  title: `Compressed clips compared with ${ACL}`,
  header: [
    'bound',
    'clips',
    'bytes',
    'ACL, bytes',
    'ratio',
    'most, above 4 KB',
    'miss the bound',
    'compressing, processor s',
    'a pose, ns per joint',
  ],
  cells: (rows) =>
    [...new Set(rows.map((row) => textOf(row, 'bound')))].map((bound) => {
      const own = at(rows, 'bound', bound).filter((row) => typeof row.aclHeldBytes === 'number');
      const sum = (name: string): number => numbersOf(own, name).reduce((total, value) => total + value, 0);
      const ratio = (row: JsonRow): number => numberOf(row, 'bytes') / numberOf(row, 'aclHeldBytes');
      const large = own.filter((row) => numberOf(row, 'aclHeldBytes') > LARGE_BYTES);
      return [
        bound,
        String(own.length),
        String(sum('bytes')),
        String(sum('aclHeldBytes')),
        (sum('bytes') / sum('aclHeldBytes')).toFixed(3),
        Math.max(...large.map(ratio)).toFixed(3),
        String(own.filter((row) => row.isHeld !== true).length),
        (sum('compressMs') / 1000).toFixed(1),
        (sum('nsPerJoint') / own.length).toFixed(0),
      ];
    }),
};

export const fbx: Section = {
  bench: 'fbx',
  title: `Reading an FBX file of 50 MB, compared with ${FBX_LOADER}`,
  header: ['arrays', 'size, MB', 'MB/s', 'MB/s of the peer', 'faster'],
  cells: (rows) =>
    rows.map((row) => [
      textOf(row, 'arrays'),
      numberOf(row, 'sizeMb').toFixed(1),
      numberOf(row, 'mbPerSecond').toFixed(0),
      numberOf(row, 'peerMbPerSecond').toFixed(0),
      times(numberOf(row, 'ratio')),
    ]),
};
