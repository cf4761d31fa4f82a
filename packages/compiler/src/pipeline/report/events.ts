// The events of a build, declared once: the types below, the output of `--json` and its documentation derive from here.
// Plain JSON data, one object per event. Paths of sources are relative to the input, paths of outputs relative to the output folder,
// with forward slashes.

import { choice, type EventDoc, type EventOf, field } from './event-fields.js';

const builds = ['build', 'watch'];

const asset = {
  id: field('string', 'The source, or for an asset found inside it `models/chair.glb#tex_0`.'),
  source: field('string', 'The source that it comes from, relative to the input.'),
  kind: field('string', '`texture`, `mesh`, …'),
  reasons: field('string[]', 'Why it is built or skipped: `new`, `models/chair.bin changed`, …'),
};

const assumed = field(
  'boolean',
  'Whether this may change: other assets are compiled first, and they can affect this one.',
);

const PRODUCT_STATES = ['written', 'unchanged', 'kept', 'missing', 'none'] as const;

const productDoc = (name: string) =>
  `The ${name}: \`written\` now, \`unchanged\` (already up to date), \`kept\` (this build did not succeed, so the last good one remains), \`missing\` (this build did not succeed, and there is no earlier one), \`none\` (not requested)`;

const strays = field(
  'string[]',
  'Files in the pack that no build wrote, but that were in the output folder. Relative to it.',
);

const keptBy = field(
  'string | null',
  'If it is removed because other assets compile it: the setting that would keep it, with its value.',
);

/** The verdict on an asset; see plan.ts. */
export const plannedFields = {
  ...asset,
  action: choice(
    ['build', 'keep', 'yield', 'fail'],
    '`build`, `keep`, `yield` (skipped because other assets compile it) or `fail` (it would overwrite the output of another source).',
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
    doc: 'Another build uses the output folder. This build continues when the other one ends.',
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
      sources: field(
        'number',
        'Files and folders that a kind of asset claims. Those that other assets compile are included.',
      ),
      ignored: field(
        'number',
        'Other files. `--list-skipped` lists those that no asset reads, and counts those that one does.',
      ),
    },
  },
  planned: {
    doc: 'The plan is ready. Derived assets that no earlier build found are added later.',
    commands: builds,
    fields: {
      assets: field('number', 'All assets.'),
      toBuild: field('number', 'Assets to build, if no other asset compiles them.'),
    },
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
      work: field('number', 'Estimated work, in units of image texels.'),
    },
  },
  asset: {
    doc: 'An asset is done. Cached assets are reported only with `--explain`.',
    commands: builds,
    fields: {
      ...asset,
      status: choice(
        ['built', 'restored', 'shared', 'cached', 'failed'],
        '`built` now, `restored` from the content store or the shared cache, `shared` (the result of an identical asset of this build), `cached` (unchanged), or `failed` (its previous outputs are kept).',
      ),
      outputs: field('string[]', 'Relative to the output folder.'),
      ms: field('number', 'Duration in whole milliseconds.'),
    },
  },
  progress: {
    doc: 'Progress of the build.',
    commands: builds,
    fields: {
      done: field('number', 'Assets done.'),
      total: field('number', 'Assets known so far.'),
      doneWork: field('number', 'Work done, in the units of `asset-start`.'),
      totalWork: field('number', 'Total work, including the expected derived assets. Changes as more becomes known.'),
    },
  },
  diagnostic: {
    doc: 'An error, a warning or a notice, including warnings of cached assets. Also printed to stderr.',
    commands: ['all'],
    fields: { diagnostic: field('Diagnostic', 'See above.') },
  },
  removed: {
    doc: 'A file was removed because no asset writes it any more, or by `clean`.',
    commands: [...builds, 'clean'],
    fields: {
      path: field('string', 'Relative to the output folder; a pack by its name.'),
      reason: field('string | null', '`models/chair.glb is gone`, …; null for `clean`.'),
      keptBy,
    },
  },
  code: {
    doc: 'A file of `codegen` is up to date.',
    commands: builds,
    fields: {
      path: field('string', 'Absolute.'),
      written: field('boolean', 'False if it was already up to date.'),
    },
  },
  manifest: {
    doc: 'The manifest is up to date.',
    commands: builds,
    fields: {
      path: field('string', 'Relative to the output folder.'),
      entries: field('number', 'Assets in it.'),
      written: field('boolean', 'False if it was already up to date.'),
    },
  },
  pack: {
    doc: 'The pack is up to date.',
    commands: builds,
    fields: {
      path: field('string', 'Absolute.'),
      entries: field('number', 'Files in it.'),
      sizeBytes: field('number', 'Its size.'),
      written: field('boolean', 'False if it was already up to date.'),
      strays,
    },
  },
  'pack-references': {
    doc: 'Assets of one pack refer to assets of another (`packs`). Reported if a pack was written.',
    commands: builds,
    fields: {
      from: field('string', 'The name of the pack with the references.'),
      to: field('string', 'The name of the pack that they lead into.'),
      references: field('string[]', 'Sorted: `levels/2/door.hmesh → textures/wood.ktx2`.'),
    },
  },
  verified: {
    doc: 'Every output has been read back (`--verify`). Problems are reported as `diagnostic`.',
    commands: builds,
    fields: { files: field('number', 'Files that were read.') },
  },
  compared: {
    doc: 'Every asset has been compiled twice (`--twice`). Differences are reported as `diagnostic`.',
    commands: builds,
    fields: {
      assets: field('number', 'Assets that were compiled again.'),
      differing: field('number', 'Assets whose results differ.'),
    },
  },
  'shared-cache': {
    doc: 'A shared cache was used, and all uploads have ended.',
    commands: builds,
    fields: {
      server: field('string', 'Its address, without credentials.'),
      taken: field('number', 'Assets restored from it.'),
      sent: field('number', 'Assets whose results were sent to it.'),
      sentBytes: field('number', 'Bytes of the outputs that were sent.'),
      unsent: field('number', 'Assets whose results could not be sent.'),
      waitedMs: field('number', 'How long the finished build waited for the last uploads.'),
    },
  },
  done: {
    doc: 'The build has ended. Same facts as the summary.',
    commands: builds,
    fields: {
      status: choice(['ok', 'failed', 'interrupted'], '`ok`, `failed` or `interrupted`.'),
      built: field('number', 'Assets compiled now.'),
      cached: field('number', 'Assets that are unchanged or restored. In a dry run: that would be unchanged.'),
      restored: field('number', 'Those of `cached` that came from the content store or the shared cache.'),
      shared: field(
        'number',
        'Assets that are identical to another asset of this build and use its result. Not included in `cached`.',
      ),
      failed: field('number', 'Assets that could not be compiled, and entries of the input that could not be read.'),
      errors: field('number', 'Errors. Some are about no asset, such as a pack that cannot be written.'),
      removed: field('number', 'Files removed because no asset writes them any more.'),
      warnings: field('number', 'Warnings, including those of cached assets and of the configuration.'),
      silenced: field('number', 'Warnings silenced by `warnings.ignore`.'),
      manifest: choice(PRODUCT_STATES, `${productDoc('manifest')}.`),
      pack: choice(
        [...PRODUCT_STATES, 'stale'],
        `${productDoc('pack')}, \`stale\` (not requested, and the existing one is outdated).`,
      ),
      strays,
      sourceBytes: field('number', 'Bytes of all files that the recorded assets read, each file counted once.'),
      outputBytes: field('number', 'Bytes of all recorded outputs, without manifest and pack.'),
      packBytes: field('number', 'Bytes of the pack. 0 if none was requested or the build did not succeed.'),
      ms: field('number', 'Duration in whole milliseconds.'),
    },
  },
  changed: {
    doc: 'Files were saved. A build follows.',
    commands: ['watch'],
    fields: { paths: field('string[]', 'Absolute.') },
  },
  watching: {
    doc: 'Everything is up to date, and assetc waits for changes.',
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

/** The outcome of an asset. */
export type AssetStatus = AssetOutcome['status'];

/** The verdict on an asset: what a build will do, and why. */
export type PlannedAsset = Omit<Named<'plan'>, 'type'>;

/** A file that a build would remove, and why. */
export type RemovedFile = Omit<Named<'plan-removal'>, 'type'>;

/** The summary of a build. */
export type BuildSummary = Omit<Named<'done'>, 'type'>;

/** How a build ended. */
export type BuildStatus = BuildSummary['status'];

/** The outcome of the manifest or the pack. */
export type ProductState = BuildSummary['pack'];
