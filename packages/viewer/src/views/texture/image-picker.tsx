// Selects an image: a slider for each of level, layer, face and slice that a texture has several of.

import type { Ktx2 } from '@assetc/formats';
import { Panel } from '../../parts/panel.js';
import { Segmented } from '../../parts/segmented.js';
import { Slider } from '../../parts/slider.js';
import { FACE_NAMES, type ImageKey, levelSize } from '../../texture/images.js';
import type { Background, Change, TextureSettings } from './texture-state.js';

interface ImagePickerProps {
  readonly ktx: Ktx2;
  readonly image: ImageKey;
  readonly isLevelFixed: boolean;
  /** All faces are visible: only the level is selectable. */
  readonly isLevelAlone: boolean;
  readonly onChange: (image: ImageKey) => void;
}

function ImagePicker({ ktx, image, isLevelFixed, isLevelAlone, onChange }: ImagePickerProps) {
  const { width, height } = levelSize(ktx, image.level);
  const rows = [
    { name: 'level', label: 'Mip', count: ktx.levels.length, text: `${image.level} · ${width} × ${height}` },
    { name: 'layer', label: 'Layer', count: ktx.layerCount, text: `${image.layer}` },
    { name: 'face', label: 'Face', count: ktx.faceCount, text: FACE_NAMES[image.face] ?? '' },
    { name: 'slice', label: 'Slice', count: ktx.pixelDepth >> image.level, text: `${image.slice}` },
  ] as const;
  return (
    <>
      {rows.map(({ name, label, count, text }) =>
        count < 2 || (isLevelAlone && name !== 'level') ? null : (
          <Slider
            key={name}
            label={label}
            min={0}
            max={count - 1}
            step={1}
            value={image[name]}
            text={text}
            disabled={isLevelFixed && name === 'level'}
            onChange={(value) => onChange({ ...image, [name]: value })}
          />
        ),
      )}
    </>
  );
}

interface BackgroundPickerProps {
  readonly value: Background;
  readonly onChange: (value: Background) => void;
}

/** Background of transparent texels. */
const BackgroundPicker = ({ value, onChange }: BackgroundPickerProps) => (
  <div class="labelled">
    <span class="muted">Behind</span>
    <Segmented<Background>
      label="Background of transparent texels"
      choices={[
        { value: 'checker', label: 'Checker' },
        { value: 'dark', label: 'Dark' },
        { value: 'light', label: 'Light' },
      ]}
      value={value}
      onChange={onChange}
    />
  </div>
);

interface ImagePanelProps extends Pick<ImagePickerProps, 'ktx' | 'image' | 'isLevelAlone'> {
  readonly settings: TextureSettings;
  readonly change: Change;
  /** One image is selected. */
  readonly picks: boolean;
  readonly hasAlpha: boolean;
}

export const ImagePanel = ({ settings, change, picks, hasAlpha, ...picker }: ImagePanelProps) => (
  <Panel title="Image">
    {picks ? (
      <ImagePicker
        {...picker}
        isLevelFixed={settings.comparison !== 'off' || settings.showsBlocks}
        onChange={(image) => change({ image })}
      />
    ) : null}
    {hasAlpha ? (
      <BackgroundPicker value={settings.background} onChange={(background) => change({ background })} />
    ) : null}
  </Panel>
);
