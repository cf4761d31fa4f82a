// The library: what `import … from 'assetc'` offers. Typed, prints nothing, never ends the process.
// Long because it is one list: everything that is public, in one place.

import type { LayerConflict, PackEntry, Problem } from '@assetc/formats';
import type { Config } from './config/config.js';
import type { ConfigOptions, LoadedConfig } from './config/config-request.js';
import type { JsonSchema } from './config/schema.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import type { CheckResult } from './inspect/check-path.js';
import type { Converted, ConvertRequest, ConvertTarget } from './inspect/convert/convert-file.js';
import type { Inspection } from './inspect/inspect-files.js';
import type { PackFile } from './inspect/open-pack-file.js';
import type { PluginFormat } from './inspect/plugin-formats.js';
import type { ReportOptions, SizeReport } from './inspect/size-report.js';
import type { ApplyPatchesRequest, PatchedPack } from './packs/apply-patch.js';
import type { PackComparison } from './packs/compare-packs.js';
import type { TransportedPack, TransportRequest } from './packs/compress-pack.js';
import type { DiffRequest, WrittenPatch } from './packs/diff-packs.js';
import type { PackKeys } from './packs/keys.js';
import type { SignedPack, SignRequest } from './packs/sign-pack.js';
import type { VerifiedPack, VerifyRequest } from './packs/verify-pack.js';
import { runBuild } from './pipeline/build.js';
import { type BuildEnvironment, diskEnvironment, workerFile } from './pipeline/build-environment.js';
import type { BuildOptions, BuildResult } from './pipeline/build-options.js';
import type { CleanOptions, CleanResult } from './pipeline/clean.js';
import type { ConvertedFolder } from './pipeline/convert-folder/convert-folder.js';
import type { DepfileOptions } from './pipeline/depfile/write-depfile.js';
import type { SkippedFile, SkippedFiles } from './pipeline/discover/skipped-files.js';
import { rejectIfDeadlocked } from './pipeline/execute/reject-if-deadlocked.js';
import type { FarmCacheOptions, FarmWorkOptions, OpenFarmBlobs, OpenFarmWork } from './pipeline/farm/open-farm-work.js';
import type { PackSource } from './pipeline/finish/base-pack.js';
import type { ValidateMade } from './pipeline/finish/verify.js';
import { diskHost } from './pipeline/host/disk-host.js';
import type { Host } from './pipeline/host/host.js';
import type { Since } from './pipeline/narrow/since.js';
import { registryWithPlugins } from './pipeline/project-registry.js';
import type { BuildEvent } from './pipeline/report/events.js';
import type { WhyOptions, WhyReport } from './pipeline/report/why.js';
import type { WatchOptions } from './pipeline/watch/watch.js';
import { loadClipMeasure, loadFormMeasure, registry } from './registry.js';
import type { ExportUiOptions, ExportUiResult } from './ui/export/export-ui.js';
import type { ShotUiOptions, ShotUiResult } from './ui/shot.js';
import type { ServeUiOptions, UiServer } from './ui/ui-server.js';

export { FormatError, type LayerConflict, type PackEntry } from '@assetc/formats';
export type { Budget, Config, IgnoredWarning, Layer, LayerValues } from './config/config.js';
export type { ConfigOptions, LoadedConfig } from './config/config-request.js';
export type { JsonSchema } from './config/schema.js';
export { codes, type DiagnosticCode } from './diagnostics/codes.js';
export { AssetError, type Diagnostic, type Place, type Severity } from './diagnostics/diagnostic.js';
export { nearest } from './diagnostics/nearest.js';
export { remedyOf } from './diagnostics/remedy-of.js';
export type { CheckResult } from './inspect/check-path.js';
export type { ChoiceSavings } from './inspect/choice-savings.js';
export type { ChosenTexture } from './inspect/chosen-textures.js';
export type { ClipSavings } from './inspect/clip-savings.js';
export type { Converted, ConvertRequest, ConvertTarget } from './inspect/convert/convert-file.js';
export { CONVERT_TARGETS } from './inspect/convert/convert-targets.js';
export type { Fact, Facts, FormatTotals, GpuTotals, InspectedFile, Inspection } from './inspect/inspect-files.js';
export type { PackFile, PackLayout } from './inspect/open-pack-file.js';
export type { KindSizes, PackedSizes, SizedFile, SizeReport } from './inspect/size-report.js';
export { REENCODE_TARGETS, type ReencodeTarget } from './model/image/texture-target.js';
export { matchesGlob } from './model/text/glob.js';
export type { ApplyPatchesRequest, PatchedPack } from './packs/apply-patch.js';
export type { PackChange, PackComparison } from './packs/compare-packs.js';
export type { TransportedPack, TransportRequest } from './packs/compress-pack.js';
export type { DiffRequest, WrittenPatch } from './packs/diff-packs.js';
export { FileFormatError, type PackFileKind } from './packs/file-format-error.js';
export type { PackKeys } from './packs/keys.js';
export type { SignedPack, SignRequest } from './packs/sign-pack.js';
export type { VerifiedPack, VerifyRequest } from './packs/verify-pack.js';
export type { BuildOptions, BuildResult } from './pipeline/build-options.js';
export type { CleanOptions, CleanResult } from './pipeline/clean.js';
export type { ConvertedFolder } from './pipeline/convert-folder/convert-folder.js';
export type { DepfileOptions } from './pipeline/depfile/write-depfile.js';
export type { SkippedFile, SkippedFiles } from './pipeline/discover/skipped-files.js';
export type { BuildFarm, FarmCounts } from './pipeline/farm/build-farm.js';
export type { FarmBlobs } from './pipeline/farm/farm-blobs.js';
export type {
  FarmAnswer,
  FarmEntry,
  FarmPlugins,
  FarmQueue,
  FarmWork,
  FarmWorkResult,
} from './pipeline/farm/farm-queue.js';
export type {
  FarmCacheOptions,
  FarmWorkOptions,
  OpenFarmBlobs,
  OpenFarmWork,
} from './pipeline/farm/open-farm-work.js';
export { PresetRun } from './pipeline/preset-run.js';
export { type EventDoc, type EventField, type FieldType, field } from './pipeline/report/event-fields.js';
export {
  type AssetOutcome,
  type AssetStatus,
  type BuildEvent,
  type BuildStatus,
  type BuildSummary,
  buildEvents,
  type PlannedAsset,
  type ProductState,
  plannedFields,
  type RemovedFile,
} from './pipeline/report/events.js';
export type { WhyDependency, WhyOptions, WhyOutput, WhyReport, WhySetting } from './pipeline/report/why.js';
export type { WatchOptions } from './pipeline/watch/watch.js';
export * from './plugin.js';
export type { ExportUiOptions, ExportUiResult } from './ui/export/export-ui.js';
export type { ShotUiOptions, ShotUiResult } from './ui/shot.js';
export type { EditOptions, ServeUiOptions, UiServer } from './ui/ui-server.js';

/** Never throws for mistakes in the file: `config` is undefined then, and the diagnostics give the reasons. */
export async function loadConfig(options: ConfigOptions = {}, host: Host = diskHost): Promise<LoadedConfig> {
  return await (await import('./pipeline/host/load-config.js')).loadConfig(options, host);
}

/** Removes what builds recorded writing, and nothing else. */
export async function clean(options: CleanOptions, host: Host = diskHost): Promise<CleanResult> {
  return await (await import('./pipeline/clean.js')).clean(options, host);
}

/** One report per asset that the path names: an output may be written by several. Empty if the path is unknown. */
export async function why(options: WhyOptions, host: Host = diskHost): Promise<readonly WhyReport[]> {
  const reports = await (await import('./pipeline/report/why.js')).why(options, host);
  if (!reports.some(isChosenByNumber)) return reports;
  const { outputNotes } = await import('./inspect/output-notes.js');
  const { recordedOutput } = await import('./pipeline/report/recorded-files.js');
  const recorded = recordedOutput(host, options.config.output);
  return reports.map((report) => {
    if (!isChosenByNumber(report)) return report;
    const paths = report.outputs.map(({ path }) => path);
    return { ...report, notes: [...report.notes, ...outputNotes(recorded, paths)] };
  });
}

/** Whether outputs contain notes about how they were encoded. */
const isChosenByNumber = ({ settings }: WhyReport): boolean =>
  settings.some(({ name, value }) => name === 'texture.quality' && typeof value === 'object');

/** By what the last build found inside assets. */
export async function listSkipped(options: { readonly config: Config }, host: Host = diskHost): Promise<SkippedFiles> {
  return await (await import('./pipeline/discover/skipped-files.js')).listSkipped(options, host);
}

/** Why a file is not compiled on its own. Undefined if it is, or if the input has no such file. */
export async function skipReason(
  options: { readonly config: Config; readonly path: string },
  host: Host = diskHost,
): Promise<SkippedFile | undefined> {
  return await (await import('./pipeline/discover/skipped-files.js')).skipReason(options, host);
}

async function formatsOf(config: Config | undefined): Promise<readonly PluginFormat[]> {
  if (config?.plugins === undefined || config.plugins.length === 0) return [];
  const { pluginFormats } = await import('./inspect/plugin-formats.js');
  return pluginFormats((await registryWithPlugins(registry, config.plugins)).kinds);
}

/** The JSON Schema of assetc.yml. For a configuration with plug-ins it includes their settings. */
export async function schemaOf(config?: Config): Promise<JsonSchema> {
  const { configSchema } = await import('./config/schema.js');
  return configSchema((await registryWithPlugins(registry, config?.plugins)).groups);
}

/** Options of `inspect`. */
export interface InspectOptions {
  /** Absolute: an output folder, a pack or a single file. */
  readonly path: string;
  readonly signal?: AbortSignal;
  /** The project's configuration. If its plug-ins were loaded, their `describe` describes their files. That runs their code. */
  readonly config?: Config | undefined;
}

/** Describes compiled files, with totals. Returns undefined if the path does not exist. Throws FormatError for a malformed pack. */
export async function inspect({ path, signal, config }: InspectOptions): Promise<Inspection | undefined> {
  const { inspectPath } = await import('./inspect/inspect-files.js');
  return inspectPath(diskHost, path, signal, await formatsOf(config));
}

/** Options of `check`. */
export interface CheckOptions extends InspectOptions {
  /** As in the configuration: `recorded` if packs contain only what builds wrote. By default they contain the whole folder. */
  readonly pack?: Config['pack'];
}

/** Verifies an output folder, a pack or a single file. Returns undefined if the path does not exist. */
export async function check({ path, signal, pack, config }: CheckOptions): Promise<CheckResult | undefined> {
  const { checkPath } = await import('./inspect/check-path.js');
  const { recordedReferences } = await import('./pipeline/report/recorded-files.js');
  const result = await checkPath(diskHost, path, {
    signal,
    // The pack of a project with a base contains only what differs.
    packs: config?.base === undefined ? (pack === 'recorded' ? 'recorded' : 'whole') : 'part',
    hasBase: config?.base !== undefined,
    packNames: path === config?.output ? config.packs?.map(({ name }) => name) : [],
    formats: await formatsOf(config),
    audits: config?.audits,
    recorded: diskHost.stat(path)?.type === 'folder' ? recordedReferences(diskHost, path) : [],
  });
  if (result === undefined || config?.codegen === undefined || path !== config.output) return result;
  const { checkCode } = await import('./pipeline/code/check-code.js');
  const { kinds } = await registryWithPlugins(registry, config.plugins);
  const problems = await checkCode(config, diskHost, (name) => kinds.find((kind) => kind.name === name));
  return { ...result, ok: result.ok && problems.length === 0, diagnostics: [...result.diagnostics, ...problems] };
}

/**
 * Converts a compiled file into another runtime's format and returns the files to write, or undefined if there is no such
 * file. Throws AssetError if it cannot be converted.
 */
export async function convert(request: ConvertRequest): Promise<Converted | undefined> {
  const { convertFile } = await import('./inspect/convert/convert-file.js');
  return convertFile(diskHost, request);
}

/** Options of `convertFolder`. */
export interface ConvertFolderOptions extends Pick<BuildOptions, 'onEvent' | 'signal' | 'jobs'> {
  /** Absolute: the folder with the sources. */
  readonly path: string;
  /** A format that a build can write. */
  readonly to: ConvertTarget;
  /** Absolute. Default: next to the sources. */
  readonly output?: string | undefined;
}

/**
 * Compiles the images and models of a folder for a runtime, without a configuration, next to the sources or into another folder. Never
 * replaces a file that it did not write. Returns undefined if no build writes the format. Rejects only for our own bugs.
 */
export async function convertFolder(options: ConvertFolderOptions): Promise<ConvertedFolder | undefined> {
  const { path: input, output = input, to, ...rest } = options;
  const { folderSettings } = await import('./inspect/convert/folder-settings.js');
  const settings = await folderSettings(to);
  if (settings === undefined) return undefined;
  const { convertFolder: convertSources } = await import('./pipeline/convert-folder/convert-folder.js');
  const environment = diskEnvironment(validators);
  const work = convertSources({ ...rest, input, output, ...settings }, environment);
  return await work.finally(() => environment.executors.dispose());
}

/** The formats that `convertFolder` can write. */
export async function folderTargets(): Promise<readonly ConvertTarget[]> {
  const { folderTargets: all } = await import('./inspect/convert/folder-settings.js');
  return all();
}

/** Opens a pack for reading. The caller closes it. Returns undefined if there is no such file. Throws FormatError if it is malformed. */
export async function openPack({ path }: { readonly path: string }): Promise<PackFile | undefined> {
  const { openPackFile } = await import('./inspect/open-pack-file.js');
  return diskHost.stat(path)?.type === 'file' ? openPackFile(diskHost, path) : undefined;
}

/** Options of `extractPack`. */
export interface ExtractOptions {
  readonly pack: PackFile;
  /** Default: all entries of the pack. */
  readonly entries?: readonly PackEntry[];
  /** Absolute: the folder to unpack into. Created if it does not exist. */
  readonly output: string;
  readonly signal?: AbortSignal;
  /** Called if another process is writing into the folder, before waiting for it. */
  readonly onWaiting?: (holder: { readonly pid: number; readonly host: string }) => void;
  readonly onExtracted?: (entry: PackEntry) => void;
}

/**
 * Unpacks into a folder, never outside of it, each file whole or not at all. Returns an empty list on success, what was refused (then
 * nothing is written), or the disk's errors.
 */
export async function extractPack({
  pack,
  entries = pack.entries,
  signal,
  ...job
}: ExtractOptions): Promise<readonly Diagnostic[]> {
  const { extractEntries } = await import('./pipeline/commit/extract-entries.js');
  const never = new AbortController().signal;
  return extractEntries(diskHost, { ...job, entries, read: (entry) => pack.read(entry), signal: signal ?? never });
}

/** Lists the entries that differ between two packs. Throws AssetError if there is no such file, FormatError if one is malformed. */
export async function comparePacks(request: {
  /** Absolute. */
  readonly before: string;
  /** Absolute. */
  readonly after: string;
  readonly signal?: AbortSignal | undefined;
}): Promise<PackComparison> {
  const { comparePacks: compare } = await import('./packs/compare-packs.js');
  return compare(diskHost, request);
}

/**
 * Lists the paths that several packs have or remove, and which decides; the lowest pack first. Throws AssetError if there is no such file,
 * FormatError if one is malformed.
 */
export async function listPackConflicts({
  paths,
}: {
  /** Absolute. */
  readonly paths: readonly string[];
}): Promise<readonly LayerConflict[]> {
  const { listConflicts } = await import('./packs/list-conflicts.js');
  return listConflicts(diskHost, paths);
}

/** Writes the patch from one pack to another. Throws AssetError if there is no such file, FormatError if one is malformed. */
export async function diffPacks(request: DiffRequest): Promise<WrittenPatch> {
  const { diffPacks: diff } = await import('./packs/diff-packs.js');
  return diff(diskHost, request);
}

/**
 * Applies patches in order. The target is the old pack or the new one at any time. Throws AssetError if a patch is for another pack,
 * FormatError if one is damaged.
 */
export async function applyPatches(request: ApplyPatchesRequest): Promise<PatchedPack> {
  const { applyPatches: apply } = await import('./packs/apply-patch.js');
  return apply(diskHost, request);
}

/** Compresses a pack for transport. Throws AssetError if there is no such file, FormatError if it is malformed. */
export async function compressPack(request: TransportRequest): Promise<TransportedPack> {
  const { compressPack: compress } = await import('./packs/compress-pack.js');
  return compress(diskHost, request, workerFile());
}

/** Makes the pack of a compressed one again. Throws AssetError if there is no such file, FormatError if it is damaged. */
export async function decompressPack(request: TransportRequest): Promise<TransportedPack> {
  const { decompressPack: decompress } = await import('./packs/decompress-pack.js');
  return decompress(diskHost, request);
}

/** Writes `<path>.key` and `<path>.pub`. Throws AssetError if one of them exists. */
export async function generatePackKeys({ path }: { readonly path: string }): Promise<PackKeys> {
  const { generateKeys } = await import('./packs/keys.js');
  return generateKeys(diskHost, path);
}

/** Signs a pack. Throws AssetError if the key is none, or the pack differs from its own list. */
export async function signPack(request: SignRequest): Promise<SignedPack> {
  const { signPack: sign } = await import('./packs/sign-pack.js');
  return sign(diskHost, request);
}

/** Verifies who signed a pack, and every entry. Throws AssetError if the key is none, FormatError if the pack is malformed. */
export async function verifyPack(request: VerifyRequest): Promise<VerifiedPack> {
  const { verifyPack: verify } = await import('./packs/verify-pack.js');
  return verify(diskHost, request);
}

/** Writes a file that `convert` returned, whole or not at all. Rejects with the disk's errors. */
export async function writeConverted(file: Converted['files'][number]): Promise<void> {
  const { writeSingleFile: writeAlone } = await import('./pipeline/commit/write-single-file.js');
  return writeAlone(diskHost, file.path, file.bytes);
}

/**
 * Writes a depfile for Make and Ninja after builds that succeeded: every file and folder on which they depend. Returns a notice if those
 * tools cannot read a name. Rejects with the disk's errors.
 */
export async function writeDepfile(options: DepfileOptions, host: Host = diskHost): Promise<readonly Diagnostic[]> {
  const { writeDepfileWith } = await import('./pipeline/depfile/write-depfile.js');
  return writeDepfileWith(host, options);
}

/**
 * Reports the sizes of the recorded outputs, and what settings would save, measured on the files
 * themselves, and for textures by compiling them in memory. Writes nothing.
 */
export async function reportSizes({
  config,
  signal,
}: {
  readonly config: Config;
  readonly signal?: AbortSignal;
}): Promise<SizeReport> {
  const environment = diskEnvironment(validators);
  try {
    return await measureSizes(config, environment, { signal });
  } finally {
    await environment.executors.dispose();
  }
}

async function measureSizes(
  config: Config,
  environment: BuildEnvironment,
  options: ReportOptions,
): Promise<SizeReport> {
  const { recordedOutput } = await import('./pipeline/report/recorded-files.js');
  const { reportSizes: report } = await import('./inspect/size-report.js');
  const { textureTrials } = await import('./ui/recompile/texture-trials.js');
  const { signal = new AbortController().signal } = options;
  const textures = await textureTrials(config, environment, signal);
  const measures = { clips: await loadClipMeasure(), forms: await loadFormMeasure(), textures };
  return report(recordedOutput(environment.host, config.output), measures, options);
}

/** Imported only if a build verifies, so that a no-op build starts fast. */
async function validateFile(path: string, read: () => Uint8Array): Promise<readonly Problem[]> {
  const { hasFormat, validateFile: validate } = await import('./inspect/validate-file.js');
  return hasFormat(path) ? validate(path, read()) : [];
}

/** Imported only if a worker of a farm made something. */
const validateMade: ValidateMade = async (files, kind) =>
  (await import('./inspect/validate-made.js')).validateMade(files, kind);

/** Imported only if a project has a base. */
const packSource: PackSource = async (file) => (await import('./inspect/pack-source.js')).packSource(file);

const validators = { validate: validateFile, validateMade, packSource };

/** Opens the shared cache for a farm. Returns the reason as a string if there is none. */
export async function openFarmBlobs(options: FarmCacheOptions = {}): Promise<OpenFarmBlobs | string> {
  const { openFarmBlobs: open } = await import('./pipeline/farm/open-farm-work.js');
  return open(options);
}

/** Starts what a worker of a farm needs: threads with every kind of this program. */
export async function openFarmWork(options: FarmWorkOptions): Promise<OpenFarmWork> {
  const { openFarmWork: open } = await import('./pipeline/farm/open-farm-work.js');
  return open(options);
}

/** Compiles everything under the input into the output. Rejects only for our own bugs; problems are in the result. */
export async function build(options: BuildOptions, host: Host = diskHost, since?: Since): Promise<BuildResult> {
  const environment = diskEnvironment(validators, host);
  let last: BuildEvent | undefined;
  const onEvent = (event: BuildEvent): void => {
    last = event;
    options.onEvent?.(event);
  };
  const known = since === undefined ? {} : { since };
  const work = runBuild({ ...options, ...known, onEvent }, environment).finally(() => environment.executors.dispose());
  return await rejectIfDeadlocked(work, () => `a build, after ${JSON.stringify(last)}`);
}

/** Builds, then rebuilds on every change until the signal aborts. Resolves with the last build's result. */
export async function watch(options: WatchOptions): Promise<BuildResult | undefined> {
  const { watchWith } = await import('./pipeline/watch/watch.js');
  return watchWith(options, diskEnvironment(validators));
}

/**
 * Serves the inspector: a page on 127.0.0.1 that shows an output folder or a pack. Returns undefined if the path does not exist. Rejects
 * if the port is taken. It only reads, unless `edit` lets the page write rules into assetc.yml.
 */
export async function serveUi(options: ServeUiOptions, host: Host = diskHost): Promise<UiServer | undefined> {
  const { startUi } = await import('./ui/serve-ui.js');
  const environment = diskEnvironment(validators, host);
  const all = { listed: Number.POSITIVE_INFINITY };
  return startUi(options, environment, formatsOf, loadFormMeasure, (config, signal, onFirst) =>
    measureSizes(config, environment, { signal, onFirst, bounds: all }),
  );
}

/**
 * Draws the inspector's page, or one of its assets, into a PNG file. Needs Chromium or Chrome on PATH, or named by `ASSETC_BROWSER`.
 * Returns undefined if the path does not exist.
 */
export async function shotUi(options: ShotUiOptions, host: Host = diskHost): Promise<ShotUiResult | undefined> {
  const server = await serveUi({ path: options.path }, host);
  if (server === undefined) return undefined;
  const { takeShot } = await import('./ui/shot.js');
  try {
    return await takeShot(server, options);
  } finally {
    await server.close();
  }
}

/** Writes the inspector as static files, for any host. Returns undefined if the path does not exist. Rejects with the disk's errors. */
export async function exportUi(options: ExportUiOptions, host: Host = diskHost): Promise<ExportUiResult | undefined> {
  const { writeExport } = await import('./ui/export/export-ui.js');
  return writeExport(options, host);
}
