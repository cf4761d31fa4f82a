// The scene of the demo, described by an embedded asset.

/** A point or a direction. */
export type Triple = [number, number, number];

/** The parts of scene/level.json that are drawn here. */
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
