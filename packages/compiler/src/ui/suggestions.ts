// `api/suggestions.json`: what `--report` measures as smaller, as settings to try. Sorted by the bytes that they save.

import type { UiSuggestion, UiSuggestions } from '@assetc/viewer/api';
import type { Config } from '../config/config.js';
import type { SizeReport } from '../inspect/size-report.js';
import { derivedNames } from '../pipeline/asset.js';
import { splitAssetKey } from '../pipeline/cache/record.js';
import type { OutputRecords } from './output-records.js';

export type MeasureSizes = (config: Config) => Promise<SizeReport | undefined>;

export class Suggestions {
  readonly #measure: MeasureSizes;
  #key = '';
  #report: Promise<SizeReport | undefined> | undefined;

  constructor(measure: MeasureSizes) {
    this.#measure = measure;
  }

  /** `version` changes with the files. */
  async of(config: Config, records: OutputRecords, version: string): Promise<UiSuggestions> {
    if (this.#report === undefined || version !== this.#key) this.#report = this.#measure(config);
    this.#key = version;
    const report = await this.#report;
    if (report === undefined) return { list: [], unmeasured: 0 };
    const list = [...textures(report), ...meshes(report), ...clips(report)].flatMap((each) => {
      const recorded = records.ofOutput(each.path);
      if (recorded === undefined) return [];
      const { source, name } = splitAssetKey(recorded.key);
      const match = name === undefined ? source : (derivedNames(source, name).at(-1) ?? source);
      return [{ ...each, match }];
    });
    const { supercompress, forms, compression } = report;
    return {
      list: list.toSorted((a, b) => b.sizeBytes - b.thenBytes - (a.sizeBytes - a.thenBytes)),
      unmeasured: supercompress.unmeasured + forms.unmeasured + compression.unmeasured,
    };
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
