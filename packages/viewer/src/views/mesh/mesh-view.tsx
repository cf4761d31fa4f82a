// The mesh view: the model in the middle, how it is looked at above, what it is made of at the right.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../format-size.js';
import { ErrorBox } from '../../parts/error-box.js';
import { Side } from '../../parts/side.js';
import type { Stage } from '../stage/stage.js';
import { StageBox } from '../stage/stage-box.js';
import { environmentsOf, STUDIO, Surroundings } from '../stage/surroundings.js';
import type { ViewProps } from '../table.js';
import { ChunksPanel } from './chunks-panel.js';
import { ClipsPanel } from './clips-panel.js';
import { LevelsPanel } from './levels-panel.js';
import { FIRST_LOOK, type Look } from './look.js';
import { LookBar } from './look-bar.js';
import { MeshFacts } from './mesh-facts.js';
import { MorphsPanel } from './morphs-panel.js';
import { SubmeshesPanel } from './submeshes-panel.js';
import { useModel } from './use-model.js';

interface Drawn {
  readonly triangles: number;
  readonly draws: number;
  readonly clusters: number | undefined;
  readonly byLevel: readonly number[];
}

export function MeshView({ path, store, version }: ViewProps) {
  const [stage, setStage] = useState<Stage>();
  const [look, setLook] = useState<Look>(FIRST_LOOK);
  const [drawn, setDrawn] = useState<Drawn>();
  const environments = useMemo(() => environmentsOf(store), [store]);
  const [light, setLight] = useState(environments[0] ?? STUDIO);
  const [sky, setSky] = useState(false);
  const [problem, setProblem] = useState<string>();
  const surroundings = useRef<Surroundings | undefined>(undefined);
  const { shown, mesh, error } = useModel(store, path, stage);

  useEffect(() => {
    surroundings.current?.choose(light).then((said) => setProblem(said));
  }, [stage, light]);
  useEffect(() => surroundings.current?.showSky(sky), [sky]);
  // Before the next frame: the first picture of a model is the one that is meant.
  useLayoutEffect(() => shown?.show(look), [shown, look]);
  useLayoutEffect(() => {
    if (shown === undefined || stage === undefined) return;
    surroundings.current?.dim(shown.model.lights.length > 0);
    const ends = [
      stage.beforeFrame(() => {
        shown.update();
        return false;
      }),
      stage.afterFrame(() => {
        const { triangles, draws, cut } = shown.drawn;
        const next = {
          triangles: cut?.triangles ?? triangles,
          draws,
          clusters: cut?.clusters,
          byLevel: cut?.byLevel ?? [],
        };
        setDrawn((was) => (JSON.stringify(was) === JSON.stringify(next) ? was : next));
      }),
    ];
    stage.invalidate();
    return () => {
      for (const end of ends) end();
    };
  }, [shown, stage]);

  const isBusy = error === undefined && drawn === undefined;
  const change = (part: Partial<Look>): void => setLook((was) => ({ ...was, ...part }));
  return (
    <div class="split">
      <div class="split-main">
        <LookBar
          {...{ look, mesh, light, sky, environments }}
          onLook={change}
          onLight={setLight}
          onSky={setSky}
          onFrame={() => shown && stage?.frame(shown.box)}
        />
        <StageBox
          isBusy={isBusy}
          onStage={(made) => {
            made.label = `${path}, drawn; arrow keys move it`;
            const around = new Surroundings(made, store);
            surroundings.current = around;
            setStage(made);
            return () => around.dispose();
          }}
        >
          <div class="stage-note" role="status">
            {drawn === undefined
              ? ''
              : `${formatCount(drawn.triangles)} triangles · ${drawn.draws} ${drawn.draws === 1 ? 'draw' : 'draws'}${
                  drawn.clusters === undefined ? '' : ` · ${formatCount(drawn.clusters)} clusters`
                }`}
          </div>
          {look.surface === 'density' && shown !== undefined ? (
            <div class="stage-legend">
              ¼ <span class="stage-ramp" /> 4× of {shown.density.toPrecision(3)} texels a unit
            </div>
          ) : null}
          {error === undefined && problem === undefined ? null : (
            <ErrorBox
              title={mesh === undefined ? 'The mesh cannot be read' : 'Not all of it can be shown'}
              error={error ?? problem}
            />
          )}
        </StageBox>
      </div>
      <Side label="About this mesh" isReady={shown !== undefined || error !== undefined}>
        {mesh === undefined ? null : (
          <>
            <LevelsPanel
              {...{ mesh, look }}
              byLevel={drawn?.byLevel ?? []}
              onLook={change}
              store={store}
              stage={stage}
            />
            {shown === undefined || stage === undefined ? null : (
              <>
                <ClipsPanel model={shown.model} stage={stage} />
                <MorphsPanel model={shown.model} stage={stage} />
              </>
            )}
            <SubmeshesPanel {...{ mesh, look, shown, stage }} onLook={change} />
            <MeshFacts mesh={mesh} />
          </>
        )}
        <ChunksPanel {...{ path, store, version }} />
      </Side>
    </div>
  );
}
