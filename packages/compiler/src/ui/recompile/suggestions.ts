// `api/suggestions/`: what `--report` measures as smaller, as settings to try. Sorted by the bytes that they save.

import type { UiSuggestion, UiSuggestions } from '@assetc/viewer/api';
import type { Config } from '../../config/config.js';
import type { SizeReport } from '../../inspect/size-report.js';
import { derivedNames } from '../../pipeline/asset.js';
import { splitAssetKey } from '../../pipeline/cache/record.js';
import type { OutputRecords } from '../facts/output-records.js';

/** `onFirst` gets what is known before other encodings of textures are searched. */
export type MeasureSizes = (
  config: Config,
  signal: AbortSignal,
  onFirst: (report: SizeReport) => void,
) => Promise<SizeReport | undefined>;

type Part = 'first' | 'all';

interface Measurement {
  readonly reports: Readonly<Record<Part, Promise<SizeReport | undefined>>>;
  readonly life: AbortController;
  /** Pages that wait for it. */
  waiting: number;
  isDone: boolean;
}

export class Suggestions {
  readonly #measure: MeasureSizes;
  #key = '';
  #current: Measurement | undefined;

  constructor(measure: MeasureSizes) {
    this.#measure = measure;
  }

  /** `version` changes with the files. `gone`: aborts when nobody waits for this answer any more. */
  async of(
    config: Config,
    records: Pick<OutputRecords, 'ofOutput'>,
    version: string,
    gone: AbortSignal,
    part: Part = 'all',
  ): Promise<UiSuggestions> {
    const report = await this.#report(config, version, gone, part);
    if (report === undefined) return { list: [], unmeasured: 0 };
    const list = [...textures(report), ...choices(report), ...meshes(report), ...clips(report)].flatMap((each) => {
      const recorded = records.ofOutput(each.path);
      if (recorded === undefined) return [];
      const { source, name } = splitAssetKey(recorded.key);
      const match = name === undefined ? source : (derivedNames(source, name).at(-1) ?? source);
      return [{ ...each, match }];
    });
    const { supercompress, forms, compression, choices: encodings } = report;
    return {
      list: list.toSorted((a, b) => b.sizeBytes - b.thenBytes - (a.sizeBytes - a.thenBytes)),
      unmeasured: supercompress.unmeasured + forms.unmeasured + compression.unmeasured + encodings.unmeasured,
    };
  }

  /** What the last page leaves unfinished is ended, and measured again for the next one. */
  async #report(config: Config, version: string, gone: AbortSignal, part: Part): Promise<SizeReport | undefined> {
    const known = version === this.#key ? this.#current : undefined;
    const current = known === undefined || known.life.signal.aborted ? this.#start(config) : known;
    [this.#key, this.#current] = [version, current];
    const leave = (): void => {
      if (--current.waiting === 0 && !current.isDone) current.life.abort();
    };
    current.waiting++;
    gone.addEventListener('abort', leave, { once: true });
    try {
      return await current.reports[part];
    } catch (error) {
      if (current.life.signal.aborted) return undefined;
      throw error;
    } finally {
      if (!gone.aborted) leave();
      gone.removeEventListener('abort', leave);
    }
  }

  #start(config: Config): Measurement {
    const life = new AbortController();
    let onFirst = (_: SizeReport): void => {};
    const known = new Promise<SizeReport>((resolve) => {
      onFirst = resolve;
    });
    const all = this.#measure(config, life.signal, onFirst);
    const reports = { first: Promise.race([known, all]), all };
    const measurement: Measurement = { reports, life, waiting: 0, isDone: false };
    // Nobody may wait for one of them.
    for (const each of Object.values(reports)) each.catch(() => undefined);
    const end = (): void => {
      measurement.isDone = true;
    };
    all.then(end, end);
    return measurement;
  }
}

type Unmatched = Omit<UiSuggestion, 'match'>;

const textures = ({ largest }: SizeReport): readonly Unmatched[] =>
  largest.flatMap(({ path, sizeBytes, packedBytes }) =>
    packedBytes === null || packedBytes >= sizeBytes
      ? []
      : [
          {
            path,
            values: { texture: { supercompress: 'zstd' } },
            sizeBytes,
            thenBytes: packedBytes,
            note: 'the same texels; levels are decompressed when they are loaded',
          },
        ],
  );

const choices = ({ choices: { textures: found } }: SizeReport): readonly Unmatched[] =>
  found.map(({ path, sizeBytes, psnr, quality, choice, thenBytes, thenPsnr }) => ({
    path,
    values: { texture: { quality } },
    sizeBytes,
    thenBytes,
    note: `${choice}: ${thenPsnr.toFixed(2)} dB, now ${psnr.toFixed(2)} dB`,
  }));

/** Without loss, and the smallest form. */
const meshes = ({ forms }: SizeReport): readonly Unmatched[] =>
  forms.meshes.flatMap(({ path, sizeBytes, compactBytes, compressedBytes, bothBytes }) => {
    const compact = { vertices: 'compact', indexWidth: 'smallest' };
    const all = [
      {
        mesh: { compression: 'meshopt' },
        thenBytes: compressedBytes,
        note: 'the same vertices; geometry is decompressed when it is loaded',
      },
      { mesh: compact, thenBytes: compactBytes, note: 'positions on a grid, within mesh.maxError; less video memory' },
      {
        mesh: { ...compact, compression: 'meshopt' },
        thenBytes: bothBytes,
        note: 'positions on a grid, and decompressed when they are loaded',
      },
    ];
    const smallest = Math.min(...all.map(({ thenBytes }) => thenBytes ?? sizeBytes));
    return all.flatMap(({ mesh, thenBytes, note }, i) =>
      thenBytes === null || thenBytes >= sizeBytes || (i > 0 && thenBytes > smallest)
        ? []
        : [{ path, values: { mesh }, sizeBytes, thenBytes, note }],
    );
  });

const clips = ({ compression }: SizeReport): readonly Unmatched[] =>
  compression.models.flatMap(({ path, sizeBytes, packedBytes }) =>
    packedBytes >= sizeBytes
      ? []
      : [
          {
            path: `${path}.hanim`,
            values: { animation: { compression: 'auto' } },
            sizeBytes,
            thenBytes: packedBytes,
            note: 'joints within animation.error of their keys',
          },
        ],
  );
