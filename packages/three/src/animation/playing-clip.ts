// One clip that a ClipPlayer plays: its time, weight and mask.

import { type CompressedClip, type MovedProperties, movedBy, POSE_FLOATS, type PoseLayer } from '@assetc/formats';

type Layer = { -readonly [K in keyof PoseLayer]: PoseLayer[K] };

/** How a clip is played. */
export interface PlayOptions {
  /** Seconds until it has its weight. Default 0. */
  readonly fade?: number;
  /** Default 1. */
  readonly weight?: number;
  /** Starts again at the end; otherwise it stays there. Default true. */
  readonly loop?: boolean;
  /** Clip seconds per second; negative plays backward. Default 1. */
  readonly speed?: number;
  /** Seconds. Default 0. */
  readonly start?: number;
  /** The share of the weight that a bone gets, by its name. Default 1 for all. */
  readonly mask?: (bone: string) => number;
}

/** A clip that is played; returned by `ClipPlayer.play`. Its fields can be changed at any time. */
export class PlayingClip {
  readonly clip: CompressedClip;
  /** Seconds since its start. With `loop` it goes on past the end. */
  time: number;
  weight: number;
  speed: number;
  loop: boolean;
  paused = false;
  /** @internal */
  readonly moved: MovedProperties;
  /** @internal */
  readonly layer: Layer;
  /** @internal How it moves the root. */
  readonly motion: Layer = { pose: new Float32Array(POSE_FLOATS), weight: 0 };
  /** @internal */
  readonly weights: Float32Array;
  /** @internal Before the last step. */
  previous: number;
  #fade = 1;
  #fadeTo = 1;
  #fadeRate = 0;

  /** @internal `bones`: names by joint. */
  constructor(clip: CompressedClip, bones: readonly string[], poseLength: number, options: PlayOptions) {
    this.clip = clip;
    this.time = options.start ?? 0;
    this.previous = this.time;
    this.weight = options.weight ?? 1;
    this.speed = options.speed ?? 1;
    this.loop = options.loop ?? true;
    this.moved = movedBy(clip);
    const { joints } = this.moved;
    // A bone that the clip does not move is left to the others.
    const mask = Float32Array.from(bones, (bone, joint) => (joints[joint] === 0 ? 0 : (options.mask?.(bone) ?? 1)));
    this.layer = { pose: new Float32Array(poseLength), weight: 0, mask };
    this.weights = new Float32Array(clip.targetCount);
    if ((options.fade ?? 0) > 0) {
      this.#fade = 0;
      this.fadeTo(1, options.fade ?? 0);
    }
  }

  /** Its weight now, with its fade. */
  get effectiveWeight(): number {
    return this.weight * this.#fade;
  }

  /** Whether it has reached its end, without `loop`. */
  get isFinished(): boolean {
    return !this.loop && (this.speed < 0 ? this.time <= 0 : this.time >= this.clip.duration);
  }

  /** The time inside the clip. */
  get clipTime(): number {
    const { duration } = this.clip;
    if (!this.loop || !(duration > 0)) return Math.min(Math.max(this.time, 0), duration);
    return this.time - Math.floor(this.time / duration) * duration;
  }

  /** Fades to a share of its weight. At 0 it is removed from its player. */
  fadeTo(share: number, seconds: number): void {
    this.#fadeTo = share;
    this.#fadeRate = seconds > 0 ? Math.abs(share - this.#fade) / seconds : 0;
    if (!(seconds > 0)) this.#fade = share;
  }

  fadeOut(seconds: number): void {
    this.fadeTo(0, seconds);
  }

  stop(): void {
    this.fadeTo(0, 0);
  }

  /** @internal Returns false when it has faded out. */
  step(seconds: number): boolean {
    this.previous = this.time;
    if (!this.paused) this.time += seconds * this.speed;
    if (!this.loop) this.time = Math.min(Math.max(this.time, 0), this.clip.duration);
    const change = this.#fadeRate * seconds;
    const left = this.#fadeTo - this.#fade;
    this.#fade = Math.abs(left) <= change ? this.#fadeTo : this.#fade + Math.sign(left) * change;
    this.layer.weight = this.effectiveWeight;
    return this.#fade > 0 || this.#fadeTo > 0;
  }
}
