// The line below a texture: position of the pointer, and the value there.

import type { Ktx2 } from '@assetc/formats';
import { type BlockMap, modalFormat, modeName } from '../../texture/block-map.js';
import type { SourceImage } from '../../texture/compare.js';
import type { TextureFacts } from '../../texture/facts.js';
import { imageLabel } from '../../texture/images.js';
import { valueAt } from '../../texture/texels.js';
import type { Pointed } from './sheet-canvas.js';
import { carried } from './texture-state.js';

interface PointerLineProps {
  readonly ktx: Ktx2;
  readonly facts: TextureFacts;
  readonly pointed: Pointed | undefined;
  readonly source: SourceImage | undefined;
  readonly blocks: BlockMap | undefined;
}

const float = (value: number): string =>
  Number.isFinite(value) ? (Math.abs(value) >= 100 ? value.toPrecision(5) : value.toFixed(4)) : String(value);
const share = (code: number): string => (code / 255).toFixed(3);

export function PointerLine({ ktx, facts, pointed, source, blocks }: PointerLineProps) {
  if (pointed === undefined) return <div class="pointer-line muted">Point at a texel to read it.</div>;
  const { image, x, y, texels } = pointed;
  const at = (y * texels.width + x) * 4;
  const shown = carried(facts).flatMap((isThere, c) => (isThere ? [{ name: 'RGBA'[c] ?? '', index: at + c }] : []));
  const values = shown.map(({ index }) => valueAt(texels, index));
  const isCodes = !facts.isHdr;
  const format = modalFormat({ facts });
  const mode =
    image.level === 0
      ? blocks?.modes[Math.floor(y / blocks.blockHeight) * blocks.columns + Math.floor(x / blocks.blockWidth)]
      : undefined;
  const from = image.level === 0 && source?.width === texels.width ? source : undefined;
  return (
    <div class="pointer-line">
      <span class="pointer-place">
        {x}, {y}
      </span>
      <span class="muted">{imageLabel(ktx, image)}</span>
      {shown.map(({ name }, i) => (
        <span key={name} class="pointer-value">
          <b class={`channel-text-${name.toLowerCase()}`}>{name}</b> {isCodes ? values[i] : float(values[i] ?? 0)}
        </span>
      ))}
      {isCodes ? <span class="muted">{values.map(share).join(' ')}</span> : null}
      {from === undefined ? null : (
        <span class="muted">
          source {shown.map(({ index }) => (isCodes ? from.data[index] : float(from.data[index] ?? 0))).join(' ')}
        </span>
      )}
      {mode === undefined || format === undefined ? null : (
        <span class="muted" title={modeName(format, mode)}>
          {mode < 19 && mode >= 0 ? `mode ${mode}` : modeName(format, mode)}
        </span>
      )}
    </div>
  );
}
