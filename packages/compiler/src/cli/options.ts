// The flags, each declared once and shared by the commands that take it. Help, parsing and docs/guide/commands.md derive from here.

import { type Command, InvalidArgumentError, Option } from 'commander';

/** Flags of every command. */
export interface CommonFlags {
  readonly color?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Flags that select the project. */
export interface ProjectFlags extends CommonFlags {
  readonly config?: string;
  readonly output?: string;
  readonly preset?: readonly string[];
  /** True: plug-ins are loaded. False: they are refused. If absent, they are skipped. */
  readonly plugins?: boolean;
}

export interface ConvertFlags extends CommonFlags {
  readonly to: string;
  readonly output?: string;
  readonly ktx2?: boolean;
  readonly meshopt?: boolean;
  readonly meshoptKhr?: boolean;
  readonly target?: string;
}

export interface UiFlags extends ProjectFlags {
  readonly port?: number;
  readonly open?: boolean;
  readonly export?: string;
  readonly edit?: boolean;
  readonly single?: boolean;
  readonly withSettings?: boolean;
  readonly shot?: string;
  readonly asset?: string;
  readonly size?: PictureSize;
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface BuildFlags extends ProjectFlags {
  readonly input?: string;
  readonly jobs?: number;
  readonly listPresets?: boolean;
  readonly listSkipped?: boolean;
  readonly verify?: boolean;
  readonly twice?: boolean;
  readonly cache: boolean;
  readonly pack?: boolean;
  readonly base?: string;
  readonly dryRun?: boolean;
  readonly report?: boolean;
  readonly depfile?: string;
  readonly explain?: boolean;
  readonly strict?: boolean;
  /** An address, or `env`. */
  readonly farm?: string;
  /** From 0 to 1. */
  readonly farmVerify?: number;
}

export interface WorkerFlags extends CommonFlags {
  readonly queue?: string;
  readonly cacheUrl?: string;
  readonly jobs?: number;
  /** Megabytes. */
  readonly keep?: number;
  readonly plugins?: boolean;
  readonly config?: string;
}

export interface WatchFlags extends BuildFlags {
  readonly draft?: boolean;
  readonly ui?: boolean;
  readonly edit?: boolean;
  readonly port?: number;
  readonly open?: boolean;
}

const collect = (value: string, earlier: readonly string[] | undefined): readonly string[] => [
  ...(earlier ?? []),
  value,
];

function parseJobs(text: string): number {
  const jobs = Number(text);
  if (/^\d+$/.test(text) && jobs >= 1 && jobs <= 1024) return jobs;
  throw new InvalidArgumentError('Give a whole number from 1 to 1024.');
}

function parseMegabytes(text: string): number {
  const megabytes = Number(text);
  if (/^\d+$/.test(text) && megabytes <= 1 << 20) return megabytes;
  throw new InvalidArgumentError('Give a whole number of megabytes.');
}

function parseShare(text: string): number {
  const share = Number(text);
  if (/^(\d+\.?\d*|\.\d+)$/.test(text) && share <= 1) return share;
  throw new InvalidArgumentError('Give a number from 0 to 1.');
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65535) return port;
  throw new InvalidArgumentError('Give a whole number from 1 to 65535.');
}

function parseSize(text: string): PictureSize {
  const [, width = 0, height = 0] = (/^(\d{2,4})x(\d{2,4})$/.exec(text) ?? []).map(Number);
  if (Math.min(width, height) >= 64 && Math.max(width, height) <= 8192) return { width, height };
  throw new InvalidArgumentError('Give width and height in pixels, from 64 to 8192: 1600x900.');
}

function parseDepfile(text: string): string {
  if (text.length > 2 && text.endsWith('.d')) return text;
  throw new InvalidArgumentError('Its name must end in .d: out.d lists what out was made from.');
}

const flags = {
  input: new Option('--input <dir>', 'input folder, relative to the current folder, instead of the configured one'),
  output: new Option('-o, --output <dir>', 'output folder, relative to the current folder'),
  config: new Option('-c, --config <file>', 'use this file instead of the nearest assetc.yml'),
  preset: new Option('--preset <name>', 'use a preset of the configuration').argParser(collect),
  presets: new Option('--preset <name>', 'use a preset; repeat it to build several, one after another').argParser(
    collect,
  ),
  jobs: new Option('-j, --jobs <n>', 'number of threads (default: all cores)').argParser(parseJobs),
  listPresets: new Option('--list-presets', 'print the presets of the configuration and exit'),
  listSkipped: new Option('--list-skipped', 'print the files that are not compiled, with the reason, and exit'),
  farm: new Option('--farm <url>', 'also compile on the workers of this queue: redis://…, or env for ASSETC_FARM_URL'),
  farmVerify: new Option(
    '--farm-verify <share>',
    'share of the jobs of workers to compile here as well, from 0 to 1 (default: 0.01)',
  ).argParser(parseShare),
  queue: new Option('--queue <url>', 'queue to take jobs from: redis://… (default: ASSETC_FARM_URL)'),
  cacheUrl: new Option('--cache-url <url>', 'shared cache for inputs and outputs (default: ASSETC_CACHE_URL)'),
  workerJobs: new Option('-j, --jobs <n>', 'number of jobs and threads at a time (default: all cores)').argParser(
    parseJobs,
  ),
  keep: new Option('--keep <mb>', 'memory in MB to cache the files of earlier jobs').argParser(parseMegabytes),
  workerPlugins: new Option(
    '--plugins',
    'run the plug-ins of the nearest assetc.yml, for projects with exactly the same ones',
  ),
  workerConfig: new Option('-c, --config <file>', 'with --plugins: use this file instead of the nearest assetc.yml'),
  verify: new Option('--verify', 'read back and validate every written file, including the pack'),
  twice: new Option('--twice', 'compile every asset twice and report differences'),
  noCache: new Option('--no-cache', 'rebuild everything; ignore earlier builds and the content store'),
  pack: new Option('--pack', 'also write the whole output folder into one file, <output>.hpack'),
  base: new Option('--base <file.hpack>', 'pack only what differs from this pack, for example for a mod'),
  depfile: new Option(
    '--depfile <file.d>',
    'after a successful build, list every file and folder that it depends on, for Make and Ninja',
  ).argParser(parseDepfile),
  dryRun: new Option('--dry-run', 'write nothing; print what would be built, and why'),
  report: new Option('--report', 'after the build, list the largest files and measure what settings would save'),
  explain: new Option('--explain', 'print for every asset why it was built or not'),
  plugins: new Option('--plugins', "run the project's plug-ins to describe their files"),
  noPlugins: new Option('--no-plugins', 'run no plug-ins; their existing outputs are kept'),
  strict: new Option('--strict', 'treat warnings as failures'),
  draft: new Option('--draft', 'encode textures quickly, at low quality; the next build encodes them again'),
  ui: new Option('--ui', 'also serve a page on 127.0.0.1 that shows the output and follows every build'),
  port: new Option('--port <n>', 'port of the page (default: any free port)').argParser(parsePort),
  open: new Option('--open', 'open the page in your browser'),
  edit: new Option('--edit', 'the page may try settings and write rules into assetc.yml, with the printed address'),
  export: new Option('--export <dir>', 'write the page as static files into a folder instead of serving it'),
  single: new Option('--single', 'with --export: one HTML file that opens without a server, for outputs up to 64 MB'),
  withSettings: new Option('--with-settings', 'with --export: include settings, source names, reasons and diagnostics'),
  shot: new Option('--shot <file.png>', 'draw the page into a picture instead of serving it; needs Chromium or Chrome'),
  asset: new Option(
    '--asset <path>',
    'with --shot: the asset to draw; its extension may be omitted (default: the overview)',
  ),
  size: new Option(
    '--size <width>x<height>',
    'with --shot: size of the picture in pixels (default: 1600x900)',
  ).argParser(parseSize),
  json: new Option('--json', 'print one JSON event per line on stdout (see "assetc docs json-events")'),
  quiet: new Option('-q, --quiet', 'print only problems and the summary'),
  verbose: new Option('-v, --verbose', 'print more'),
  color: new Option('--color', 'use colors even if the output is not a terminal'),
  noColor: new Option('--no-color', 'use no colors (NO_COLOR works too)'),
} as const;

export function addCommonFlags(command: Command): Command {
  for (const option of [flags.json, flags.quiet, flags.verbose, flags.color, flags.noColor]) command.addOption(option);
  return command;
}

export function addProjectFlags(command: Command): Command {
  for (const option of [flags.config, flags.output, flags.preset]) command.addOption(option);
  return addCommonFlags(command);
}

/** For commands that inspect an output. They run plug-ins, which are code, only if asked to. */
export function addInspectFlags(command: Command): Command {
  return addProjectFlags(command.addOption(flags.plugins));
}

/** For commands that need all kinds. They run plug-ins unless --no-plugins is set. */
export function addPluginFlags(command: Command): Command {
  return addProjectFlags(command.addOption(flags.noPlugins));
}

export function addBuildFlags(command: Command, { dryRun }: { readonly dryRun: boolean }): Command {
  const first = [flags.input, flags.output, flags.config, flags.presets];
  const middle = [flags.jobs, flags.pack, flags.base, flags.verify, flags.noCache];
  const last = dryRun
    ? [
        flags.farm,
        flags.farmVerify,
        flags.twice,
        flags.listPresets,
        flags.listSkipped,
        flags.dryRun,
        flags.report,
        flags.depfile,
      ]
    : [];
  const options = [...first, ...middle, ...last, flags.noPlugins, flags.explain, flags.strict];
  for (const option of options) command.addOption(option);
  return addCommonFlags(command);
}

export function addWatchFlags(command: Command): Command {
  for (const option of [flags.draft, flags.ui, flags.edit, flags.port, flags.open]) command.addOption(option);
  return addBuildFlags(command, { dryRun: false });
}

export function addWorkerFlags(command: Command): Command {
  const { queue, cacheUrl, workerJobs, keep, workerPlugins, workerConfig } = flags;
  for (const option of [queue, cacheUrl, workerJobs, keep, workerPlugins, workerConfig]) command.addOption(option);
  return addCommonFlags(command);
}

export function addUiFlags(command: Command): Command {
  for (const option of [flags.port, flags.open, flags.edit, flags.export, flags.single, flags.withSettings])
    command.addOption(option);
  for (const option of [flags.shot, flags.asset, flags.size]) command.addOption(option);
  return addInspectFlags(command);
}
