// `assetc convert`: converts one compiled file into the format of another runtime. Writes nothing; losses become warnings.

import { basename, dirname, join } from 'node:path';
import { decodeHman, FormatError, sourceRef } from '@assetc/formats';
import type { DiagnosticCode } from '../../diagnostics/codes.js';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { REENCODE_TARGETS, type ReencodeTarget } from '../../model/image/texture-target.js';
import { allRuntimes } from '../../runtimes/all-runtimes.js';
import {
  type CompiledFile,
  type Conversion,
  type Converter,
  type ConvertOptions,
  type FileOrigin,
  type Reader,
  type Target,
  takes,
  type Written,
} from '../../runtimes/contract/converter.js';
import { lostBy } from '../../runtimes/contract/neutral-forms.js';
import { decodeOrSkip } from '../checks/decode-or-skip.js';
import { MANIFEST } from '../checks/manifest.js';
import type { Disk } from '../disk.js';
import { formatOf } from '../file-formats.js';
import { findRoot } from '../inspect-files.js';
import { readIfThere, siblingBlob } from '../sibling-blob.js';
import type { ConvertTarget } from './convert-targets.js';
import { lossesOf } from './losses.js';
import { siblingFilesOf } from './sibling-files.js';

export type { ConvertTarget };

/** The result of a conversion: files to write. */
export interface Converted {
  /** Paths are absolute. The main file is first. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** Warnings about what is lost, rounded or guessed. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Options of `convert`. */
export interface ConvertRequest {
  /** Absolute. */
  readonly path: string;
  readonly to: ConvertTarget;
  /** Absolute: a file, or an existing folder. Default: next to the file. */
  readonly output?: string | undefined;
  /** For `glb`: textures stay KTX2 if glTF allows it, instead of becoming PNG. */
  readonly ktx2?: boolean | undefined;
  /** For `glb`: vertices and indices are compressed. true or ext: as EXT_meshopt_compression. khr: as KHR_meshopt_compression. */
  readonly meshopt?: boolean | 'ext' | 'khr' | undefined;
  /** For `ktx2` and `dds`: the block format, or raw texels. */
  readonly target?: ReencodeTarget | undefined;
}

/** Returns undefined if there is no such file. Throws AssetError if it cannot be converted. */
export async function convertFile(disk: Disk, request: ConvertRequest): Promise<Converted | undefined> {
  const { path } = request;
  if (disk.stat(path)?.type !== 'file') return undefined;
  const name = basename(path);
  try {
    const converted = await convertSource(disk, request, await openSource(disk, path, disk.readFile(path)));
    if (converted.files.some((file) => file.path === path))
      throw refusal('convert/no-way', name, 'the result would replace the file itself');
    return converted;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw refusal('convert/malformed', name, error.message, error.offset);
  }
}

async function convertSource(disk: Disk, request: ConvertRequest, source: Source): Promise<Converted> {
  const { to } = request;
  const converters = await loadConverters();
  const meshopt = request.meshopt === true ? 'ext' : request.meshopt || undefined;
  const options = { ktx2: request.ktx2 ?? false, meshopt, target: request.target };
  const target = converters
    .flatMap(({ targets }) => targets)
    .find((one) => one.to === to && takes(one, source, options));
  if (target === undefined) throw refusal('convert/no-way', source.name, noWay(source, to, converters));
  const known = 'options' in target ? (target.options ?? []) : [];
  if (options.ktx2 && !known.includes('ktx2'))
    throw refusal('convert/no-way', source.name, `${to} files contain no textures, so --ktx2 has no effect`);
  if (options.meshopt !== undefined && !known.includes('meshopt'))
    throw refusal('convert/no-way', source.name, `${to} files are not compressed, so --meshopt has no effect`);
  if (options.target !== undefined && !known.includes('target'))
    throw refusal('convert/no-way', source.name, `${to} files contain no blocks, so --target has no effect`);
  const mark = ('mark' in target ? target.mark : undefined) ?? `.${options.target ?? to}`;
  const place = (name: string): string => targetPath(disk, request, name, mark);
  if (target.takes === 'form') {
    const files = target.rewrite(source, source.stem, place);
    if (files === undefined) throw refusal('convert/no-way', source.name, `it is already ${to}`);
    return { files, diagnostics: [] };
  }
  const below = pathBelowRoot(disk, source.path);
  const origin = { originalFile: below, sourceRef: sourceRef(below) };
  const conversion = await convertTo(disk, target, source, origin, options);
  const files = [{ mark: '', ...conversion }, ...(conversion.moreFiles ?? [])].map(({ mark: of, bytes }) => ({
    path: marked(place(source.stem + of + target.extension), request.output, of),
    bytes,
  }));
  return { files, diagnostics: lossesOf(source.name, conversion, target.builtWith) };
}

const loadConverters = (): Promise<readonly Converter[]> =>
  Promise.all(allRuntimes.map(({ convert }) => convert.load()));

interface Source extends CompiledFile {
  readonly path: string;
  /** The path that diagnostics show. */
  readonly name: string;
  /** The name without the format's extension. */
  readonly stem: string;
  readonly format: string;
  /** Undefined for formats that cannot be converted. */
  readonly reader: Reader | undefined;
}

async function openSource(disk: Disk, path: string, bytes: Uint8Array): Promise<Source> {
  const name = basename(path);
  const format = await formatOf(path, bytes);
  if (format === undefined) throw refusal('convert/unknown-file', name, 'the file is not in a runtime format');
  const blob = await siblingBlob(path, bytes, (sibling) => readIfThere(disk, sibling));
  const [problem] = await format.validate(bytes, blob);
  if (problem !== undefined)
    throw refusal('convert/malformed', name, `${problem.field} ${problem.message}`, problem.offset);
  const lower = name.toLowerCase();
  const suffix = [...format.extensions].sort((a, b) => b.length - a.length).find((one) => lower.endsWith(one));
  const stem = suffix === undefined ? name.replace(/\.[^.]*$/, '') : name.slice(0, -suffix.length);
  const readers = (await loadConverters()).flatMap((converter) => converter.readers);
  const reader = readers.find((one) => one.format === format.name && one.accepts?.(bytes) !== false);
  return { path, name, stem, bytes, blob, colorspace: listedColorSpace(disk, path), format: format.name, reader };
}

async function convertTo(
  disk: Disk,
  target: Exclude<Target, { takes: 'form' }>,
  source: Source,
  origin: FileOrigin,
  options: ConvertOptions,
): Promise<Conversion> {
  const { reader, name } = source;
  const direct = ('direct' in target ? target.direct?.[reader?.name ?? ''] : undefined) ?? reader?.direct?.[target.to];
  if (direct !== undefined) {
    const refuse = (because: string): never => {
      throw refusal('convert/unsupported', name, `it cannot become ${target.to}: ${because}`);
    };
    return direct({ ...source, ...siblingFilesOf(disk, source.path), refuse }, options);
  }
  if (target.takes === 'texture') {
    const texture = await reader?.texture?.(source);
    if (texture === undefined) throw new Error(`${name} has no texels`);
    if (texture.refusal !== undefined)
      throw refusal('convert/unsupported', name, `a ${target.extension} file cannot store it: ${texture.refusal}`);
    return conversionOf(await target.write(texture, origin, options), lostBy(target.keeps, texture.features));
  }
  const mesh = reader?.mesh?.(source);
  if (mesh === undefined) throw new Error(`${name} has no mesh`);
  if (!mesh.parts.some(({ indices }) => indices.length > 0))
    throw refusal('convert/unsupported', name, 'it has no triangles');
  const context = {
    ...origin,
    async buildHmesh() {
      const { buildHmesh } = await import('../../encoding/mesh/build-hmesh.js');
      return buildHmesh(mesh.parts, mesh.materials);
    },
  };
  return conversionOf(await target.write(mesh, context), lostBy(target.keeps, mesh.features));
}

const conversionOf = ({ bytes, rounded = [], guessed = [] }: Written, lost: readonly string[]): Conversion => ({
  bytes,
  lost,
  rounded,
  guessed,
});

function noWay(source: Source, to: ConvertTarget, converters: readonly Converter[]): string {
  const targets = converters.flatMap((converter) => converter.targets);
  const needsBlocks = (target: Target): boolean =>
    !takes(target, source) && takes(target, source, { ktx2: false, meshopt: undefined, target: 'raw' });
  if (targets.some((target) => target.to === to && needsBlocks(target)))
    return `it is already ${to}; choose other blocks with --target: ${REENCODE_TARGETS.join(', ')}`;
  const ways = targets.filter((target) => takes(target, source)).map((target) => target.to);
  const format = source.reader?.name ?? source.format;
  if (ways.length === 0) return `${format} files cannot be converted`;
  const withBlocks = targets.filter(needsBlocks).map((target) => `${target.to} with --target`);
  return `${format} files cannot be converted to ${to}, only to ${[...ways, ...withBlocks].join(', ')}`;
}

/** By default never the source itself: `chair.hmesh` becomes `chair.v1.hmesh` next to it. */
function targetPath(disk: Disk, { path, output }: ConvertRequest, name: string, mark: string): string {
  const isFolder = output !== undefined && disk.stat(output)?.type === 'folder';
  if (output !== undefined && !isFolder) return output;
  const target = join(output ?? dirname(path), name);
  if (target !== path) return target;
  return target.replace(/\.[^.]*$/, (extension) => mark + extension);
}

/** If there are several files, each has its mark before the extension. */
const marked = (path: string, output: string | undefined, mark: string): string =>
  path === output && mark !== '' ? path.replace(/(\.[^./\\]*)?$/, (extension) => mark + extension) : path;

/** Relative to the output folder, or else the file name. */
function pathBelowRoot(disk: Disk, path: string): string {
  const root = findRoot(disk, dirname(path));
  return root === undefined ? basename(path) : path.slice(root.length + 1).replaceAll('\\', '/');
}

function listedColorSpace(disk: Disk, path: string): 'srgb' | 'linear' | undefined {
  const root = findRoot(disk, dirname(path));
  const manifest = root === undefined ? undefined : join(root, MANIFEST);
  if (manifest === undefined || disk.stat(manifest)?.type !== 'file') return undefined;
  const below = pathBelowRoot(disk, path);
  return decodeOrSkip(decodeHman, disk.readFile(manifest))?.entries.find((entry) => entry.path === below)?.colorspace;
}

function refusal(code: DiagnosticCode, file: string, message: string, offset?: number): AssetError {
  return new AssetError({ code, file, message, ...(offset === undefined ? {} : { where: { offset } }) });
}
