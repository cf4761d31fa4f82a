// The events that --json prints, one object per line. Those of a build are declared in the pipeline. docs/guide/json-events.md is
// generated from here.

import { buildEvents, type EventDoc, field, plannedFields } from '../index.js';

/** The events of --json by type: those of a build, and those of the other commands. */
export const jsonEvents: Readonly<Record<string, EventDoc>> = {
  ...buildEvents,
  preset: {
    doc: 'One preset of the configuration (`--list-presets`).',
    commands: ['build'],
    fields: {
      name: field('string', 'Its name.'),
      output: field('string', 'Absolute: where it builds to.'),
      default: field('boolean', 'Whether it is used when none is asked for.'),
    },
  },
  skipped: {
    doc: 'A file below the input that nobody compiles (`--list-skipped`, `why`).',
    commands: ['build', 'why'],
    fields: {
      path: field('string', 'Relative to the input.'),
      reason: field('string', 'Why it is no asset, or who reads it.'),
      remedy: field('string | null', 'What would make it one.'),
    },
  },
  report: {
    doc: 'Where the bytes of the output are, and what settings would save (`--report`). After `done`.',
    commands: ['build'],
    fields: {
      output: field('string', 'Absolute.'),
      files: field('number', 'Files that builds wrote and recorded, without manifest and pack.'),
      sourceBytes: field('number', 'Bytes of all files that were read for them, each counted once.'),
      sizeBytes: field('number', 'Their bytes.'),
      kinds: field('object[]', 'For each `kind`, largest first, `assets`, `files`, `sourceBytes` and `sizeBytes`.'),
      largest: field(
        'object[]',
        'The largest files, largest first: `path`, `asset`, `kind`, `sourceBytes`, `sizeBytes`, and `packedBytes`: the size with `texture.supercompress: zstd`, null if that changes nothing or was not measured.',
      ),
      supercompress: field(
        'object',
        'What `texture.supercompress: zstd` would make of the textures that were packed to see: `measured` files of `measuredBytes` become `packedBytes`; `unmeasured` files of `unmeasuredBytes` were too many or too large.',
      ),
    },
  },
  schema: {
    doc: 'The JSON Schema of assetc.yml.',
    commands: ['schema'],
    fields: { schema: field('object', 'With `--plugins` it has the settings of the plug-ins too.') },
  },
  created: {
    doc: 'A file or folder was created.',
    commands: ['init'],
    fields: { path: field('string', 'Relative to the working directory.') },
  },
  file: {
    doc: 'What one compiled file holds.',
    commands: ['info'],
    fields: {
      in: field('string', 'Absolute: the folder, pack or file that was inspected.'),
      path: field('string', 'Relative to it.'),
      format: field('string', '`hmesh`, `ktx2`, …; `other` for files that are not ours.'),
      sizeBytes: field('number', 'Its size.'),
      facts: field('object', 'By format; empty if the file cannot be read.'),
      problem: field('string | null', 'Why it cannot be read.'),
    },
  },
  totals: {
    doc: 'Sums over all files of a folder or pack.',
    commands: ['info'],
    fields: {
      in: field('string', 'Absolute.'),
      files: field('number', 'Files.'),
      sizeBytes: field('number', 'Bytes.'),
      formats: field('object[]', 'For each format `format`, `files`, `sizeBytes` and `sums`.'),
      gpu: field('object[]', 'For each texture format `format`, `files` and `gpuBytes`, the most memory first.'),
    },
  },
  serving: {
    doc: 'The page can be asked for.',
    commands: ['ui', 'watch'],
    fields: {
      path: field('string', 'Absolute: the folder or pack that it shows.'),
      url: field('string', 'Where: `http://127.0.0.1:49152/`.'),
    },
  },
  exported: {
    doc: 'The page was written as static files (`--export`).',
    commands: ['ui'],
    fields: {
      path: field('string', 'Absolute: the folder or pack that it shows.'),
      to: field('string', 'Absolute: the folder that was written.'),
      files: field('number', 'Files in it.'),
      sizeBytes: field('number', 'Their bytes.'),
    },
  },
  checked: {
    doc: 'The verdict of a check. The problems come before it as `diagnostic`.',
    commands: ['check'],
    fields: {
      path: field('string', 'Absolute.'),
      what: field('string', '`folder`, `pack` or `file`.'),
      ok: field('boolean', 'Whether there is no error.'),
      files: field('number', 'Files that were checked.'),
      sizeBytes: field('number', 'Their size.'),
      errors: field('number', 'Errors.'),
      warnings: field('number', 'Warnings.'),
    },
  },
  'pack-layout': {
    doc: 'How a pack is laid out.',
    commands: ['pack info'],
    fields: {
      path: field('string', 'Absolute.'),
      entries: field('number', 'Files in it.'),
      headerBytes: field('number', 'Header.'),
      tableBytes: field('number', 'Table of contents.'),
      payloadBytes: field('number', 'The files themselves.'),
      paddingBytes: field('number', 'Zeros between them.'),
      totalBytes: field('number', 'The whole pack.'),
    },
  },
  'pack-kind': {
    doc: 'The entries of one kind.',
    commands: ['pack info'],
    fields: {
      kind: field('string', '`hmesh`, `ktx2`, …, `other`.'),
      count: field('number', 'Entries.'),
      sizeBytes: field('number', 'Their size.'),
    },
  },
  'pack-entry': {
    doc: 'One entry, in the order of paths.',
    commands: ['pack info'],
    fields: {
      path: field('string', 'In the pack.'),
      kind: field('string', 'By its extension.'),
      sizeBytes: field('number', 'Its size.'),
      offset: field('number', 'From the start of the pack.'),
    },
  },
  extracted: {
    doc: 'A file was unpacked.',
    commands: ['pack extract'],
    fields: { path: field('string', 'Relative to the folder.'), sizeBytes: field('number', 'Its size.') },
  },
  converted: {
    doc: 'A file was written. What the conversion costs comes before it as `diagnostic`.',
    commands: ['convert'],
    fields: { path: field('string', 'Absolute.'), sizeBytes: field('number', 'Its size.') },
  },
  why: {
    doc: 'Everything about one asset.',
    commands: ['why'],
    fields: {
      preset: field('string | null', 'The preset in use.'),
      ...plannedFields,
      takenFor: field('string | null', 'What its source is compiled as, and why: `normal (name ends in ".n")`.'),
      settings: field('object[]', '`name`, `value`, and `origin`: the layer that set it, or `built-in`.'),
      dependencies: field('object[]', '`path`, `what` of it was read, and its `state`.'),
      outputs: field('object[]', '`path`, `sizeBytes`, and `state`: `intact`, `edited` or `missing`.'),
      cache: field('string', '`recorded` or `none`.'),
      from: field(
        'string | null',
        'Where its outputs were taken from: `compiled` here, the content `store`, the shared cache (`remote`), an equal asset of the same build (`twin`); null if it was not built.',
      ),
      wouldRebuild: field('boolean', 'Whether `action` is `build`.'),
      failed: field(
        'object[]',
        'What the last build said if it could not compile it, each a `Diagnostic`; else empty.',
      ),
      derived: field('string[]', 'Assets found inside this one.'),
    },
  },
  code: {
    doc: "The meaning of a diagnostic's code.",
    commands: ['explain'],
    fields: {
      code: field('string', '`<area>/<what>`.'),
      summary: field('string', 'What happened.'),
      remedy: field('string', 'What to do about it.'),
    },
  },
  topic: {
    doc: 'One topic, where none is asked for.',
    commands: ['docs'],
    fields: { topic: field('string', 'The name to ask for.'), title: field('string', 'Its heading.') },
  },
  page: {
    doc: 'A guide or the page of a format.',
    commands: ['docs'],
    fields: {
      topic: field('string', 'Its name.'),
      title: field('string', 'Its heading.'),
      text: field('string', 'All of it, Markdown.'),
    },
  },
  cleaned: {
    doc: 'An output folder was cleaned.',
    commands: ['clean'],
    fields: {
      output: field('string', 'Absolute.'),
      removed: field('number', 'Files.'),
      removedBytes: field('number', 'Their size.'),
    },
  },
};
