// A scene: its nodes drawn with its mesh, its tree, lights, cameras, clips, and the source's extras.

import { decodeHscene } from '@assetc/formats';
import { useEffect, useState } from 'preact/hooks';
import { ErrorBox } from '../../parts/error-box.js';
import { Panel } from '../../parts/panel.js';
import { Side } from '../../parts/side.js';
import { Toggle } from '../../parts/toggle.js';
import { Toolbar } from '../../parts/toolbar.js';
import { useLoaded } from '../../store/use-store.js';
import { ChunksPanel } from '../mesh/panels/chunks-panel.js';
import { ClipsPanel } from '../mesh/panels/clips-panel.js';
import type { ShownModel } from '../mesh/shown-model.js';
import { ModelStage } from '../stage/model-stage.js';
import type { Stage } from '../stage/stage.js';
import type { ViewProps } from '../table.js';
import { CamerasPanel, LightsPanel } from './lights-and-cameras.js';
import { NodeFacts, NodeTree } from './node-tree.js';
import { SceneMarks } from './scene-marks.js';

interface Standing {
  readonly shown: ShownModel;
  readonly stage: Stage;
  readonly marks: SceneMarks;
}

export function SceneView({ path, store, version }: ViewProps) {
  const { value: scene, error } = useLoaded(async () => decodeHscene(await store.read(path)), [store, path, version]);
  const [standing, setStanding] = useState<Standing>();
  const [node, setNode] = useState<number>();
  const [hasMarks, setMarks] = useState(true);
  const [isFailed, setFailed] = useState(false);
  const mesh = path.replace(/\.hscene$/, '.hmesh');
  const hasMesh = store.find(mesh) !== undefined;
  const isStanding = !hasMesh || isFailed || standing !== undefined;

  useEffect(() => standing?.marks.show(hasMarks, node), [standing, hasMarks, node]);
  useEffect(() => () => standing?.marks.dispose(), [standing]);
  if (error !== undefined) return <ErrorBox title="The scene cannot be read" error={error} />;
  return (
    <div class="split">
      <div class="split-main">
        <Toolbar label="Display options">
          <Toggle label="Lights and cameras" checked={hasMarks} onChange={setMarks} />
          <span class="toolbar-rest" />
          <button
            type="button"
            class="button"
            title="Frame the whole scene"
            onClick={() => standing?.stage.frame(standing.marks.box)}
          >
            Frame
          </button>
        </Toolbar>
        {!hasMesh ? (
          <div class="stage stage-none">This scene has no mesh.</div>
        ) : (
          <ModelStage
            {...{ store }}
            path={mesh}
            label={`${path}; arrow keys move it`}
            onFailed={() => setFailed(true)}
            onShown={(shown, stage) => {
              const marks = new SceneMarks(stage, shown.model);
              // Only the first time: a changed scene keeps the camera.
              if (standing === undefined) stage.frame(marks.box);
              setStanding({ shown, stage, marks });
            }}
          />
        )}
      </div>
      <Side label="About this scene" isReady={scene !== undefined && isStanding}>
        {scene === undefined ? null : (
          <>
            <Panel title="Nodes" note={`${scene.nodes.length}${scene.meshesAreBaked ? ', meshes baked' : ''}`}>
              <NodeTree scene={scene} chosen={node} onChoose={setNode} />
            </Panel>
            {node === undefined ? null : <NodeFacts scene={scene} node={node} />}
            <LightsPanel scene={scene} />
            <CamerasPanel scene={scene} onLook={(camera) => standing?.marks.lookThrough(camera)} />
            {standing === undefined ? null : <ClipsPanel model={standing.shown.model} stage={standing.stage} />}
          </>
        )}
        <ChunksPanel {...{ path, store, version }} />
      </Side>
    </div>
  );
}
