// The keys of assetc.yml that are not settings of assets. The parser, the JSON Schema and the guide derive from them.

import { AUDIT_LEVELS, type AuditLimit } from '../model/audit/audit-rules.js';
import type { SettingType } from '../model/kind/setting.js';

export interface FileKey {
  readonly type: SettingType;
  readonly default: string;
  readonly doc: string;
}

const globs: SettingType = { is: 'list', of: { is: 'text' } };

/** Read only at the top level, except `output`, which a preset may override. */
export const topLevelKeys = {
  input: { type: { is: 'text' }, default: 'assets', doc: 'Folder of the source assets.' },
  output: { type: { is: 'text' }, default: 'runtime', doc: 'Folder for the compiled files.' },
  pack: {
    type: { is: 'choice', values: [true, false, 'recorded'] },
    default: 'false',
    doc: 'Also write the output folder into one file, `<output>.hpack`. `recorded`: only the files that builds wrote.',
  },
  packs: {
    type: { is: 'map', of: globs },
    default: '{}',
    doc: 'Several packs instead of one: `{ german: ["locale/de/*"], base: ["*"] }` writes `<output>.german.hpack` and `<output>.base.hpack`. Globs for output paths; the first match wins.',
  },
  packOrder: {
    type: { is: 'text', isFilled: true },
    default: 'path',
    doc: 'Order of the payloads in packs: `path`, or a text file with a path per line, whose payloads come first, in this order.',
  },
  packInfo: {
    type: { is: 'choice', values: [true, false] },
    default: 'false',
    doc: 'Add `assetc/pack.json` to packs: the SHA-256 of every entry and a build id. See [shipping](shipping.md).',
  },
  licenses: {
    type: { is: 'choice', values: ['off', 'collect', 'require'] },
    default: 'off',
    doc: 'Add `assetc/credits.json` and `assetc/credits.txt` to packs: copyright and licenses of the sources. `require`: a source without is an error. See [shipping](shipping.md#list-licenses-and-credits).',
  },
  base: {
    type: { is: 'text', isFilled: true },
    default: 'none',
    doc: 'A pack that this project changes: only what differs from it is packed. `--base` overrides it. See [mods](mods.md).',
  },
  remove: {
    type: globs,
    default: '[]',
    doc: 'With `base`: globs for paths of the base that the pack removes.',
  },
  preset: { type: { is: 'text' }, default: 'none', doc: 'The preset to use without `--preset`.' },
  manifest: {
    type: { is: 'choice', values: ['all', 'textures'] },
    default: 'all',
    doc: 'What `assets.hman` lists: every runtime asset, or only the textures that materials refer to.',
  },
  embed: {
    type: globs,
    default: '[]',
    doc: 'Globs of files that are copied unchanged and listed in the manifest. They may have any size.',
  },
  exclude: {
    type: globs,
    default: '[]',
    doc: 'Globs of sources to ignore. Files and folders whose name begins with a dot are always ignored.',
  },
  plugins: {
    type: { is: 'list', of: { is: 'text', isFilled: true } },
    default: '[]',
    doc: 'Plug-ins: paths relative to this file (`./tools/levels.ts`), or packages. A build runs their code.',
  },
  memory: {
    type: { is: 'any', of: [{ is: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }, { is: 'text' }] },
    default: 'auto',
    doc: 'Memory for all jobs together, such as `2 GB`. Jobs wait until there is enough. `auto`: half of the machine\u2019s memory.',
  },
  budget: {
    type: {
      is: 'map',
      of: { is: 'any', of: [{ is: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER }, { is: 'text' }] },
    },
    default: '{}',
    doc: 'Maximum bytes of the outputs that match a glob: `{ "textures/*": 64 MB }`. A build that exceeds one warns; with `--strict` it fails.',
  },
  timeLimit: {
    type: {
      is: 'any',
      of: [
        { is: 'number', min: 0.1, max: 86400 },
        { is: 'choice', values: ['off'] },
      ],
    },
    default: '300 for plug-ins',
    doc: 'Seconds that one asset of any kind may take to compile, or `off`. An asset that takes longer fails alone. If other processes keep the machine busy, the limit grows in proportion.',
  },
} as const satisfies Readonly<Record<string, FileKey>>;

export const cacheKeys = {
  dir: {
    type: { is: 'text' },
    default: "the user's cache folder",
    doc: 'Folder of the content store, from which outputs are restored instead of compiled again.',
  },
  maxSize: {
    type: { is: 'any', of: [{ is: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER }, { is: 'text' }] },
    default: '10 GB',
    doc: 'Maximum size of the content store: bytes, or text such as `500 MB` or `8 GiB`.',
  },
  remote: {
    type: { is: 'text' },
    default: 'none',
    doc: 'Address of a shared cache: `https://server/path` or `s3://bucket/prefix`. `ASSETC_CACHE_URL` has priority.',
  },
  push: {
    type: { is: 'choice', values: ['ci', true, false] },
    default: 'ci',
    doc: 'Whether results are sent to the shared cache. `ci`: only if the environment variable `CI` is set.',
  },
} as const satisfies Readonly<Record<string, FileKey>>;

export const warningKeys = {
  ignore: {
    type: { is: 'list', of: { is: 'map', of: { is: 'text' } } },
    default: '[]',
    doc: 'Warnings that are not printed and do not fail `--strict`: a `code`, and optionally `match`, a glob for the files.',
  },
} as const satisfies Readonly<Record<string, FileKey>>;

export const codegenKeys = {
  c: {
    type: { is: 'text', isFilled: true },
    default: 'none',
    doc: 'A header for C99 and C++: hashes and paths of assets, indices of clips and joints, structs and bindings of shaders.',
  },
  ts: { type: { is: 'text', isFilled: true }, default: 'none', doc: 'The same as a TypeScript module.' },
  rust: { type: { is: 'text', isFilled: true }, default: 'none', doc: 'The same as a Rust module.' },
} as const satisfies Readonly<Record<string, FileKey>>;

/** Keys of an entry of `audit`, besides the limits of its rule. */
export const auditKeys = {
  level: {
    type: { is: 'choice', values: AUDIT_LEVELS },
    default: 'warn',
    doc: '`error` fails `assetc check`.',
  },
  match: { type: { is: 'text' }, default: 'all files', doc: 'Glob for output paths.' },
} as const satisfies Readonly<Record<string, FileKey>>;

export const auditLimitType = ({ is }: AuditLimit): SettingType =>
  is === 'text' ? { is, isFilled: true } : { is, min: 0, max: Number.MAX_SAFE_INTEGER };

/** A language that code is generated for. */
export type CodeTarget = keyof typeof codegenKeys;

export const DEFAULT_CACHE_BYTES = 10e9;
/** For plug-ins. */
export const DEFAULT_TIME_LIMIT_MS = 300_000;

/** Keys that contain layers of settings instead of a value. */
export const layerKeys = ['default', 'presets', 'cache', 'warnings', 'codegen', 'audit'] as const;
