// The scene of the demo, as its file describes it: an embedded asset that comes with the others.

/** A point or a direction. */
export type Triple = [number, number, number];

/** What scene/level.json holds of what is drawn here. */
export interface Level {
  readonly camera: { readonly eye: Triple; readonly target: Triple; readonly fovDegrees: number };
  readonly sun: { readonly direction: Triple; readonly color: Triple };
  readonly beacon: { readonly position: Triple; readonly color: Triple };
  readonly sky: string;
  readonly title: { readonly text: string; readonly font: string };
  readonly objects: readonly {
    readonly mesh: string;
    readonly position: Triple;
    readonly turn?: number;
    readonly scale?: number;
    readonly clip?: string;
  }[];
}
