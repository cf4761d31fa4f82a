// The one model on a stage. Of loads that overlap the last alone takes the seat, and whatever leaves it is freed. Where a model cannot be loaded
// whole the mesh alone is seated, and what is wrong is told.

import type { Hmesh } from '@assetc/formats';
import type { ViewedModel } from './plain-model.js';

export interface Seated<Shown> {
  readonly shown?: Shown;
  readonly mesh?: Hmesh;
  readonly error?: unknown;
}

interface SeatSources<Shown> {
  readMesh(): Promise<Hmesh>;
  /** The model with all that belongs to it. */
  loadWhole(signal: AbortSignal): Promise<ViewedModel>;
  plainOf(mesh: Hmesh): ViewedModel;
  show(model: ViewedModel, mesh: Hmesh, isFirst: boolean): Shown;
  onChange(seated: Seated<Shown>): void;
}

export class ModelSeat<Shown extends { dispose(): void }> {
  readonly #sources: SeatSources<Shown>;
  #run = new AbortController();
  #model: ViewedModel | undefined;
  #isWhole = false;
  #seated: Seated<Shown> = {};

  constructor(sources: SeatSources<Shown>) {
    this.#sources = sources;
  }

  /** Everything that belongs to the model is there. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  holds(model: ViewedModel): boolean {
    return this.#model === model;
  }

  /** Loads what is not there yet, and shows anew what is. */
  take(): void {
    this.#run.abort();
    this.#run = new AbortController();
    const { signal } = this.#run;
    this.#take(signal).catch((error: unknown) => {
      if (!signal.aborted) this.#tell({ ...this.#seated, error });
    });
  }

  dispose(): void {
    this.#run.abort();
    this.#seated.shown?.dispose();
    this.#model?.dispose();
    this.#seated = {};
    this.#model = undefined;
  }

  async #take(signal: AbortSignal): Promise<void> {
    const mesh = await this.#sources.readMesh();
    if (signal.aborted) return;
    if (this.#seated.shown === undefined) this.#tell({ mesh });
    const before = this.#model;
    let whole = this.#isWhole ? before : undefined;
    let error: unknown;
    try {
      whole ??= await this.#sources.loadWhole(signal);
    } catch (failure) {
      error = failure;
    }
    if (signal.aborted) {
      if (whole !== before) whole?.dispose();
      return;
    }
    this.#seated.shown?.dispose();
    if (whole !== before) before?.dispose();
    this.#isWhole = whole !== undefined;
    this.#model = whole ?? this.#sources.plainOf(mesh);
    const shown = this.#sources.show(this.#model, mesh, before === undefined);
    this.#tell({ shown, mesh, ...(error === undefined ? {} : { error }) });
  }

  #tell(seated: Seated<Shown>): void {
    this.#seated = seated;
    this.#sources.onChange(seated);
  }
}
