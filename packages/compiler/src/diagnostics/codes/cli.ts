// Problems that the command line itself reports.

import type { CodeDoc } from '../code-doc.js';

export const cliCodes = {
  'cli/usage': {
    summary:
      'The command line contains a command, flag or value that assetc does not understand. Only `--json` reports this code.',
    remedy: 'See "assetc --help", or the help of the command.',
  },
  'cli/strict': {
    summary: 'There were warnings, and `--strict` treats them as failures.',
    remedy: 'Fix what the warnings report, silence them with warnings.ignore in assetc.yml, or omit --strict.',
  },
  'cli/no-input': {
    summary: 'The input folder does not exist, so there is nothing to compile.',
    remedy: 'Run "assetc init" to set up a project, or set `input` in assetc.yml.',
  },
  'cli/config-exists': {
    summary: '`assetc init` found a configuration and did not change it.',
    remedy: 'Edit it, or remove it and run "assetc init" again.',
  },
  'cli/cannot-write': {
    summary: 'A file could not be written.',
    remedy: 'Check the permissions of the folder and the free space on the disk.',
  },
  'cli/unsafe-entry': {
    summary:
      'An entry of a pack has a name that is not safe on every system: one of the build’s own files, a device or a stream of Windows, or one that some file systems confuse with another entry. Nothing was unpacked.',
    remedy: 'Do not trust the pack. To unpack only some entries, select them with a glob.',
  },
  'cli/unknown-asset': {
    summary: 'The path given to `assetc why` or `assetc ui --asset` is neither a source nor an output of the project.',
    remedy: 'Name a file below the input folder, or one that a build has written.',
  },
  'cli/no-output': {
    summary: 'The output folder, pack or file does not exist.',
    remedy: 'Run assetc first, or name an output folder, a pack or a file.',
  },
  'cli/no-edit': {
    summary:
      '`--edit` writes rules into the assetc.yml of a project, so that the page must show the output of one. With --export and --shot nothing can be edited.',
    remedy:
      'Run it in the folder of a project that has an assetc.yml ("assetc init" writes one), without another path.',
  },
  'cli/export-folder': {
    summary:
      'The folder for `assetc ui --export` contains files that no export wrote, or is the output itself. Nothing was written.',
    remedy: 'Name an empty folder, one that does not exist yet, or one that an earlier export wrote.',
  },
  'cli/export-too-large': {
    summary:
      '`assetc ui --export --single` writes the page and the whole output into one file, which a browser keeps in memory. The output is larger than that allows. Nothing was written.',
    remedy: 'Omit `--single` and serve the folder, or export a smaller output or pack.',
  },
  'cli/no-browser': {
    summary: '`assetc ui --shot` draws with Chromium or Chrome, and none was found.',
    remedy: 'Install Chromium or Google Chrome so that it is on PATH, or set ASSETC_BROWSER to its program.',
  },
  'cli/browser-failed': {
    summary: '`assetc ui --shot` started a browser that could not draw the picture.',
    remedy: 'Check that the browser runs: set ASSETC_BROWSER to a current Chromium or Chrome.',
  },
  'cli/port': {
    summary: '`assetc ui` cannot use the requested port.',
    remedy: 'Choose another with --port, or omit it to use a free port.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
