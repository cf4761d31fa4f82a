// What --json prints, one object a line: declared once. docs/guide/json-events.md is generated from here, and the tests
// hold every line of a real run against it.

/** `string`, `number`, `boolean`, `object`, with `[]` for lists and `| null` where nothing may stand. */
export type FieldType =
  | 'string'
  | 'string | null'
  | 'string[]'
  | 'number'
  | 'boolean'
  | 'object'
  | 'object[]'
  | 'Diagnostic';

export interface EventDoc {
  readonly doc: string;
  /** The commands that print it. */
  readonly commands: readonly string[];
  readonly fields: Readonly<Record<string, { readonly type: FieldType; readonly doc: string }>>;
}

const field = (type: FieldType, doc: string) => ({ type, doc }) as const;
const builds = ['build', 'watch'];

const asset = {
  id: field('string', 'The source, or for an asset found inside it `models/chair.glb#tex_0`.'),
  source: field('string', 'The source that it comes from, relative to the input.'),
  kind: field('string', '`texture`, `mesh`, …'),
  reasons: field('string[]', 'Why it is not left alone: `new`, `models/chair.bin changed`, …'),
};

const counts = {
  built: field('number', 'Assets compiled now.'),
  cached: field('number', 'Assets left alone or restored.'),
  restored: field('number', 'Those of `cached` that came from the content store or from an equal asset.'),
  failed: field('number', 'Assets that could not be compiled.'),
  removed: field('number', 'Files removed because their source is gone.'),
};

export const jsonEvents: Readonly<Record<string, EventDoc>> = {
  start: {
    doc: 'A build begins.',
    commands: builds,
    fields: {
      input: field('string', 'Absolute.'),
      output: field('string', 'Absolute.'),
      preset: field('string | null', 'The preset in use.'),
    },
  },
  waiting: {
    doc: 'Another build holds the output folder; this one goes on when that one ends.',
    commands: builds,
    fields: {
      output: field('string', 'Absolute.'),
      pid: field('number', 'The other process.'),
      host: field('string', 'The machine it runs on.'),
    },
  },
  discovered: {
    doc: 'The input has been listed.',
    commands: builds,
    fields: {
      sources: field('number', 'Sources that are compiled.'),
      ignored: field('number', 'Files that nobody compiles.'),
    },
  },
  planned: {
    doc: 'It is known what has to be done. Assets found inside others come on top later.',
    commands: builds,
    fields: { assets: field('number', 'All assets.'), toBuild: field('number', 'Those that are not left alone.') },
  },
  plan: {
    doc: 'One asset of the plan. Only with `--dry-run` or `--explain`.',
    commands: builds,
    fields: { ...asset, action: field('string', '`build` or `keep`.') },
  },
  'asset-start': {
    doc: 'An asset is being compiled.',
    commands: builds,
    fields: { id: asset.id, kind: asset.kind },
  },
  asset: {
    doc: 'An asset is done. Cached ones are told of only with `--explain`.',
    commands: builds,
    fields: {
      ...asset,
      status: field('string', '`built`, `restored`, `cached` or `failed`.'),
      outputs: field('string[]', 'Relative to the output folder.'),
      ms: field('number', 'Time it took.'),
    },
  },
  progress: {
    doc: 'How far the build is.',
    commands: builds,
    fields: { done: field('number', 'Assets done.'), total: field('number', 'Assets known so far.') },
  },
  diagnostic: {
    doc: 'An error or a warning, warnings of cached assets included. Also printed to stderr for people.',
    commands: ['all'],
    fields: { diagnostic: field('Diagnostic', 'See below.') },
  },
  removed: {
    doc: 'A file was removed because its source is gone, or by `clean`.',
    commands: [...builds, 'clean'],
    fields: { path: field('string', 'Relative to the output folder; a pack by its name.') },
  },
  manifest: {
    doc: 'The manifest stands.',
    commands: builds,
    fields: {
      path: field('string', 'Relative to the output folder.'),
      entries: field('number', 'Assets in it.'),
      written: field('boolean', 'False where it was right already.'),
    },
  },
  pack: {
    doc: 'The pack stands.',
    commands: builds,
    fields: {
      path: field('string', 'Absolute.'),
      entries: field('number', 'Files in it.'),
      sizeBytes: field('number', 'Its size.'),
      written: field('boolean', 'False where it was right already.'),
    },
  },
  verified: {
    doc: 'Every output has been read again and is valid (`--verify`).',
    commands: builds,
    fields: { files: field('number', 'Files that were read.') },
  },
  done: {
    doc: 'The build is over: the same facts as the summary line.',
    commands: builds,
    fields: {
      status: field('string', '`ok`, `failed` or `interrupted`.'),
      ms: field('number', 'Time it took.'),
      ...counts,
    },
  },
  changed: {
    doc: 'Files were saved; a build follows.',
    commands: ['watch'],
    fields: { paths: field('string[]', 'Absolute.') },
  },
  watching: {
    doc: 'Everything is up to date, and assetc waits.',
    commands: ['watch'],
    fields: { input: field('string', 'Absolute.') },
  },
  preset: {
    doc: 'One preset of the configuration (`--list-presets`).',
    commands: ['build'],
    fields: {
      name: field('string', 'Its name.'),
      output: field('string', 'Absolute: where it builds to.'),
      default: field('boolean', 'Whether it is used when none is asked for.'),
    },
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
      in: field('string', 'Absolute: the folder, pack or file that was looked at.'),
      path: field('string', 'Relative to it.'),
      format: field('string', '`hmesh`, `ktx2`, …; `other` for files that are not ours.'),
      sizeBytes: field('number', 'Its size.'),
      facts: field('object', 'By format; empty where the file cannot be read.'),
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
      ...asset,
      settings: field('object[]', '`name`, `value`, and `origin`: the layer that set it, or `built-in`.'),
      dependencies: field('object[]', '`path`, `what` of it was looked at, and its `state`.'),
      outputs: field('object[]', '`path`, `sizeBytes`, and `state`: `intact`, `edited` or `missing`.'),
      cache: field('string', '`recorded` or `none`.'),
      wouldRebuild: field('boolean', 'The verdict.'),
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

/** What is wrong with an event, or undefined where it is as documented. */
export function eventProblem(event: unknown): string | undefined {
  if (typeof event !== 'object' || event === null) return 'it is no object';
  const { type, ...fields } = event as Record<string, unknown>;
  const doc = typeof type === 'string' ? jsonEvents[type] : undefined;
  if (doc === undefined) return `type ${JSON.stringify(type)} is not documented`;
  for (const [name, value] of Object.entries(fields)) {
    const declared = doc.fields[name];
    if (declared === undefined) return `${String(type)}.${name} is not documented`;
    if (!fits(declared.type, value)) return `${String(type)}.${name} is not ${declared.type}: ${JSON.stringify(value)}`;
  }
  const missing = Object.keys(doc.fields).find((name) => !(name in fields));
  return missing === undefined ? undefined : `${String(type)}.${missing} is missing`;
}

function fits(type: FieldType, value: unknown): boolean {
  switch (type) {
    case 'string | null':
      return value === null || typeof value === 'string';
    case 'string[]':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'object[]':
      return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
    case 'Diagnostic':
      return isDiagnostic(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

function isDiagnostic(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { code, severity, message, file, hint, where } = value as Record<string, unknown>;
  const optional = [file, hint].every((text) => text === undefined || typeof text === 'string');
  const placed = where === undefined || (typeof where === 'object' && where !== null);
  const severe = severity === 'error' || severity === 'warning';
  return (
    typeof code === 'string' &&
    /^[a-z0-9-]+\/[a-z0-9-]+$/.test(code) &&
    severe &&
    typeof message === 'string' &&
    optional &&
    placed
  );
}
