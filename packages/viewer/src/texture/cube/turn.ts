// A view direction by yaw and pitch.

export interface Turn {
  /** Radians; 0 looks to −Z, positive to the left. */
  readonly yaw: number;
  readonly pitch: number;
}

const STEEPEST = 1.55;

export const turned = ({ yaw, pitch }: Turn, byYaw: number, byPitch: number): Turn => ({
  yaw: (yaw + byYaw) % (2 * Math.PI),
  pitch: Math.min(STEEPEST, Math.max(-STEEPEST, pitch + byPitch)),
});

/** Columns of the matrix from view directions (−Z forwards, +Y up) to world directions. */
export function turnMatrix({ yaw, pitch }: Turn): readonly number[] {
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  return [cy, 0, -sy, sy * sp, cp, cy * sp, sy * cp, -sp, cy * cp];
}
