// View direction and field of view, for looking around.

import { useState } from 'preact/hooks';
import { type Turn, turned } from '../../texture/cube/turn.js';

const AHEAD: Turn = { yaw: 0, pitch: 0 };
const MIN_REACH = 0.1;
const MAX_REACH = 2.4;

interface Turning {
  readonly turn: Turn;
  readonly reach: number;
  /** In CSS pixels of a canvas with this `height`: the grabbed point stays under the pointer. */
  readonly turnBy: (dx: number, dy: number, height: number) => void;
  readonly zoom: (factor: number) => void;
  readonly lookAhead: () => void;
}

export function useTurn(): Turning {
  const [turn, setTurn] = useState(AHEAD);
  const [reach, setReach] = useState(0.8);
  return {
    turn,
    reach,
    turnBy(dx, dy, height) {
      const share = (2 * reach) / Math.max(1, height);
      setTurn((before) => turned(before, dx * share, dy * share));
    },
    zoom: (factor) => setReach((before) => Math.min(MAX_REACH, Math.max(MIN_REACH, before * factor))),
    lookAhead: () => setTurn(AHEAD),
  };
}
