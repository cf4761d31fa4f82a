// The sections of the report about whole builds.

import { numberOf, type Section, textOf } from './section.js';

export const noop: Section = {
  bench: 'noop',
  title: 'A build with nothing to do',
  header: ['assets', 'ms', 'Node alone', 'stats of the same files', '÷ 1.25 (Node + stats)', 'peak, MB'],
  cells: (rows) =>
    rows.map((row) =>
      ['assets', 'noopMs', 'nodeMs', 'statMs', 'ofBound', 'peakMb'].map((name) => String(numberOf(row, name))),
    ),
};

export const smallFiles: Section = {
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

export const coldStart: Section = {
  bench: 'cold-start',
  title: 'Time until the first job of a cold build starts, two threads',
  header: ['sources', 'assets', 'Node alone, ms', 'first thread ready, ms', 'first job, ms', 'processor, ms'],
  cells: (rows) =>
    rows.map((row) => [
      textOf(row, 'sources'),
      ...['assets', 'nodeMs', 'readyMs', 'jobMs', 'cpuMs'].map((name) => String(numberOf(row, name))),
    ]),
};

export const oneChange: Section = {
  bench: 'one-change',
  args: ['10000', '--rounds=5'],
  title:
    'One change among 10,000 assets, compared with a build that changes nothing, with Node and with ninja on the same files',
  header: ['what', 'processor, ms', 'least to most', 'of no-op', 'wall, ms'],
  cells: (rows) =>
    rows.map((row) => [
      textOf(row, 'what'),
      String(numberOf(row, 'cpuMs')),
      textOf(row, 'cpuSpread'),
      numberOf(row, 'cpuOfNoop').toFixed(2),
      String(numberOf(row, 'wallMs')),
    ]),
};

export const packs: Section = {
  bench: 'demo-packs',
  title: "Packs of the demo, compared with Debian's native zstd, xdelta3 and zip, whole commands",
  header: ['what', 'program', 'bytes', 'processor, s'],
  cells: (rows) =>
    rows.map((row) => [
      textOf(row, 'what'),
      textOf(row, 'name'),
      ...(row.sizeBytes === undefined
        ? ['not installed', '–']
        : [String(numberOf(row, 'sizeBytes')), numberOf(row, 'cpuSeconds').toFixed(1)]),
    ]),
};
