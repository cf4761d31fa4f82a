// A stage with lighting, for a component.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Store } from '../../store/store.js';
import type { Stage } from './stage.js';
import { environmentsOf, STUDIO, StageLighting } from './stage-lighting.js';

interface LitStage {
  /** Undefined until its element exists. */
  readonly stage: Stage | undefined;
  /** For a StageBox. */
  readonly onStage: (stage: Stage) => () => void;
  /** Dims the light, so that a model's own lights are visible. */
  readonly dim: (isDim: boolean) => void;
  /** Whether the chosen light is there: a picture without it is not the picture. */
  readonly isLit: boolean;
  /** Why the chosen light cannot be used; the studio replaces it. */
  readonly problem: string | undefined;
}

/** `light`: one of `environmentsOf`, or STUDIO. Default: the output's first environment. */
export function useLitStage(
  store: Store,
  label: string,
  { light = environmentsOf(store)[0] ?? STUDIO, sky = true }: { readonly light?: string; readonly sky?: boolean } = {},
): LitStage {
  const [stage, setStage] = useState<Stage>();
  const [problem, setProblem] = useState<string>();
  const [lit, setLit] = useState('');
  const lighting = useRef<StageLighting | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    lighting.current?.choose(light).then((reason) => {
      if (!isCurrent) return;
      setProblem(reason);
      setLit(light);
    });
    return () => {
      isCurrent = false;
    };
  }, [stage, light]);
  useEffect(() => lighting.current?.showSky(sky), [stage, sky]);
  return {
    stage,
    onStage(made) {
      made.label = label;
      const created = new StageLighting(made, store);
      lighting.current = created;
      setStage(made);
      return () => created.dispose();
    },
    dim: (isDim) => lighting.current?.dim(isDim),
    isLit: lit === light,
    problem,
  };
}
