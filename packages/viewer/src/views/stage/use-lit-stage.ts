// A stage for a component, with the light around it.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Store } from '../../store/store.js';
import type { Stage } from './stage.js';
import { environmentsOf, STUDIO, Surroundings } from './surroundings.js';

interface LitStage {
  /** From when its element stands. */
  readonly stage: Stage | undefined;
  /** For a StageBox. */
  readonly onStage: (stage: Stage) => () => void;
  /** Where a model brings lights of its own they are to be seen. */
  readonly dim: (isDim: boolean) => void;
  /** What is wrong with the light that was chosen: the studio is in its place. */
  readonly problem: string | undefined;
}

/** `light`: one of `environmentsOf`, or STUDIO; the output's first unless given. */
export function useLitStage(
  store: Store,
  label: string,
  { light = environmentsOf(store)[0] ?? STUDIO, sky = false }: { readonly light?: string; readonly sky?: boolean } = {},
): LitStage {
  const [stage, setStage] = useState<Stage>();
  const [problem, setProblem] = useState<string>();
  const surroundings = useRef<Surroundings | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    surroundings.current?.choose(light).then((said) => isCurrent && setProblem(said));
    return () => {
      isCurrent = false;
    };
  }, [stage, light]);
  useEffect(() => surroundings.current?.showSky(sky), [stage, sky]);
  return {
    stage,
    onStage(made) {
      made.label = label;
      const around = new Surroundings(made, store);
      surroundings.current = around;
      setStage(made);
      return () => around.dispose();
    },
    dim: (isDim) => surroundings.current?.dim(isDim),
    problem,
  };
}
