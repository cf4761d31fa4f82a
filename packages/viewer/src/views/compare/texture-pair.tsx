// Two textures: next to each other, one over the other with a line to drag, or their difference.

import { useMemo, useRef, useState } from 'preact/hooks';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { SCROLLED } from '../../parts/scrolled.js';
import { Segmented } from '../../parts/segmented.js';
import { Slider } from '../../parts/slider.js';
import { PAIR_MODES, type Pair, type PairMode } from './pair.js';
import { PictureCanvas } from './picture-canvas.js';
import { differenceOf, gainInWords } from './picture-difference.js';
import { type PairPictures, usePairPictures } from './use-pair-pictures.js';

type Zoom = 'fit' | '1' | '2' | '4' | '8';
const ZOOMS = ['fit', '1', '2', '4', '8'] as const;

export function TexturePair(pair: Pair) {
  const [mode, setMode] = useState<PairMode>('side');
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [swipe, setSwipe] = useState(50);
  const { pictures, error } = usePairPictures(pair);
  return (
    <section class="pair" aria-label="Comparison" aria-busy={pictures === undefined && error === undefined}>
      <div class="toolbar">
        <Segmented<PairMode> label="Comparison" choices={PAIR_MODES} value={mode} onChange={setMode} />
        <Segmented<Zoom>
          label="Zoom"
          choices={ZOOMS.map((value) => ({ value, label: value === 'fit' ? 'Fit' : `${value}×` }))}
          value={zoom}
          onChange={setZoom}
        />
        {mode === 'swipe' ? (
          <Slider label="Line" min={0} max={100} step={1} value={swipe} text={`${swipe} %`} onChange={setSwipe} />
        ) : null}
      </div>
      {error !== undefined ? <ErrorBox title="They cannot be compared" error={error} /> : null}
      {pictures === undefined ? (
        error === undefined && <Busy label="Decoding" />
      ) : (
        <Shown {...{ pair, pictures, mode, zoom, swipe, onSwipe: setSwipe }} />
      )}
    </section>
  );
}

interface ShownProps {
  readonly pair: Pair;
  readonly pictures: PairPictures;
  readonly mode: PairMode;
  readonly zoom: Zoom;
  readonly swipe: number;
  readonly onSwipe: (percent: number) => void;
}

function Shown({ pair, pictures, mode, zoom, swipe, onSwipe }: ShownProps) {
  const difference = useMemo(
    () => (mode === 'difference' ? differenceOf(pictures.a, pictures.b) : undefined),
    [pictures, mode],
  );
  const boxes = useRef<HTMLDivElement>(null);
  // Both have the size of the larger, so that the same place is at the same place.
  const width = zoom === 'fit' ? undefined : Math.max(pictures.a.width, pictures.b.width) * Number(zoom);
  const picture = (side: 'a' | 'b', cut?: number) => (
    <PictureCanvas
      picture={pictures[side]}
      label={pair[side].label}
      width={width}
      {...(cut === undefined ? {} : { cut })}
    />
  );
  const follow = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    for (const box of boxes.current?.querySelectorAll<HTMLElement>('.pair-box') ?? [])
      if (box !== currentTarget) box.scrollTo(currentTarget.scrollLeft, currentTarget.scrollTop);
  };
  const drag = (event: PointerEvent & { readonly currentTarget: HTMLElement }): void => {
    if (event.buttons !== 1) return;
    const { left, width: wide } = event.currentTarget.getBoundingClientRect();
    onSwipe(Math.round(Math.min(1, Math.max(0, (event.clientX - left) / wide)) * 100));
  };
  return (
    <>
      <div ref={boxes} class={`pair-boxes is-${zoom === 'fit' ? 'fit' : 'zoomed'}`}>
        {mode === 'side' ? (
          (['a', 'b'] as const).map((side) => (
            <figure key={side}>
              <figcaption>{pair[side].label}</figcaption>
              <div class="pair-box" onScroll={follow} {...SCROLLED}>
                {picture(side)}
              </div>
            </figure>
          ))
        ) : (
          <figure>
            <figcaption>
              {difference === undefined ? `${pair.a.label} | ${pair.b.label}` : gainInWords(difference)}
            </figcaption>
            <div class="pair-box" {...SCROLLED}>
              {difference === undefined ? (
                <div class="pair-swipe" onPointerDown={drag} onPointerMove={drag}>
                  {picture('a')}
                  {picture('b', swipe / 100)}
                  <span class="pair-line" style={{ left: `${swipe}%` }} />
                </div>
              ) : (
                <PictureCanvas picture={difference.picture} label="Difference" width={width} />
              )}
            </div>
          </figure>
        )}
      </div>
      {pictures.level > 0 ? <p class="muted note">Mip {pictures.level} is shown: the texture is large.</p> : null}
    </>
  );
}
