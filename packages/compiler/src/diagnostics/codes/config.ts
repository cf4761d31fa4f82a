// Problems with assetc.yml, and with the flags that override it.

import type { CodeDoc } from '../code-doc.js';

export const configCodes = {
  'config/not-found': {
    summary: 'The configuration file named by `-c` cannot be read.',
    remedy: 'Check the path given to -c, or omit -c to use the nearest assetc.yml.',
  },
  'config/unreadable': {
    summary: 'The configuration file exists but is not UTF-8 text.',
    remedy: 'Save the file as UTF-8 text.',
  },
  'config/pack-and-packs': {
    summary: '`pack` (or `--pack`) and `packs` are both set: one pack with everything, and several.',
    remedy: 'Remove one of the two. `packs` alone writes the packs that it names.',
  },
  'config/pack-name': {
    summary:
      'The name of a pack becomes part of a file name: letters, digits, `-` and `_`, at most 64, and not the same as another but for case.',
    remedy: 'Rename the pack, for example level-2.',
  },
  'config/code-path': {
    summary: 'A file of `codegen` is inside the input or an output folder, or is another file that assetc uses.',
    remedy: "Name a file next to your program's sources, such as `src/assets.gen.h`.",
  },
  'config/too-complex': {
    summary: 'The file is too large, or nests too deeply, for a configuration. It was not parsed.',
    remedy: 'Split the file, or check that it is the right one.',
  },
  'config/syntax': {
    summary: 'The file is not valid YAML. Line and column show where reading stopped.',
    remedy: 'Fix the YAML at this place. Indent with spaces, and quote text with special characters.',
  },
  'config/duplicate-key': {
    summary: 'A mapping contains the same key twice, so it is unclear which value counts.',
    remedy: 'Remove one of the two.',
  },
  'config/alias': {
    summary:
      'An alias (`*name`) refers to an anchor that does not exist or to itself, or the aliases of the file expand without end.',
    remedy: 'Write out the value instead of the alias.',
  },
  'config/unknown-key': {
    summary: 'assetc does not know this key. The key is ignored.',
    remedy: 'Correct the spelling or remove the key. "assetc docs configuration" lists every key.',
  },
  'config/misplaced-key': {
    summary: 'The key exists, but is not allowed at this place. It is ignored.',
    remedy: 'Move the key to the place that the message names.',
  },
  'config/wrong-type': {
    summary: 'A value has the wrong type, or is not one of the values that the key accepts.',
    remedy: 'Give a value of the type that the message names.',
  },
  'config/windows-path': {
    summary: 'A path begins with a drive or a server of Windows, and the build runs on another system.',
    remedy: 'Write a path relative to assetc.yml. It works on every system.',
  },
  'config/out-of-range': {
    summary: 'A number is outside the range that the key accepts.',
    remedy: 'Give a number inside the range that the message names.',
  },
  'config/missing-match': {
    summary: 'A rule without `match` would apply to nothing.',
    remedy: 'Give the rule a match, for example match: "ui/*".',
  },
  'config/unknown-code': {
    summary: 'An entry of `warnings.ignore` has no code, or one that does not exist.',
    remedy: 'Use the code that is printed with the warning. "assetc explain" lists all codes.',
  },
  'config/unused-ignore': {
    summary:
      'An entry of `warnings.ignore` silenced nothing in a full build. Not reported while an asset fails that the entry may be for.',
    remedy:
      'Remove the entry, or correct its match: a glob over the files that warnings name, relative to the input folder.',
  },
  'config/unused-rule': {
    summary:
      'A rule matches no source and nothing inside one, so its settings apply to nothing. Not reported while an asset fails that may contain what it matches.',
    remedy:
      'Correct the match, or remove the rule. A match is a glob over paths relative to the input folder; * also matches "/", and case matters.',
  },
  'config/unknown-preset': {
    summary: '`--preset` or `preset` names a preset that the file does not define.',
    remedy: 'Use one of the presets that the message lists, or define this one under `presets`.',
  },
  'config/same-output': {
    summary:
      'Two presets that are built one after the other write into the same folder, so the second replaces the first.',
    remedy: 'Give each preset a different output folder.',
  },
  'config/bad-remote': {
    summary:
      '`cache.remote` is not the address of a shared cache, or contains credentials, which do not belong in a file that everybody has.',
    remedy:
      'Write https://server/path or s3://bucket/prefix, and put credentials in the environment. See docs/guide/teams.md.',
  },
  'config/output-holds-input': {
    summary: 'The output folder is the input folder or contains it, so outputs could overwrite sources.',
    remedy: 'Choose an output folder next to the input folder or below it.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;

export type ConfigCode = keyof typeof configCodes;
