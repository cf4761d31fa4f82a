// A model on a stage, lit by the first environment of the output: for views that are not about the mesh itself.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { ErrorBox } from '../../parts/error-box.js';
import type { Store } from '../../store/store.js';
import { FIRST_LOOK } from '../mesh/look.js';
import type { ShownModel } from '../mesh/shown-model.js';
import { useModel } from '../mesh/use-model.js';
import type { Stage } from './stage.js';
import { StageBox } from './stage-box.js';
import { useLitStage } from './use-lit-stage.js';

interface ModelStageProps {
  readonly store: Store;
  /** Path of the mesh. */
  readonly path: string;
  readonly label: string;
  /** Called when the model is shown, and again when it is replaced. */
  readonly onShown: (shown: ShownModel, stage: Stage) => void;
  /** Called if nothing can be shown. */
  readonly onFailed?: () => void;
  readonly children?: ComponentChildren;
}

export function ModelStage({ store, path, label, onShown, onFailed, children }: ModelStageProps) {
  const { stage, onStage, dim, isLit } = useLitStage(store, label);
  const [isDrawn, setDrawn] = useState(false);
  const { shown, error } = useModel(store, path, stage);
  // Before the next frame, so that the first frame counts.
  useLayoutEffect(() => {
    if (stage === undefined || shown === undefined) return;
    shown.show({ ...FIRST_LOOK, level: 'auto' });
    dim(shown.model.lights.length > 0);
    onShown(shown, stage);
    const end = stage.afterFrame(() => setDrawn(true));
    stage.invalidate();
    return end;
  }, [shown, stage]);
  useEffect(() => {
    if (error !== undefined && shown === undefined) onFailed?.();
  }, [error, shown]);
  return (
    <StageBox isBusy={!isLit || (error === undefined && !isDrawn)} onStage={onStage}>
      {children}
      {error === undefined ? null : <ErrorBox title="The model cannot be drawn" error={error} />}
    </StageBox>
  );
}
