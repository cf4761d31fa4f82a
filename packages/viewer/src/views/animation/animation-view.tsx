// The clips of a file, played on their model or another chosen one, and as curves.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { ChoiceList } from '../../parts/choice-list.js';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { Toolbar } from '../../parts/toolbar.js';
import { useLoaded } from '../../store/use-store.js';
import { ClipsPanel } from '../mesh/panels/clips-panel.js';
import { ModelStage } from '../stage/model-stage.js';
import type { ViewProps } from '../table.js';
import { ChannelTable, ClipTable, SizeTable } from './clip-tables.js';
import { CurvePlot } from './curve-plot.js';
import { ErrorPanel } from './error-strip.js';
import { meshFor, readClips } from './read-clips.js';
import { usePlaying } from './use-playing.js';

export function AnimationView({ path, store, version }: ViewProps) {
  const { value: clips, error } = useLoaded(() => readClips(store, path), [store, path, version]);
  const meshes = useMemo(() => store.entries.filter(({ kind }) => kind === 'mesh').map((entry) => entry.path), [store]);
  const defaultMesh = meshFor(path);
  const [mesh, setMesh] = useState(meshes.includes(defaultMesh) ? defaultMesh : '');
  const { playing, problem, begin, end } = usePlaying(store, path);
  const [chosen, setChosen] = useState(0);
  const [curve, setCurve] = useState(0);
  const choose = (clip: number): void => {
    setChosen(clip);
    setCurve(0);
  };
  useEffect(end, [mesh]);
  if (error !== undefined) return <ErrorBox title="The clips cannot be read" error={error} />;
  if (clips === undefined) return <Busy label="Reading" />;
  const clip = clips[chosen] ?? clips[0];
  const shownCurve = clip?.curves[curve] ?? clip?.curves[0];
  return (
    <div class="split">
      <div class="split-main">
        <ModelChoice {...{ meshes, mesh, problem }} onChange={setMesh} />
        {mesh === '' ? (
          <div class="stage stage-none">Choose a model with the skeleton that these clips are for.</div>
        ) : (
          <ModelStage
            key={mesh}
            store={store}
            path={mesh}
            label={`${mesh}, moved by ${path}`}
            onShown={({ model, box }, stage) => {
              stage.castShadow(box);
              begin(model, stage);
            }}
          />
        )}
        {clip === undefined || shownCurve === undefined ? null : (
          <CurvePlot curve={shownCurve} duration={clip.duration} />
        )}
      </div>
      <aside class="split-side" aria-label="About these clips">
        {mesh === '' || problem !== '' ? (
          <ClipTable clips={clips} chosen={chosen} onChoose={choose} />
        ) : (
          <ClipsPanel
            model={playing?.model}
            stage={playing?.stage}
            clips={playing?.clips}
            expected={clips}
            channelsOf={(i) => clips[i]?.curves.length}
            onChoose={choose}
          />
        )}
        <ChannelTable clip={clip} chosen={curve} onChoose={setCurve} />
        <ErrorPanel clip={clip} />
        <SizeTable clip={clip} />
      </aside>
    </div>
  );
}

interface ModelChoiceProps {
  readonly meshes: readonly string[];
  readonly mesh: string;
  /** Why the clips cannot be played on it. */
  readonly problem: string;
  readonly onChange: (mesh: string) => void;
}

function ModelChoice({ meshes, mesh, problem, onChange }: ModelChoiceProps) {
  return (
    <Toolbar label="What it plays on">
      <ChoiceList
        label="Model"
        choices={[
          { value: '', label: 'No model' },
          ...meshes.map((each) => ({ value: each, label: each.replace(/\.hmesh$/, '') })),
        ]}
        value={mesh}
        onChange={onChange}
      />
      <span class="muted">{problem}</span>
    </Toolbar>
  );
}
