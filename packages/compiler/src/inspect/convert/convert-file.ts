// `assetc convert`: one compiled file into the format of another runtime. Reads, never writes; what is lost is said.

import { basename, dirname, join } from 'node:path';
import { decodeHman, decodeKtx2, FormatError, sourceRef } from '@assetc/formats';
import { hmeshVersion } from '@assetc/formats/layouts';
import {
  type AssetFile,
  encodeAssetFile,
  formatTextAsset,
  isTextAsset,
  type VkguideType,
} from '@assetc/formats/vkguide';
import type { DiagnosticCode } from '../../diagnostics/codes.js';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { texelsRefusal } from '../../encoding/decode-texels.js';
import { decodeOrSkip } from '../checks/decode-or-skip.js';
import { MANIFEST } from '../checks/manifest.js';
import type { Disk } from '../disk.js';
import { formatOf } from '../file-formats.js';
import { openVkguide } from '../formats/vkguide.js';
import { findRoot } from '../inspect-files.js';
import { readIfThere, siblingBlob } from '../sibling-blob.js';
import { type Conversion, convertMesh, type MeshFormat } from './convert-mesh.js';
import type { ConvertTarget } from './convert-targets.js';
import { ktx2ToTx, rewriteTx, txToKtx2 } from './convert-texture.js';

export type { ConvertTarget };

/** What a conversion gives: files that are still to be written. */
export interface Converted {
  /** Absolute; what is to be written, the main file first. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** Warnings about what is lost, rounded or guessed. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What `convert` is asked for. */
export interface ConvertRequest {
  /** Absolute. */
  readonly path: string;
  readonly to: ConvertTarget;
  /** Absolute: a file, or a folder that exists. Without it the result lies beside the file. */
  readonly output?: string | undefined;
}

/** Undefined where there is no such file. Throws AssetError where it cannot be converted. */
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
  if (to === 'text' || to === 'binary') return convertText(disk, request, source, to);
  const { conversion, extension } = await convertTo(disk, source, to);
  const target = targetPath(disk, request, source.stem + extension, to);
  return { files: [{ path: target, bytes: conversion.bytes }], diagnostics: costs(source, conversion) };
}

interface Source {
  readonly path: string;
  /** The path that diagnostics show. */
  readonly name: string;
  /** Of the name, without what its format appends. */
  readonly stem: string;
  readonly format: string;
  readonly bytes: Uint8Array;
  /** Of vkguide's assets. */
  readonly file: AssetFile | undefined;
}

async function openSource(disk: Disk, path: string, bytes: Uint8Array): Promise<Source> {
  const name = basename(path);
  const format = formatOf(path, bytes);
  if (format === undefined) throw refusal('convert/unknown-file', name, 'this is no file of a runtime format');
  const blob = await siblingBlob(path, bytes, (beside) => readIfThere(disk, beside));
  const [problem] = await format.validate(bytes, blob);
  if (problem !== undefined)
    throw refusal('convert/malformed', name, `${problem.field} ${problem.message}`, problem.offset);
  const isVkguide = VKGUIDE_EXTENSIONS.some(([, extension]) => format.extensions.includes(extension));
  const file = isVkguide ? openVkguide(bytes, blob) : undefined;
  const lower = name.toLowerCase();
  const suffix = [...format.extensions].sort((a, b) => b.length - a.length).find((one) => lower.endsWith(one));
  const stem = suffix === undefined ? name.replace(/\.[^.]*$/, '') : name.slice(0, -suffix.length);
  const isOld = format.name === 'hmesh' && hmeshVersion(bytes) === 1;
  return { path, name, stem, bytes, file, format: isOld ? 'hmesh1' : format.name };
}

const VKGUIDE_EXTENSIONS: readonly (readonly [VkguideType, string])[] = [
  ['TEXI', '.tx'],
  ['MESH', '.mesh'],
  ['MATX', '.mat'],
  ['PRFB', '.pfb'],
];

async function convertTo(
  disk: Disk,
  source: Source,
  to: Exclude<ConvertTarget, 'text' | 'binary'>,
): Promise<{ readonly conversion: Conversion; readonly extension: string }> {
  const { format, bytes, file } = source;
  const below = pathBelowRoot(disk, source.path);
  if (format === 'ktx2' && (to === 'vkguide' || to === 'vkguide-paged')) {
    const reason = texelsRefusal(decodeKtx2(bytes));
    if (reason !== undefined) throw refusal('convert/unsupported', source.name, `a .tx cannot hold it: ${reason}`);
    return { conversion: await ktx2ToTx(bytes, to, below), extension: '.tx' };
  }
  if (format === 'tx' && file !== undefined && to === 'ktx2')
    return { conversion: await txToKtx2(file, listedColorSpace(disk, source.path)), extension: '.ktx2' };
  if (format === 'tx' && file !== undefined && (to === 'vkguide' || to === 'vkguide-paged'))
    return { conversion: rewriteTx(file, to), extension: '.tx' };
  const extension = MESH_EXTENSIONS.get(to);
  const mesh =
    format === 'hmesh' || format === 'hmesh1'
      ? ({ is: format, bytes } as const)
      : format === 'gali'
        ? ({ is: 'galileo', bytes } as const)
        : format === 'mesh' && file !== undefined
          ? ({ is: 'vkguide', file } as const)
          : undefined;
  if (mesh === undefined || extension === undefined || !isMeshFormat(to) || mesh.is === to)
    throw refusal('convert/no-way', source.name, noWay(format, to));
  const conversion = await convertMesh(mesh, to, { originalFile: below, sourceRef: sourceRef(below) });
  if (conversion === undefined) throw refusal('convert/unsupported', source.name, 'there is no triangle in it');
  return { conversion, extension };
}

const MESH_EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['hmesh', '.hmesh'],
  ['hmesh1', '.hmesh'],
  ['vkguide', '.mesh'],
  ['vkguide-packed', '.mesh'],
  ['galileo', '.gali'],
]);
const isMeshFormat = (to: string): to is MeshFormat => MESH_EXTENSIONS.has(to);

const WAYS: Readonly<Record<string, readonly ConvertTarget[]>> = {
  hmesh: ['hmesh1', 'vkguide', 'vkguide-packed', 'galileo'],
  hmesh1: ['hmesh', 'vkguide', 'vkguide-packed', 'galileo'],
  gali: ['hmesh', 'hmesh1', 'vkguide', 'vkguide-packed'],
  mesh: ['hmesh', 'hmesh1', 'vkguide-packed', 'galileo', 'text', 'binary'],
  tx: ['ktx2', 'vkguide', 'vkguide-paged', 'text', 'binary'],
  ktx2: ['vkguide', 'vkguide-paged'],
  mat: ['text', 'binary'],
  pfb: ['text', 'binary'],
};

function noWay(format: string, to: ConvertTarget): string {
  const ways = WAYS[format];
  return ways === undefined
    ? `a file of format ${format} cannot be converted`
    : `a file of format ${format} cannot be turned into ${to}, only into ${ways.join(', ')}`;
}

/** Binary → JSON with the blob beside it, or the other way round. Nothing is lost either way. */
function convertText(disk: Disk, request: ConvertRequest, source: Source, to: 'text' | 'binary'): Converted {
  const { file } = source;
  const extension = VKGUIDE_EXTENSIONS.find(([type]) => type === file?.type)?.[1];
  if (file === undefined || extension === undefined || isTextAsset(source.bytes) === (to === 'text'))
    throw refusal('convert/no-way', source.name, file === undefined ? noWay(source.format, to) : `it is ${to} already`);
  if (to === 'binary') {
    const path = targetPath(disk, request, source.stem + extension, to);
    return { files: [{ path, bytes: encodeAssetFile(file) }], diagnostics: [] };
  }
  const path = targetPath(disk, request, `${source.stem}${extension}.json`, to);
  const needsBlob = file.blob.byteLength > 0 && file.type !== 'PRFB';
  const blobPath = `${path.replace(/\.json$/i, '')}.bin`;
  const text = new TextEncoder().encode(formatTextAsset(file, needsBlob ? basename(blobPath) : undefined));
  const blob = needsBlob ? [{ path: blobPath, bytes: file.blob.slice() }] : [];
  return { files: [{ path, bytes: text }, ...blob], diagnostics: [] };
}

/** Without being told, never the source itself: `chair.hmesh` becomes `chair.v1.hmesh` beside it. */
function targetPath(disk: Disk, { path, output }: ConvertRequest, name: string, to: ConvertTarget): string {
  const isFolder = output !== undefined && disk.stat(output)?.type === 'folder';
  if (output !== undefined && !isFolder) return output;
  const target = join(output ?? dirname(path), name);
  if (target !== path) return target;
  const mark = to === 'hmesh' ? '.v2' : to === 'hmesh1' ? '.v1' : `.${to}`;
  return target.replace(/\.[^.]*$/, (extension) => mark + extension);
}

/** As the build that wrote it knew it: relative to the output folder, else the bare name. */
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

function costs({ name }: Source, { lost, rounded, guessed }: Conversion): readonly Diagnostic[] {
  const warning = (code: DiagnosticCode, message: string): Diagnostic => ({
    code,
    severity: 'warning',
    file: name,
    message,
  });
  return [
    ...(lost.length === 0 ? [] : [warning('convert/lost', `lost: ${lost.join(', ')}`)]),
    ...rounded.map((message) => warning('convert/rounded', message)),
    ...guessed.map((message) => warning('convert/guessed', `assumed ${message}`)),
  ];
}

function refusal(code: DiagnosticCode, file: string, message: string, offset?: number): AssetError {
  return new AssetError({ code, file, message, ...(offset === undefined ? {} : { where: { offset } }) });
}
