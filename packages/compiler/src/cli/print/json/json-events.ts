// The events that --json prints, one object per line. Those of a build are declared in the pipeline. docs/guide/json-events.md is
// generated from here.

import { buildEvents, type EventDoc, field, plannedFields } from '../../../index.js';

/** The events of --json by type: those of a build, and those of the other commands. */
export const jsonEvents: Readonly<Record<string, EventDoc>> = {
  ...buildEvents,
  preset: {
    doc: 'One preset of the configuration (`--list-presets`).',
    commands: ['build'],
    fields: {
      name: field('string', 'Its name.'),
      output: field('string', 'Its output folder, absolute.'),
      default: field('boolean', 'Whether it is the default.'),
    },
  },
  skipped: {
    doc: 'A file below the input that is not compiled (`--list-skipped`, `why`).',
    commands: ['build', 'why'],
    fields: {
      path: field('string', 'Relative to the input.'),
      reason: field('string', 'Why it is not an asset, or which assets read it.'),
      remedy: field('string | null', 'What would make it one.'),
    },
  },
  'skipped-total': {
    doc: 'Ends `--list-skipped`. `skipped` and `read` add up to `ignored` of a build.',
    commands: ['build'],
    fields: {
      skipped: field('number', 'Files that were listed.'),
      read: field('number', 'Other files that are not assets: assets read them.'),
      yielded: field('number', 'Sources that are not compiled by themselves, because other assets compile them.'),
      unbuilt: field('number', 'Assets that have not been built yet. Files that only they read are still listed.'),
    },
  },
  report: {
    doc: 'The largest outputs, and what settings would save (`--report`). Follows `done`.',
    commands: ['build'],
    fields: {
      output: field('string', 'Absolute.'),
      files: field('number', 'Files that builds wrote, without manifest and pack.'),
      sourceBytes: field('number', 'Bytes of all files that were read for them, each file counted once.'),
      sizeBytes: field('number', 'Their bytes.'),
      kinds: field('object[]', 'For each `kind`, largest first, `assets`, `files`, `sourceBytes` and `sizeBytes`.'),
      largest: field(
        'object[]',
        'The largest files, largest first: `path`, `asset`, `kind`, `sourceBytes`, `sizeBytes`, and `packedBytes`: the size with `texture.supercompress: zstd`, null if that changes nothing or was not measured.',
      ),
      chosen: field(
        'object[]',
        'Textures whose encoding `texture.quality` chose by a number, largest first: `path`, `asked`, `choice`, its `value` (decibels or SSIM), `bytes` of all levels, `reached`, and `tried`: name, value and bytes of each choice that was measured.',
      ),
      compression: field(
        'object',
        'What `animation.compression: auto` would save: `models` whose clips are keys, each with its `path`, `sizeBytes` and `packedBytes`. `unmeasured` models of `unmeasuredBytes` were too many or too large to measure.',
      ),
      forms: field(
        'object',
        'What compact vertices and compression would save: `meshes` that would shrink, each with its `path`, `sizeBytes`, `compactBytes` (`mesh.vertices: compact` and `mesh.indexWidth: smallest`), `compressedBytes` (`mesh.compression: meshopt`) and `bothBytes`; null if the mesh has that form already, or cannot have it. `unmeasured` meshes of `unmeasuredBytes` were too many or too large to measure.',
      ),
      choices: field(
        'object',
        'What better encodings would save: `textures` that have one, most bytes first, each with its `path`, `sizeBytes`, `psnr`, the `quality` that is the value of `texture.quality`, and with it the `choice`, `thenBytes` and `thenPsnr`. `unmeasured` textures of `unmeasuredBytes` were too many or too large to measure.',
      ),
      supercompress: field(
        'object',
        'What `texture.supercompress: zstd` would save: `measured` textures of `measuredBytes` become `packedBytes`. `unmeasured` textures of `unmeasuredBytes` were too many or too large to measure.',
      ),
    },
  },
  schema: {
    doc: 'The JSON Schema of assetc.yml.',
    commands: ['schema'],
    fields: { schema: field('object', 'With `--plugins` it includes the settings of the plug-ins.') },
  },
  created: {
    doc: 'A file or folder was created.',
    commands: ['init'],
    fields: { path: field('string', 'Relative to the current folder.') },
  },
  file: {
    doc: 'The content of one compiled file.',
    commands: ['info'],
    fields: {
      in: field('string', 'Absolute: the folder, pack or file that was inspected.'),
      path: field('string', 'Relative to it.'),
      format: field('string', '`hmesh`, `ktx2`, …, or `other` for files in other formats.'),
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
      gpu: field('object[]', 'For each texture format `format`, `files` and `gpuBytes`, largest first.'),
    },
  },
  serving: {
    doc: 'The page is being served.',
    commands: ['ui', 'watch'],
    fields: {
      path: field('string', 'Absolute path of the folder or pack that it shows.'),
      url: field('string', 'Where: `http://127.0.0.1:49152/`.'),
    },
  },
  exported: {
    doc: 'The page was written as static files (`--export`).',
    commands: ['ui'],
    fields: {
      path: field('string', 'Absolute path of the folder or pack that it shows.'),
      to: field('string', 'Absolute path of the folder that was written.'),
      files: field('number', 'Files in it.'),
      sizeBytes: field('number', 'Their bytes.'),
    },
  },
  'pack-change': {
    doc: 'An entry that differs between two packs, the largest first.',
    commands: ['pack compare'],
    fields: {
      is: field('string', '`added`, `removed`, `changed` or `renamed`.'),
      path: field('string', 'Its path in the second pack; in the first if it was removed.'),
      from: field('string | null', 'Its path in the first pack if it was renamed.'),
      bytesBefore: field('number', 'Its size in the first pack; 0 if it was added.'),
      bytesAfter: field('number', 'Its size in the second pack; 0 if it was removed.'),
    },
  },
  'pack-comparison': {
    doc: 'The sums of a comparison.',
    commands: ['pack compare'],
    fields: {
      before: field('string', 'Absolute: the first pack.'),
      after: field('string', 'Absolute: the second pack.'),
      changes: field('number', 'Entries that differ.'),
      unchanged: field('number', 'Entries with the same path and bytes.'),
      bytesBefore: field('number', 'Size of the first pack.'),
      bytesAfter: field('number', 'Size of the second pack.'),
    },
  },
  'pack-keys': {
    doc: 'A pair of keys was made.',
    commands: ['pack keygen'],
    fields: {
      private: field('string', 'Absolute: the file of the private key.'),
      public: field('string', 'Absolute: the file of the public key.'),
      publicKey: field('string', 'The 32 bytes of the public key, hexadecimal.'),
    },
  },
  'pack-diffed': {
    doc: 'A patch was written.',
    commands: ['pack diff'],
    fields: {
      path: field('string', 'Absolute: the patch.'),
      sizeBytes: field('number', 'Its size.'),
      copied: field('number', 'Entries that the old pack has, under any path.'),
      changed: field('number', 'Entries that it does not have.'),
      newBytes: field('number', 'Size of the new pack.'),
    },
  },
  'pack-patched': {
    doc: 'Patches were applied.',
    commands: ['pack apply'],
    fields: {
      path: field('string', 'Absolute: the new pack.'),
      sizeBytes: field('number', 'Its size.'),
      applied: field('number', 'Patches that were applied; fewer if the pack had some already.'),
    },
  },
  'pack-transported': {
    doc: 'A pack was compressed or decompressed.',
    commands: ['pack compress', 'pack decompress'],
    fields: {
      path: field('string', 'Absolute: the file that was written.'),
      sizeBytes: field('number', 'Its size.'),
      fromBytes: field('number', 'Size of the file that was read.'),
    },
  },
  'pack-signed': {
    doc: 'A pack was signed.',
    commands: ['pack sign'],
    fields: {
      path: field('string', 'Absolute: the signed pack.'),
      build: field('string', 'Its build id: equal content has equal ids.'),
      entries: field('number', 'Files that the signature covers.'),
    },
  },
  'pack-verified': {
    doc: 'The result of a verification. Problems precede it as `diagnostic`.',
    commands: ['pack verify'],
    fields: {
      path: field('string', 'Absolute.'),
      ok: field('boolean', 'Whether the pack is as it was signed.'),
      build: field('string | null', 'Its build id; null if the signature is wrong.'),
      entries: field('number', 'Entries of the pack.'),
    },
  },
  checked: {
    doc: 'The result of a check. Problems precede it as `diagnostic`.',
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
    doc: 'The layout of a pack.',
    commands: ['pack info'],
    fields: {
      path: field('string', 'Absolute.'),
      entries: field('number', 'Files in it.'),
      headerBytes: field('number', 'Header.'),
      tableBytes: field('number', 'Table of contents.'),
      payloadBytes: field('number', 'The files themselves.'),
      paddingBytes: field('number', 'Zero bytes between them.'),
      totalBytes: field('number', 'The whole pack.'),
      fileBytes: field('number', 'The file: fewer bytes if it is a compressed pack.'),
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
  'pack-conflict': {
    doc: 'A path that several of the packs have or remove, sorted.',
    commands: ['pack info'],
    fields: {
      path: field('string', 'In the packs.'),
      packs: field('string[]', 'Absolute: the packs that have or remove it, the lowest first. The last decides.'),
      from: field('string | null', 'Absolute: the pack whose file is read; null if the last removes it.'),
    },
  },
  extracted: {
    doc: 'A file was unpacked.',
    commands: ['pack extract'],
    fields: { path: field('string', 'Relative to the folder.'), sizeBytes: field('number', 'Its size.') },
  },
  converted: {
    doc: 'A file was written. Losses precede it as `diagnostic`.',
    commands: ['convert'],
    fields: { path: field('string', 'Absolute.'), sizeBytes: field('number', 'Its size.') },
  },
  'converted-folder': {
    doc: 'A folder was converted. The files that were written precede it as `converted`, problems as `diagnostic`.',
    commands: ['convert'],
    fields: {
      path: field('string', 'Absolute: the folder with the sources.'),
      output: field('string', 'Absolute: the folder that was written into.'),
      status: field('string', '`ok`, `failed` or `interrupted`.'),
      sources: field('number', 'Images and models in it.'),
      failed: field('number', 'Those that could not be compiled, and entries that could not be read.'),
      written: field('number', 'Files that were written.'),
      unchanged: field('number', 'Files that were already up to date.'),
      kept: field(
        'number',
        'Files that were not written: this command did not write the existing ones, or the disk refused.',
      ),
    },
  },
  why: {
    doc: 'Everything about one asset.',
    commands: ['why'],
    fields: {
      preset: field('string | null', 'The preset in use.'),
      ...plannedFields,
      takenFor: field('string | null', 'What its source is compiled as, and why: `normal (name ends in ".n")`.'),
      notes: field('string[]', 'Other rules that decide how it is compiled, such as what alpha means in an image.'),
      settings: field('object[]', '`name`, `value`, and `origin`: the rule or section that set it, or `built-in`.'),
      dependencies: field('object[]', '`path`, `what` of it was read, and its `state`.'),
      outputs: field('object[]', '`path`, `sizeBytes`, and `state`: `intact`, `edited` or `missing`.'),
      cache: field('string', '`recorded` or `none`.'),
      from: field(
        'string | null',
        'Origin of its outputs: `compiled` on this machine, the content `store`, the shared cache (`remote`), or an identical asset of the same build (`twin`). null if it was not built.',
      ),
      wouldRebuild: field('boolean', 'Whether `action` is `build`.'),
      failed: field('object[]', 'The errors of the last build if it failed, each a `Diagnostic`. Otherwise empty.'),
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
    doc: 'One topic, if no topic was requested.',
    commands: ['docs'],
    fields: { topic: field('string', 'The name to request it by.'), title: field('string', 'Its heading.') },
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
