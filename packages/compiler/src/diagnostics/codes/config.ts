// What can be wrong with assetc.yml, and with the flags that override it.

import type { CodeDoc } from '../code-doc.js';

export const configCodes = {
  'config/not-found': {
    summary: 'The configuration file named by `-c` cannot be read.',
    remedy: 'Check the path given to -c, or leave -c away to use the nearest assetc.yml',
  },
  'config/unreadable': {
    summary: 'The configuration file exists but is not UTF-8 text.',
    remedy: 'Save the file as UTF-8 text',
  },
  'config/too-complex': {
    summary: 'The file is larger, or nests deeper, than a configuration can sensibly be; it was not parsed.',
    remedy: 'Split the file, or check that it is the right one.',
  },
  'config/syntax': {
    summary: 'The file is not valid YAML. Line and column name the place where reading stopped.',
    remedy: 'Fix the YAML at this place; indentation is by spaces, and text with special characters needs quotes',
  },
  'config/duplicate-key': {
    summary: 'One mapping holds the same key twice, so it is unclear which value counts.',
    remedy: 'Remove one of the two',
  },
  'config/alias': {
    summary: 'An alias (`*name`) names no anchor, refers to itself, or the aliases of the file expand without end.',
    remedy: 'Write the value out where the alias stands',
  },
  'config/unknown-key': {
    summary: 'A key that assetc does not know. It is ignored, which is seldom what was meant.',
    remedy: 'Correct the spelling or remove the key; "assetc docs configuration" lists every key',
  },
  'config/misplaced-key': {
    summary: 'A key that exists, but is not read at this place. It is ignored.',
    remedy: 'Move the key to where it is read',
  },
  'config/wrong-type': {
    summary: 'A value has the wrong type, or is not one of the values that the key accepts.',
    remedy: 'Give a value of the type that the message names',
  },
  'config/out-of-range': {
    summary: 'A number lies outside the range that the key accepts.',
    remedy: 'Give a number inside the range that the message names',
  },
  'config/missing-match': {
    summary: 'A rule without `match` would apply to nothing.',
    remedy: 'Give the rule a match, for instance match: "ui/*"',
  },
  'config/unknown-code': {
    summary: 'An entry of `warnings.ignore` names no code, or one that does not exist.',
    remedy: 'Give the code as it is printed with the warning; "assetc explain" lists all',
  },
  'config/unused-ignore': {
    summary: 'An entry of `warnings.ignore` silenced nothing in a build of everything.',
    remedy:
      'Remove the entry, or correct its match: it is a glob over the files that warnings name, relative to the input',
  },
  'config/unused-rule': {
    summary: 'A rule matches no source, nor anything inside one, so that its settings apply to nothing.',
    remedy:
      'Correct the match: it is a glob over paths relative to the input, * spans "/", and case matters; or remove the rule',
  },
  'config/unknown-preset': {
    summary: '`--preset` or `preset` names a preset that the file does not define.',
    remedy: 'Use one of the presets that the message lists, or define this one under presets',
  },
  'config/same-output': {
    summary: 'Two presets that are built one after the other write into one folder, so the second replaces the first.',
    remedy: 'Give each preset an output of its own',
  },
  'config/bad-remote': {
    summary: '`cache.remote` is no address of a shared cache, or says more than a file that everybody has may say.',
    remedy:
      'Write https://server/path or s3://bucket/prefix; credentials belong into the environment: see docs/guide/teams.md',
  },
  'config/output-holds-input': {
    summary: 'The output folder is the input folder or contains it, so that outputs could overwrite sources.',
    remedy: 'Choose an output folder beside or below the input',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;

export type ConfigCode = keyof typeof configCodes;
