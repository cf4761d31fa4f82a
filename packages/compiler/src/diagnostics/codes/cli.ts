// What the command line itself can have to complain about.

import type { CodeDoc } from '../code-doc.js';

export const cliCodes = {
  'cli/usage': {
    summary: 'The command line was used in a way that it does not understand. Only `--json` tells it by this code.',
    remedy: 'See "assetc --help", or the help of the command',
  },
  'cli/strict': {
    summary: 'There were warnings, and `--strict` treats them as failures.',
    remedy: 'Mend what the warnings name, silence them under warnings.ignore in assetc.yml, or leave --strict away',
  },
  'cli/no-input': {
    summary: 'The input folder does not exist, so there is nothing to compile.',
    remedy: 'Run "assetc init" to set up a project, or set input in assetc.yml',
  },
  'cli/config-exists': {
    summary: '`assetc init` found a configuration and left it as it is.',
    remedy: 'Edit it, or remove it and run assetc init again',
  },
  'cli/cannot-write': {
    summary: 'A file could not be written.',
    remedy: 'Check the permissions of the folder and the space on the disk',
  },
  'cli/unsafe-entry': {
    summary:
      'An entry of a pack has a name that is refused on every system: one of a build’s own files, a device or a stream of Windows, or one that some disk takes for another entry’s. Nothing was unpacked.',
    remedy: 'Do not trust the pack; name the entries that you want by a glob',
  },
  'cli/unknown-asset': {
    summary: 'The path given to `assetc why` is neither a source nor an output of the project.',
    remedy: 'Name a file below the input folder, or one that a build has written',
  },
  'cli/no-output': {
    summary: 'There is no such output folder, pack or file to look into.',
    remedy: 'Run assetc first, or name an output folder, a pack or a file',
  },
  'cli/export-folder': {
    summary:
      'The folder that `assetc ui --export` is to write into holds files that no export wrote, or the output itself. Nothing was written.',
    remedy: 'Name an empty folder, one that does not exist yet, or one that an earlier export wrote',
  },
  'cli/port': {
    summary: 'The page of `assetc ui` cannot have the port that was asked for.',
    remedy: 'Name another with --port, or leave it away to have one that is free',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
