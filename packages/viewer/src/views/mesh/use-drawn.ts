// What the last picture of a model was made of. While a component uses it, clusters follow the eye.

import { useLayoutEffect, useState } from 'preact/hooks';
import type { Stage } from '../stage/stage.js';
import type { ShownModel } from './shown-model.js';

export interface Drawn {
  readonly triangles: number;
  readonly draws: number;
  readonly clusters: number | undefined;
  /** Clusters of each level of the hierarchy. */
  readonly byLevel: readonly number[];
}

/** Undefined before the first picture. */
export function useDrawn(shown: ShownModel | undefined, stage: Stage | undefined): Drawn | undefined {
  const [drawn, setDrawn] = useState<Drawn>();
  // Before the next frame: the first picture of a model is the one that is meant.
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
