// Two models seen by one camera: in the halves of the picture, with a line to drag, or as the difference of their pictures. Or one alone.

import type { Hmesh } from '@assetc/formats';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../format-size.js';
import { ErrorBox } from '../../parts/error-box.js';
import { Slider } from '../../parts/slider.js';
import { FIRST_LOOK } from '../mesh/look.js';
import { type MeshLevel, meshLevels } from '../mesh/mesh-levels.js';
import type { ShownModel } from '../mesh/shown-model.js';
import { useModel } from '../mesh/use-model.js';
import type { Stage } from '../stage/stage.js';
import { StageBox } from '../stage/stage-box.js';
import { useLitStage } from '../stage/use-lit-stage.js';
import { drawPair, SIDE_SHARE } from './draw-pair.js';
import type { PairLook, ShownPair } from './pair.js';
import { PairBar } from './pair-bar.js';

export function MeshPair({ a, b, look, onLook }: ShownPair) {
  const label =
    b === undefined ? `${a.label} of ${a.path}` : `${a.label} and ${b.label} of ${a.path}; arrow keys move both`;
  const { stage, onStage, isLit } = useLitStage(a.store, label, { sky: false });
  const first = useModel(a.store, a.path, stage);
  const second = useModel(b?.store ?? a.store, b?.path ?? a.path, b === undefined ? undefined : stage, {
    keepsCamera: true,
  });
  const [levels, others] = [levelsOf(first.mesh), levelsOf(second.mesh)];
  const most = Math.max(levels.length, others.length) - 1;
  const level = Math.max(0, Math.min(look.level, most));
  const mode = b === undefined ? undefined : look.mode;
  const drawing = usePairDrawing(stage, first.shown, b === undefined ? undefined : second.shown, b !== undefined, look);
  useLayoutEffect(() => {
    for (const { shown } of [first, second]) shown?.show({ ...FIRST_LOOK, level });
  }, [first.shown, second.shown, level]);
  useLayoutEffect(() => {
    if (stage !== undefined) stage.share = mode === 'side' ? SIDE_SHARE : 1;
  }, [stage, mode]);
  useEffect(() => stage?.invalidate(), [stage, mode, look.swipe]);
  const error = first.error ?? second.error;
  const name = (side: string, of: readonly MeshLevel[]) => `${side}${most > 0 ? `: ${trianglesOf(of, level)}` : ''}`;
  return (
    <section class={`pair${b === undefined ? ' is-alone' : ''}`} aria-label="Comparison">
      <PairBar {...{ b, look, onLook }}>
        {most > 0 ? (
          <Slider
            label="Level"
            min={0}
            max={most}
            step={1}
            value={level}
            text={`${level} of ${most}`}
            onChange={(next) => onLook({ level: next })}
          />
        ) : null}
      </PairBar>
      <StageBox isBusy={!isLit || (error === undefined && !drawing.isDrawn)} onStage={onStage}>
        <canvas
          ref={drawing.overlay}
          class="pair-overlay"
          hidden={mode !== 'difference'}
          role="img"
          aria-label="Difference"
        />
        {mode === 'swipe' ? <span class="pair-line" style={{ left: `${look.swipe}%` }} /> : null}
        <div class="stage-note" role="status">
          {mode === 'difference'
            ? drawing.note
            : [name(a.label, levels), ...(b === undefined ? [] : [name(b.label, others)])].join(' | ')}
        </div>
        {error === undefined ? null : <ErrorBox title="A model cannot be drawn" error={error} />}
      </StageBox>
    </section>
  );
}

const levelsOf = (mesh: Hmesh | undefined): readonly MeshLevel[] => (mesh === undefined ? [] : meshLevels(mesh));

/** A model with fewer levels shows its last. */
const trianglesOf = (levels: readonly MeshLevel[], level: number): string =>
  `${formatCount(levels[Math.min(level, levels.length - 1)]?.triangles ?? 0)} triangles`;

/** `isPair`: both are drawn, when both are there. */
function usePairDrawing(
  stage: Stage | undefined,
  a: ShownModel | undefined,
  b: ShownModel | undefined,
  isPair: boolean,
  look: PairLook,
) {
  const [isDrawn, setDrawn] = useState(false);
  const [note, setNote] = useState('');
  const overlay = useRef<HTMLCanvasElement>(null);
  const current = useRef(look);
  current.current = look;
  useLayoutEffect(() => {
    setDrawn(false);
    if (stage === undefined || a === undefined || (isPair && b === undefined)) return;
    const end = stage.afterFrame(() => {
      if (b !== undefined) setNote(drawPair(stage, a, b, current.current, overlay.current));
      setDrawn(true);
    });
    stage.invalidate();
    return end;
  }, [stage, a, b, isPair]);
  return { isDrawn, note, overlay };
}
