// Clips of a file: on the model that they belong to, or another one that is chosen, and as curves.

import { AssetcModel } from '@assetc/three';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type * as THREE from 'three';
import { formatCount } from '../../format-size.js';
import { ChoiceList } from '../../parts/choice-list.js';
import { Busy, ErrorBox, messageOf } from '../../parts/error-box.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../parts/table.js';
import { Toolbar } from '../../parts/toolbar.js';
import type { Store } from '../../store/store.js';
import { useLoaded } from '../../store/use-store.js';
import { ClipsPanel } from '../mesh/clips-panel.js';
import type { ViewedModel } from '../mesh/plain-model.js';
import { ModelStage } from '../stage/model-stage.js';
import { sharedLoader } from '../stage/shared-loader.js';
import type { Stage } from '../stage/stage.js';
import type { ViewProps } from '../table.js';
import { CurvePlot } from './curve-plot.js';
import { meshBeside, readClips } from './read-clips.js';

interface Playing {
  readonly model: ViewedModel;
  readonly stage: Stage;
  readonly clips: readonly THREE.AnimationClip[];
}

/** Clips of the file for a model that it does not lie beside. */
async function clipsFor(store: Store, path: string, model: ViewedModel): Promise<readonly THREE.AnimationClip[]> {
  const isBeside = model.path === meshBeside(path);
  if (!(model instanceof AssetcModel)) return [];
  return isBeside ? model.animations : sharedLoader(store).loader.loadClips(path.replace(/\.hanim$/, ''), model);
}

export function AnimationView({ path, store, version }: ViewProps) {
  const { value: clips, error } = useLoaded(() => readClips(store, path), [store, path, version]);
  const meshes = useMemo(() => store.entries.filter(({ kind }) => kind === 'mesh').map((entry) => entry.path), [store]);
  const beside = meshBeside(path);
  const [mesh, setMesh] = useState(meshes.includes(beside) ? beside : '');
  const [playing, setPlaying] = useState<Playing>();
  const [problem, setProblem] = useState('');
  const [chosen, setChosen] = useState(0);
  const [curve, setCurve] = useState(0);
  useEffect(() => setPlaying(undefined), [mesh]);
  if (error !== undefined) return <ErrorBox title="The clips cannot be read" error={error} />;
  if (clips === undefined) return <Busy label="Reading" />;
  const clip = clips[chosen] ?? clips[0];
  const shownCurve = clip?.curves[curve] ?? clip?.curves[0];
  return (
    <div class="split">
      <div class="split-main">
        <Toolbar label="What it plays on">
          <ChoiceList
            label="Model"
            choices={[
              { value: '', label: 'No model' },
              ...meshes.map((each) => ({ value: each, label: each.replace(/\.hmesh$/, '') })),
            ]}
            value={mesh}
            onChange={setMesh}
          />
          <span class="muted">{problem}</span>
        </Toolbar>
        {mesh === '' ? (
          <div class="stage stage-none">Choose a model with the skeleton that these clips are for.</div>
        ) : (
          <ModelStage
            key={mesh}
            {...{ store }}
            path={mesh}
            label={`${mesh}, moved by ${path}`}
            onShown={({ model }, stage) => {
              clipsFor(store, path, model).then(
                (made) => {
                  setProblem('');
                  setPlaying({ model, stage, clips: made });
                },
                (failure: unknown) => setProblem(messageOf(failure)),
              );
            }}
          />
        )}
        {clip === undefined || shownCurve === undefined ? null : (
          <CurvePlot curve={shownCurve} duration={clip.duration} />
        )}
      </div>
      <aside class="split-side" aria-label="About these clips">
        {mesh === '' || problem !== '' ? null : (
          <ClipsPanel model={playing?.model} stage={playing?.stage} clips={playing?.clips} />
        )}
        <Panel title="Clips of the file" note={`${clips.length}`}>
          <Table
            label="Clips"
            columns={[
              { title: 'Name', cell: ({ name }, i) => (name === '' ? `clip ${i}` : name) },
              { title: 'Seconds', isNumber: true, cell: ({ duration }) => duration.toFixed(2) },
              { title: 'Channels', isNumber: true, cell: ({ curves }) => curves.length },
            ]}
            rows={clips}
            keyOf={({ name }, i) => `${i} ${name}`}
            chosen={chosen}
            onChoose={(i) => {
              setChosen(i);
              setCurve(0);
            }}
          />
        </Panel>
        <Panel title="Channels" note={clip?.name ?? ''}>
          <Table
            label="Channels; press one to see its curve"
            columns={[
              { title: 'Moves', cell: ({ name }) => name },
              { title: 'By', cell: ({ interpolation }) => interpolation.toLowerCase() },
              { title: 'Keys', isNumber: true, cell: ({ times }) => formatCount(times.length) },
            ]}
            rows={clip?.curves ?? []}
            keyOf={({ name }, i) => `${i} ${name}`}
            chosen={curve}
            onChoose={setCurve}
          />
        </Panel>
      </aside>
    </div>
  );
}
