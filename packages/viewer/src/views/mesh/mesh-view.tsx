// The mesh view: the model, display options above it, panels at the right.

import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { formatCount } from '../../format-size.js';
import { ErrorBox } from '../../parts/error-box.js';
import { Exposure } from '../stage/exposure.js';
import { StageBox } from '../stage/stage-box.js';
import { environmentsOf, STUDIO } from '../stage/stage-lighting.js';
import { useLitStage } from '../stage/use-lit-stage.js';
import type { ViewProps } from '../table.js';
import { FIRST_LOOK, type Look } from './look.js';
import { LookBar } from './look-bar.js';
import { ErrorLegend } from './panels/error-legend.js';
import { MeshSide } from './panels/mesh-side.js';
import { type Drawn, useDrawn } from './use-drawn.js';
import { useForms } from './use-forms.js';
import { useModel } from './use-model.js';

export function MeshView({ path, store, version }: ViewProps) {
  const environments = useMemo(() => environmentsOf(store), [store]);
  const [look, setLook] = useState<Look>(FIRST_LOOK);
  const [light, setLight] = useState(environments[0] ?? STUDIO);
  const [sky, setSky] = useState(true);
  const [exposure, setExposure] = useState(0);
  const label = `${path}; arrow keys move it`;
  const { stage, onStage, dim, isLit, problem } = useLitStage(store, label, {
    light,
    sky: sky && look.surface === 'lit',
  });
  const { shown, mesh, error } = useModel(store, path, stage);
  const drawn = useDrawn(shown, stage);
  const { forms, errors } = useForms(store, path, version, shown);
  useLayoutEffect(() => shown?.show(look), [shown, look]);
  useLayoutEffect(() => {
    if (stage !== undefined) stage.exposure = exposure;
  }, [stage, exposure]);
  useLayoutEffect(() => {
    stage?.castShadow(look.surface === 'lit' ? shown?.box : undefined);
  }, [stage, shown, look.surface]);
  useLayoutEffect(() => {
    if (shown !== undefined) dim(shown.model.lights.length > 0);
  }, [shown]);
  const onLook = (part: Partial<Look>): void => setLook((was) => ({ ...was, ...part }));
  return (
    <div class="split">
      <div class="split-main">
        <LookBar
          hasErrors={errors !== undefined}
          {...{ look, mesh, light, sky, environments, onLook }}
          onLight={setLight}
          onSky={setSky}
          onFrame={() => stage?.frameAgain()}
        />
        <StageBox isBusy={!isLit || (error === undefined && drawn === undefined)} onStage={onStage}>
          <div class="stage-note" role="status">
            {drawn === undefined ? '' : noteOf(drawn)}
          </div>
          {look.surface === 'lit' ? <Exposure stops={exposure} onChange={setExposure} /> : null}
          {look.surface === 'density' && shown !== undefined ? <DensityLegend usual={shown.density} /> : null}
          {look.surface === 'compact' && errors !== undefined ? <ErrorLegend {...{ errors, look, onLook }} /> : null}
          {error === undefined && problem === undefined ? null : (
            <ErrorBox
              title={mesh === undefined ? 'The mesh cannot be read' : 'Not all of it can be shown'}
              error={error ?? problem}
            />
          )}
        </StageBox>
      </div>
      <MeshSide
        {...{ path, store, version, mesh, forms, shown, stage, look, onLook }}
        isReady={shown !== undefined || error !== undefined}
        byLevel={drawn?.byLevel ?? []}
      />
    </div>
  );
}

const noteOf = ({ triangles, draws, clusters }: Drawn): string =>
  [
    `${formatCount(triangles)} triangles`,
    `${draws} ${draws === 1 ? 'draw' : 'draws'}`,
    ...(clusters === undefined ? [] : [`${formatCount(clusters)} clusters`]),
  ].join(' · ');

const DensityLegend = ({ usual }: { readonly usual: number }) => (
  <div class="stage-legend">
    ¼ <span class="stage-ramp" /> 4× of {usual.toPrecision(3)} texels a unit
  </div>
);
