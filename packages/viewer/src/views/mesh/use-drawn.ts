// Statistics of a model's last frame. While a component uses it, clusters follow the camera.

import { useLayoutEffect, useState } from 'preact/hooks';
import type { Stage } from '../stage/stage.js';
import type { ShownModel } from './shown-model.js';

export interface Drawn {
  readonly triangles: number;
  readonly draws: number;
  readonly clusters: number | undefined;
  /** Drawn clusters per level of the hierarchy. */
  readonly byLevel: readonly number[];
}

/** Undefined before the first frame. */
export function useDrawn(shown: ShownModel | undefined, stage: Stage | undefined): Drawn | undefined {
  const [drawn, setDrawn] = useState<Drawn>();
  // Before the next frame, so that the first frame of a model counts.
  useLayoutEffect(() => {
    if (shown === undefined || stage === undefined) return;
    const ends = [
      stage.beforeFrame(() => {
        shown.update();
        return false;
      }),
      stage.afterFrame(() => {
        const next = drawnOf(shown);
        setDrawn((was) => (JSON.stringify(was) === JSON.stringify(next) ? was : next));
      }),
    ];
    stage.invalidate();
    return () => {
      for (const end of ends) end();
    };
  }, [shown, stage]);
  return drawn;
}

function drawnOf({ drawn: { triangles, draws, cut } }: ShownModel): Drawn {
  return {
    triangles: cut?.triangles ?? triangles,
    draws,
    clusters: cut?.clusters,
    byLevel: cut?.byLevel ?? [],
  };
}
