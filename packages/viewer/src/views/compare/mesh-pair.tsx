// Two models seen by one camera: in the halves of the picture, with a line to drag, or as the difference of their pictures.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ErrorBox } from '../../parts/error-box.js';
import { Segmented } from '../../parts/segmented.js';
import { Slider } from '../../parts/slider.js';
import { FIRST_LOOK } from '../mesh/look.js';
import type { ShownModel } from '../mesh/shown-model.js';
import { useModel } from '../mesh/use-model.js';
import type { Stage } from '../stage/stage.js';
import { StageBox } from '../stage/stage-box.js';
import { useLitStage } from '../stage/use-lit-stage.js';
import { drawPair, type PairLook, SIDE_SHARE } from './draw-pair.js';
import { PAIR_MODES, type Pair, type PairMode } from './pair.js';

export function MeshPair({ a, b }: Pair) {
  const [mode, setMode] = useState<PairMode>('side');
  const [swipe, setSwipe] = useState(50);
  const label = `${a.label} and ${b.label} of ${a.path}; arrow keys move both`;
  const { stage, onStage, isLit } = useLitStage(a.store, label, { sky: false });
  const first = useModel(a.store, a.path, stage);
  const second = useModel(b.store, b.path, stage);
  const look = useRef<PairLook>({ mode, swipe });
  look.current = { mode, swipe };
  const { isDrawn, note, overlay } = usePairDrawing(stage, first.shown, second.shown, look);
  useLayoutEffect(() => {
    for (const { shown } of [first, second]) shown?.show({ ...FIRST_LOOK, level: 0 });
  }, [first.shown, second.shown]);
  useLayoutEffect(() => {
    if (stage !== undefined) stage.share = mode === 'side' ? SIDE_SHARE : 1;
  }, [stage, mode]);
  useEffect(() => stage?.invalidate(), [stage, mode, swipe]);
  const error = first.error ?? second.error;
  return (
    <section class="pair" aria-label="Comparison">
      <div class="toolbar">
        <Segmented<PairMode> label="Comparison" choices={PAIR_MODES} value={mode} onChange={setMode} />
        {mode === 'swipe' ? (
          <Slider label="Line" min={0} max={100} step={1} value={swipe} text={`${swipe} %`} onChange={setSwipe} />
        ) : null}
      </div>
      <StageBox isBusy={!isLit || (error === undefined && !isDrawn)} onStage={onStage}>
        <canvas ref={overlay} class="pair-overlay" hidden={mode !== 'difference'} role="img" aria-label="Difference" />
        {mode === 'swipe' ? <span class="pair-line" style={{ left: `${swipe}%` }} /> : null}
        <div class="stage-note" role="status">
          {mode === 'difference' ? note : `${a.label} | ${b.label}`}
        </div>
        {error === undefined ? null : <ErrorBox title="A model cannot be drawn" error={error} />}
      </StageBox>
    </section>
  );
}

function usePairDrawing(
  stage: Stage | undefined,
  a: ShownModel | undefined,
  b: ShownModel | undefined,
  look: { readonly current: PairLook },
) {
  const [isDrawn, setDrawn] = useState(false);
  const [note, setNote] = useState('');
  const overlay = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (stage === undefined || a === undefined || b === undefined) return;
    const end = stage.afterFrame(() => {
      setNote(drawPair(stage, a, b, look.current, overlay.current));
      setDrawn(true);
    });
    stage.invalidate();
    return end;
  }, [stage, a, b]);
  return { isDrawn, note, overlay };
}
