// The events of a build, declared once: the types below, the output of `--json` and its documentation derive from here.
// Plain JSON data, one object an event. Paths of sources are relative to the input, paths of outputs relative to the output folder,
// with forward slashes.

import { choice, type EventDoc, type EventOf, field } from './event-fields.js';

const builds = ['build', 'watch'];

const asset = {
  id: field('string', 'The source, or for an asset found inside it `models/chair.glb#tex_0`.'),
  source: field('string', 'The source that it comes from, relative to the input.'),
  kind: field('string', '`texture`, `mesh`, …'),
  reasons: field('string[]', 'Why it is not left alone, or to whom it is left: `new`, `models/chair.bin changed`, …'),
};

const assumed = field(
  'boolean',
  'It rests on the last record of a source that is about to be built again: only compiling tells for certain.',
);

const PRODUCT_STATES = ['written', 'unchanged', 'kept', 'missing', 'none'] as const;

const productDoc = (name: string) =>
  `The ${name}: \`written\` now, \`unchanged\` because it was right already, \`kept\` as the last good build left it because this one did not succeed, \`missing\` because there is no such build, \`none\` where none was to be made`;

const strays = field(
  'string[]',
  'Files in the pack that no build wrote: they lay in the output folder. Relative to it.',
);

const keptBy = field(
  'string | null',
  'The setting that would keep it, where it is left to the sources that refer to it, with its value.',
);

/** The verdict on an asset; see plan.ts. */
export const plannedFields = {
  ...asset,
  action: choice(
    ['build', 'keep', 'yield', 'fail'],
    '`build`, `keep`, `yield`: it is left to the sources that refer to it, or `fail`: it would write over another source’s output.',
  ),
  assumed,
};

/** All events of a build, by type. */
export const buildEvents = {
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
    doc: 'It is known what has to be done. Assets found inside others, and those that wait for others, come on top later.',
    commands: builds,
    fields: { assets: field('number', 'All assets.'), toBuild: field('number', 'Those that are not left alone.') },
  },
  plan: {
    doc: 'One asset of the plan. Only with `--dry-run` or `--explain`.',
    commands: builds,
    fields: plannedFields,
  },
  'plan-removal': {
    doc: 'A file that would be removed. Only with `--dry-run`.',
    commands: ['build'],
    fields: {
      path: field('string', 'Relative to the output folder.'),
      reason: field('string', '`models/chair.glb is gone`, …'),
      keptBy,
      assumed,
    },
  },
  'asset-start': {
    doc: 'An asset is being compiled.',
    commands: builds,
    fields: {
      id: asset.id,
      kind: asset.kind,
      work: field('number', 'How much work it is thought to be, as many texels of an image would be.'),
    },
  },
  asset: {
    doc: 'An asset is done. Cached ones are reported of only with `--explain`.',
    commands: builds,
    fields: {
      ...asset,
      status: choice(
        ['built', 'restored', 'cached', 'failed'],
        '`built` now, `restored` from the content store, from the shared cache or from an equal asset of this build, `cached`: already there and untouched, or `failed`: its previous outputs stand.',
      ),
      outputs: field('string[]', 'Relative to the output folder.'),
      ms: field('number', 'Time it took, in whole milliseconds.'),
    },
  },
  progress: {
    doc: 'How far the build is.',
    commands: builds,
    fields: {
      done: field('number', 'Assets done.'),
      total: field('number', 'Assets known so far.'),
      doneWork: field('number', 'Work done, in the measure of `asset-start`.'),
      totalWork: field(
        'number',
        'Work done and to be done, with what is expected inside sources; grows and shrinks with what comes to light.',
      ),
    },
  },
  diagnostic: {
    doc: 'An error or a warning, warnings of cached assets included. Also printed to stderr for people.',
    commands: ['all'],
    fields: { diagnostic: field('Diagnostic', 'See above.') },
  },
  removed: {
    doc: 'A file was removed because nothing writes it any more, or by `clean`.',
    commands: [...builds, 'clean'],
    fields: {
      path: field('string', 'Relative to the output folder; a pack by its name.'),
      reason: field('string | null', '`models/chair.glb is gone`, …; null for `clean`.'),
      keptBy,
    },
  },
  manifest: {
    doc: 'The manifest stands.',
    commands: builds,
    fields: {
      path: field('string', 'Relative to the output folder.'),
      entries: field('number', 'Assets in it.'),
      written: field('boolean', 'False if it was right already.'),
    },
  },
  pack: {
    doc: 'The pack stands.',
    commands: builds,
    fields: {
      path: field('string', 'Absolute.'),
      entries: field('number', 'Files in it.'),
      sizeBytes: field('number', 'Its size.'),
      written: field('boolean', 'False if it was right already.'),
      strays,
    },
  },
  verified: {
    doc: 'Every output has been read again (`--verify`); what is wrong comes as `diagnostic`.',
    commands: builds,
    fields: { files: field('number', 'Files that were read.') },
  },
  compared: {
    doc: 'Every asset has been compiled once more (`--twice`); what came out differently comes as `diagnostic`.',
    commands: builds,
    fields: {
      assets: field('number', 'Assets that were compiled again.'),
      differing: field('number', 'Those of them that came out differently.'),
    },
  },
  'shared-cache': {
    doc: 'A shared cache was used, and everything that could be sent to it has been.',
    commands: builds,
    fields: {
      server: field('string', 'Its address, without credentials.'),
      taken: field('number', 'Assets that were taken from it.'),
      sent: field('number', 'Assets whose results were sent to it.'),
      sentBytes: field('number', 'Bytes of the outputs that were sent.'),
      unsent: field('number', 'Assets whose results could not be sent.'),
      waitedMs: field('number', 'How long the build, whose outputs all stood, waited for the last of them.'),
    },
  },
  done: {
    doc: 'The build is over: the same facts as the summary.',
    commands: builds,
    fields: {
      status: choice(['ok', 'failed', 'interrupted'], '`ok`, `failed` or `interrupted`.'),
      built: field('number', 'Assets compiled now.'),
      cached: field('number', 'Assets left alone or restored; of a dry run those that would be left alone.'),
      restored: field('number', 'Those of `cached` that came from the content store or the shared cache.'),
      shared: field('number', 'Assets that equal another of this build and took its result; not among `cached`.'),
      failed: field('number', 'Assets that could not be compiled.'),
      removed: field('number', 'Files removed because nothing writes them any more.'),
      warnings: field('number', 'Warnings, those of cached assets and of the configuration included.'),
      silenced: field('number', 'Warnings that `warnings.ignore` held back.'),
      manifest: choice(PRODUCT_STATES, `${productDoc('manifest')}.`),
      pack: choice(
        [...PRODUCT_STATES, 'stale'],
        `${productDoc('pack')}; \`stale\`: none was to be made, and the one next to the output is older than it.`,
      ),
      strays,
      sourceBytes: field('number', 'Bytes of all files that were read for what is on record, each counted once.'),
      outputBytes: field('number', 'Bytes of all outputs on record, without manifest and pack.'),
      packBytes: field('number', 'Bytes of the pack; 0 where none was to be made or the build did not succeed.'),
      ms: field('number', 'Time it took, in whole milliseconds.'),
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
} as const satisfies { readonly [type: string]: EventDoc };

type Events = typeof buildEvents;

/** Any event of a build, distinguished by `type`. */
export type BuildEvent = { [Name in keyof Events]: EventOf<Name, Events[Name]> }[keyof Events];

type Named<Name extends keyof Events> = EventOf<Name, Events[Name]>;

/** What happened to an asset: a source (`models/chair.glb`), or one found inside a source (`models/chair.glb#tex_0`). */
export type AssetOutcome = Omit<Named<'asset'>, 'type' | 'ms'>;

/** How an asset fared. */
export type AssetStatus = AssetOutcome['status'];

/** The verdict on an asset: what a build will do, and why. */
export type PlannedAsset = Omit<Named<'plan'>, 'type'>;

/** A file that a build would remove, and why. */
export type RemovedFile = Omit<Named<'plan-removal'>, 'type'>;

/** The summary of a build. */
export type BuildSummary = Omit<Named<'done'>, 'type'>;

/** How a build ended. */
export type BuildStatus = BuildSummary['status'];

/** What became of the manifest or the pack. */
export type ProductState = BuildSummary['pack'];
