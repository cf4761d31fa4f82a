// --report: tables of the output's sizes, and what settings would save.

import { type BuildResult, type Config, reportSizes, type SizeReport } from '../../../index.js';
import { type Session, shownPath } from '../../session.js';
import { printable } from '../format-diagnostic.js';
import { formatBoxTable } from '../text/box-table.js';
import type { Paint } from '../text/style.js';
import { formatBytes, formatCount, plural } from '../text/units.js';

export async function printSizeReport(
  { console, cwd }: Session,
  config: Config,
  { status }: Pick<BuildResult, 'status'>,
  signal: AbortSignal,
): Promise<void> {
  if (status === 'interrupted') return;
  const report = await reportSizes({ config, signal }).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (report === undefined) return;
  console.event({ type: 'report', ...report });
  const lines = formatSizeReport(
    report,
    shownPath(cwd, report.output),
    console.paintOut,
    console.columns ?? Number.POSITIVE_INFINITY,
  );
  for (const line of lines) console.line(line);
}

export function formatSizeReport(report: SizeReport, output: string, paint: Paint, columns: number): readonly string[] {
  const { files, sourceBytes, sizeBytes, kinds, largest } = report;
  if (files === 0) return ['', `${printable(output)}: no build has written files yet`];
  const title = (text: string) => ['', paint(text, 'bold')];
  const share = (bytes: number) => `${((100 * bytes) / Math.max(1, sizeBytes)).toFixed(1)} %`;
  const of =
    largest.length < files ? `${formatCount(largest.length)} of ${plural(files, 'file')}` : plural(files, 'file');
  return [
    ...title(`${printable(output)}: ${formatBytes(sourceBytes)} of sources → ${formatBytes(sizeBytes)}`),
    ...formatBoxTable(
      [
        { title: 'kind' },
        { title: 'assets', isNumber: true },
        { title: 'files', isNumber: true },
        { title: 'read', isNumber: true },
        { title: 'written', isNumber: true },
        { title: 'share', isNumber: true },
      ],
      kinds.map((kind) => [
        kind.kind,
        formatCount(kind.assets),
        formatCount(kind.files),
        formatBytes(kind.sourceBytes),
        formatBytes(kind.sizeBytes),
        share(kind.sizeBytes),
      ]),
      paint,
      columns,
    ),
    ...title(`Largest: ${of}`),
    ...formatBoxTable(
      [
        { title: 'file', mayShrink: true },
        { title: 'kind' },
        { title: 'from', mayShrink: true },
        { title: 'read', isNumber: true },
        { title: 'written', isNumber: true },
        { title: 'share', isNumber: true },
        { title: 'with zstd', isNumber: true },
      ],
      largest.map((file) => [
        printable(file.path),
        file.kind,
        printable(file.asset),
        formatBytes(file.sourceBytes),
        formatBytes(file.sizeBytes),
        share(file.sizeBytes),
        file.packedBytes === null ? '' : changed(file.sizeBytes, file.packedBytes),
      ]),
      paint,
      columns,
    ),
    ...chosen(report, paint, columns),
    ...savings(report, paint),
  ];
}

const INDENT = ' '.repeat(31);

/** Textures that are listed. */
const MAX_CHOSEN = 20;

/** What texture.quality chose. */
function chosen({ chosen: textures }: SizeReport, paint: Paint, columns: number): readonly string[] {
  if (textures.length === 0) return [];
  const listed = textures.slice(0, MAX_CHOSEN);
  const of = listed.length < textures.length ? `${formatCount(listed.length)} of ${formatCount(textures.length)}` : '';
  return [
    '',
    paint(`Chosen by texture.quality${of === '' ? '' : `: ${of}`}`, 'bold'),
    ...formatBoxTable(
      [
        { title: 'file', mayShrink: true },
        { title: 'asked' },
        { title: 'chosen' },
        { title: 'quality', isNumber: true },
        { title: 'levels', isNumber: true },
        { title: 'tried', isNumber: true },
      ],
      listed.map(({ path, asked, choice, value, bytes, reached, tried }) => [
        printable(path),
        'bytes' in asked ? formatBytes(asked.bytes) : 'psnr' in asked ? `${asked.psnr} dB` : `SSIM ${asked.ssim}`,
        printable(reached ? choice : `${choice} (not reached)`),
        'ssim' in asked ? value.toFixed(4) : `${value.toFixed(2)} dB`,
        formatBytes(bytes),
        formatCount(tried.length),
      ]),
      paint,
      columns,
    ),
  ];
}

function savings(report: SizeReport, paint: Paint): readonly string[] {
  const lines = [
    ...textureSavings(report, paint),
    ...choiceSavings(report, paint),
    ...clipSavings(report, paint),
    ...formSavings(report, paint),
  ];
  return lines.length === 0 ? [] : ['', paint('What settings would save', 'bold'), ...lines];
}

function textureSavings({ supercompress: found }: SizeReport, paint: Paint): readonly string[] {
  if (found.measured + found.unmeasured === 0) return [];
  const zstd = `${formatBytes(found.measuredBytes)} → ${changed(found.measuredBytes, found.packedBytes)}`;
  return [
    `  texture.supercompress: zstd  ${zstd}, measured on ${plural(found.measured, 'texture')}${unmeasured(found, 'texture')}`,
    paint('                               the same texels; a loader decompresses them before the upload', 'dim'),
  ];
}

/** Better encodings, found by compiling with `texture.quality` as a number. */
function choiceSavings({ choices: { textures, ...rest } }: SizeReport, paint: Paint): readonly string[] {
  if (textures.length + rest.unmeasured === 0) return [];
  const sum = (name: 'sizeBytes' | 'thenBytes') => textures.reduce((total, each) => total + each[name], 0);
  const change = textures.length === 0 ? '' : `${formatBytes(sum('sizeBytes'))} → `;
  return [
    `  texture.quality: a number    ${change}${change === '' ? 'nothing' : changed(sum('sizeBytes'), sum('thenBytes'))}, on ${plural(textures.length, 'texture')}${unmeasured(rest, 'texture')}`,
    paint(`${INDENT}smaller at equal quality, or better at equal size; "assetc ui --edit" applies it`, 'dim'),
    ...textures
      .slice(0, MAX_CHOSEN)
      .map(
        ({ path, sizeBytes, psnr, quality, choice, thenBytes, thenPsnr }) =>
          `${INDENT}${printable(path)}: ${'psnr' in quality ? `{ psnr: ${quality.psnr} }` : `{ bytes: ${quality.bytes} }`}, ${formatBytes(sizeBytes)} → ${changed(sizeBytes, thenBytes)}, ${choice}, ${psnr.toFixed(2)} → ${thenPsnr.toFixed(2)} dB`,
      ),
  ];
}

/** Models that are listed. */
const MAX_MODELS = 10;

function clipSavings({ compression: { models, ...rest } }: SizeReport, paint: Paint): readonly string[] {
  if (models.length + rest.unmeasured === 0) return [];
  const sum = (pick: (model: (typeof models)[number]) => number) =>
    models.reduce((total, each) => total + pick(each), 0);
  const [from, to] = [sum(({ sizeBytes }) => sizeBytes), sum(({ packedBytes }) => packedBytes)];
  return [
    `  animation.compression: auto  ${formatBytes(from)} → ${changed(from, to)}, measured on ${plural(models.length, 'model')}${unmeasured(rest, 'model')}`,
    paint('                               within animation.error of the source; engines sample .hclip in place', 'dim'),
    ...models
      .slice(0, MAX_MODELS)
      .map(
        ({ path, sizeBytes, packedBytes }) =>
          `                               ${printable(path)}: ${formatBytes(sizeBytes)} → ${changed(sizeBytes, packedBytes)}`,
      ),
  ];
}

function formSavings({ forms: { meshes, ...rest } }: SizeReport, paint: Paint): readonly string[] {
  if (meshes.length + rest.unmeasured === 0) return [];
  const line = (label: string, name: 'compactBytes' | 'compressedBytes' | 'bothBytes'): readonly string[] => {
    const found = meshes.flatMap(({ sizeBytes, [name]: bytes }) =>
      bytes === null ? [] : [[sizeBytes, bytes] as const],
    );
    if (found.length === 0) return [];
    const [from, to] = [0, 1].map((i) => found.reduce((sum, pair) => sum + (pair[i] ?? 0), 0));
    const change = changed(from ?? 0, to ?? 0);
    return [
      `  ${label.padEnd(INDENT.length - 2)}${formatBytes(from ?? 0)} → ${change}, measured on ${plural(found.length, 'mesh', 'meshes')}`,
    ];
  };
  return [
    ...line('mesh.vertices: compact', 'compactBytes'),
    ...line('mesh.compression: meshopt', 'compressedBytes'),
    ...line('both', 'bothBytes'),
    paint(
      `${INDENT}compact with mesh.indexWidth: smallest; see "assetc docs meshes"${unmeasured(rest, 'mesh', 'meshes')}`,
      'dim',
    ),
    ...meshes.slice(0, MAX_MODELS).map(({ path, sizeBytes, compactBytes, compressedBytes, bothBytes }) => {
      const forms = [
        ['compact', compactBytes],
        ['compressed', compressedBytes],
        ['both', bothBytes],
      ] as const;
      const sizes = forms.flatMap(([name, bytes]) => (bytes === null ? [] : [`${name} ${changed(sizeBytes, bytes)}`]));
      return `${INDENT}${printable(path)}: ${formatBytes(sizeBytes)} → ${sizes.join(', ')}`;
    }),
  ];
}

const unmeasured = (
  { unmeasured: count, unmeasuredBytes }: { readonly unmeasured: number; readonly unmeasuredBytes: number },
  noun: string,
  nouns = `${noun}s`,
): string =>
  count === 0
    ? ''
    : `; ${plural(count, `more ${noun}`, `more ${nouns}`)} (${formatBytes(unmeasuredBytes)}) not measured`;

/** `3.91 MB (−30 %)` */
function changed(from: number, to: number): string {
  const percent = Math.round((100 * (to - from)) / Math.max(1, from));
  return `${formatBytes(to)} (${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %)`;
}
