// The panels next to a mesh.

import type { Hmesh } from '@assetc/formats';
import type { UiMeshForms } from '../../../api.js';
import { Side } from '../../../parts/side.js';
import type { Stage } from '../../stage/stage.js';
import type { ViewProps } from '../../table.js';
import type { Look } from '../look.js';
import type { ShownModel } from '../shown-model.js';
import { ChunksPanel } from './chunks-panel.js';
import { ClipsPanel } from './clips-panel.js';
import { FormsPanel } from './forms-panel.js';
import { LevelsPanel } from './levels-panel.js';
import { MeshFacts } from './mesh-facts.js';
import { MorphsPanel } from './morphs-panel.js';
import { SubmeshesPanel } from './submeshes-panel.js';

interface MeshSideProps extends ViewProps {
  readonly isReady: boolean;
  readonly mesh: Hmesh | undefined;
  readonly forms: UiMeshForms | undefined;
  readonly shown: ShownModel | undefined;
  readonly stage: Stage | undefined;
  readonly look: Look;
  /** Drawn clusters per level. */
  readonly byLevel: readonly number[];
  readonly onLook: (part: Partial<Look>) => void;
}

export function MeshSide({ path, store, version, isReady, mesh, forms, ...rest }: MeshSideProps) {
  const { shown, stage, look, byLevel, onLook } = rest;
  return (
    <Side label="About this mesh" isReady={isReady}>
      {mesh === undefined ? null : (
        <>
          <LevelsPanel {...{ mesh, look, byLevel, onLook, store, stage }} />
          {shown === undefined || stage === undefined ? null : (
            <>
              <ClipsPanel model={shown.model} stage={stage} />
              <MorphsPanel model={shown.model} stage={stage} />
            </>
          )}
          <SubmeshesPanel {...{ mesh, look, shown, stage, onLook }} />
          <MeshFacts mesh={mesh} />
        </>
      )}
      <ChunksPanel {...{ path, store, version }}>
        {mesh === undefined || forms === undefined ? null : (
          <FormsPanel {...{ mesh, forms, onLook }} sizeBytes={store.find(path)?.size ?? 0} />
        )}
      </ChunksPanel>
    </Side>
  );
}
