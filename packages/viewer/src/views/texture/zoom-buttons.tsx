// Zoom level and buttons.

interface ZoomButtonsProps {
  /** CSS pixels per texel. */
  readonly scale: number;
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
  readonly onTexels: () => void;
}

const percent = (scale: number): string => `${scale < 0.1 ? (scale * 100).toFixed(1) : Math.round(scale * 100)} %`;

export const ZoomButtons = ({ scale, onZoom, onFit, onTexels }: ZoomButtonsProps) => (
  <fieldset class="zoom-buttons" aria-label="Zoom">
    <button type="button" class="button" title="Smaller (−)" aria-label="Smaller" onClick={() => onZoom(0.5)}>
      −
    </button>
    <button type="button" class="button zoom-now" title="One texel per pixel (1)" onClick={onTexels}>
      {percent(scale)}
    </button>
    <button type="button" class="button" title="Larger (+)" aria-label="Larger" onClick={() => onZoom(2)}>
      +
    </button>
    <button type="button" class="button" title="Fit (0)" onClick={onFit}>
      Fit
    </button>
  </fieldset>
);
