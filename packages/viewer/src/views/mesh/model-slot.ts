// The one model on a stage. Of overlapping loads only the last is shown; every other model is freed. If a model cannot be loaded
// completely, the mesh alone is shown with the error.

import type { Hmesh } from '@assetc/formats';
import type { ViewedModel } from './plain-model.js';

export interface ModelState<Shown> {
  readonly shown?: Shown;
  readonly mesh?: Hmesh;
  readonly error?: unknown;
}

interface ModelSources<Shown> {
  readMesh(): Promise<Hmesh>;
  /** Loads the model with its materials and textures. */
  loadComplete(signal: AbortSignal): Promise<ViewedModel>;
  makePlain(mesh: Hmesh): ViewedModel;
  show(model: ViewedModel, mesh: Hmesh, isFirst: boolean): Shown;
  onChange(state: ModelState<Shown>): void;
}

export class ModelSlot<Shown extends { dispose(): void }> {
  readonly #sources: ModelSources<Shown>;
  #run = new AbortController();
  #model: ViewedModel | undefined;
  #isComplete = false;
  #state: ModelState<Shown> = {};

  constructor(sources: ModelSources<Shown>) {
    this.#sources = sources;
  }

  /** The model was loaded with its materials and textures. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  holds(model: ViewedModel): boolean {
    return this.#model === model;
  }

  /** Loads the model if it is not complete yet, and shows it again. */
  load(): void {
    this.#run.abort();
    this.#run = new AbortController();
    const { signal } = this.#run;
    this.#load(signal).catch((error: unknown) => {
      if (!signal.aborted) this.#report({ ...this.#state, error });
    });
  }

  dispose(): void {
    this.#run.abort();
    this.#state.shown?.dispose();
    this.#model?.dispose();
    this.#state = {};
    this.#model = undefined;
  }

  async #load(signal: AbortSignal): Promise<void> {
    const mesh = await this.#sources.readMesh();
    if (signal.aborted) return;
    if (this.#state.shown === undefined) this.#report({ mesh });
    const before = this.#model;
    let complete = this.#isComplete ? before : undefined;
    let error: unknown;
    try {
      complete ??= await this.#sources.loadComplete(signal);
    } catch (failure) {
      error = failure;
    }
    if (signal.aborted) {
      if (complete !== before) complete?.dispose();
      return;
    }
    this.#state.shown?.dispose();
    if (complete !== before) before?.dispose();
    this.#isComplete = complete !== undefined;
    this.#model = complete ?? this.#sources.makePlain(mesh);
    const shown = this.#sources.show(this.#model, mesh, before === undefined);
    const [problem = error] = this.#model.problems;
    this.#report({ shown, mesh, ...(problem === undefined ? {} : { error: problem }) });
  }

  #report(state: ModelState<Shown>): void {
    this.#state = state;
    this.#sources.onChange(state);
  }
}
