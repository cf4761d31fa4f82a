// Two textures: next to each other, one over the other with a line to drag, or their difference. Or one alone.

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { SCROLLED } from '../../parts/scrolled.js';
import { Segmented } from '../../parts/segmented.js';
import type { ShownPair } from './pair.js';
import { PairBar } from './pair-bar.js';
import { PictureCanvas } from './picture-canvas.js';
import { differenceOf, gainInWords, type Rgba } from './picture-difference.js';
import { type PairPictures, usePairPictures } from './use-pair-pictures.js';

const ZOOMS = [0, 1, 2, 4, 8] as const;

/** Where a zoomed texture is scrolled to, left and top. */
export interface Scroll {
  current: readonly [number, number];
}

interface TexturePairProps extends ShownPair {
  readonly scroll: Scroll;
}

export function TexturePair(props: TexturePairProps) {
  const { b, look, onLook } = props;
  const { pictures, error } = usePairPictures(props);
  return (
    <section
      class={`pair${b === undefined ? ' is-alone' : ''}`}
      aria-label="Comparison"
      aria-busy={pictures === undefined && error === undefined}
    >
      <PairBar {...{ b, look, onLook }}>
        <Segmented<string>
          label="Zoom"
          choices={ZOOMS.map((zoom) => ({ value: String(zoom), label: zoom === 0 ? 'Fit' : `${zoom}×` }))}
          value={String(look.zoom)}
          onChange={(zoom) => onLook({ zoom: Number(zoom) })}
        />
      </PairBar>
      {error !== undefined ? <ErrorBox title="They cannot be compared" error={error} /> : null}
      {pictures === undefined ? (
        error === undefined && <Busy label="Decoding" />
      ) : (
        <Shown {...props} pictures={pictures} />
      )}
    </section>
  );
}

function Shown({ a, b, look, onLook, scroll, pictures }: TexturePairProps & { readonly pictures: PairPictures }) {
  const mode = b === undefined ? 'side' : look.mode;
  const difference = useMemo(
    () => (mode === 'difference' && pictures.b !== undefined ? differenceOf(pictures.a, pictures.b) : undefined),
    [pictures, mode],
  );
  const boxes = useRef<HTMLDivElement>(null);
  const all = (): readonly HTMLElement[] => [...(boxes.current?.querySelectorAll<HTMLElement>('.pair-box') ?? [])];
  useLayoutEffect(() => {
    for (const box of all()) box.scrollTo(...scroll.current);
  }, [mode, look.zoom]);
  // Both have the size of the larger, so that the same place is at the same place.
  const width = look.zoom === 0 ? undefined : Math.max(pictures.a.width, pictures.b?.width ?? 0) * look.zoom;
  const canvas = (picture: Rgba, label: string, cut?: number) => (
    <PictureCanvas {...{ picture, label, width }} {...(cut === undefined ? {} : { cut })} />
  );
  const sides = [{ picture: pictures.a, label: a.label }, ...together(pictures.b, b?.label)];
  const follow = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    const { scrollLeft, scrollTop } = currentTarget;
    scroll.current = [scrollLeft, scrollTop];
    for (const box of all()) if (box !== currentTarget) box.scrollTo(scrollLeft, scrollTop);
  };
  const drag = (event: PointerEvent & { readonly currentTarget: HTMLElement }): void => {
    if (event.buttons !== 1) return;
    const { left, width: wide } = event.currentTarget.getBoundingClientRect();
    onLook({ swipe: Math.round(Math.min(1, Math.max(0, (event.clientX - left) / wide)) * 100) });
  };
  return (
    <>
      <div ref={boxes} class={`pair-boxes is-${look.zoom === 0 ? 'fit' : 'zoomed'}`}>
        {mode === 'side' ? (
          sides.map(({ picture, label }) => (
            <figure key={label}>
              <figcaption>{label}</figcaption>
              <div class="pair-box" onScroll={follow} {...SCROLLED}>
                {canvas(picture, label)}
              </div>
            </figure>
          ))
        ) : (
          <figure>
            <figcaption>
              {difference === undefined ? sides.map(({ label }) => label).join(' | ') : gainInWords(difference)}
            </figcaption>
            <div class="pair-box" onScroll={follow} {...SCROLLED}>
              {difference === undefined ? (
                <div class="pair-swipe" onPointerDown={drag} onPointerMove={drag}>
                  {sides.map(({ picture, label }, i) => canvas(picture, label, i === 0 ? undefined : look.swipe / 100))}
                  <span class="pair-line" style={{ left: `${look.swipe}%` }} />
                </div>
              ) : (
                canvas(difference.picture, 'Difference')
              )}
            </div>
          </figure>
        )}
      </div>
      {pictures.level > 0 ? <p class="muted note">Mip {pictures.level} is shown: the texture is large.</p> : null}
    </>
  );
}

const together = (picture: Rgba | undefined, label: string | undefined) =>
  picture === undefined || label === undefined ? [] : [{ picture, label }];
