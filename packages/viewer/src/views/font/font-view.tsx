// The page of a font: sample text from its distance field, its glyphs, the field itself.

import type { Hfont } from '@assetc/formats';
import { useState } from 'preact/hooks';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { Segmented } from '../../parts/segmented.js';
import { Slider } from '../../parts/slider.js';
import { Toggle } from '../../parts/toggle.js';
import { Toolbar } from '../../parts/toolbar.js';
import { singleSheet } from '../../texture/sheet/sheet.js';
import type { Look } from '../../texture/sheet/sheet-renderer.js';
import type { ViewProps } from '../table.js';
import { SheetCanvas } from '../texture/sheet-canvas.js';
import { GlyphPanel, MetricsPanel, MissingPanel } from './font-panels.js';
import { GlyphTable } from './glyph-table.js';
import { Specimen, type SpecimenStyle } from './specimen.js';
import { type OpenFont, useFont } from './use-font.js';

type Shows = 'specimen' | 'glyphs' | 'sheet';

const TEXT = 'Sphinx of black quartz,\njudge my vow. AVATAR 0123';
const IMAGE = { level: 0, layer: 0, face: 0, slice: 0 };
const BLACK: readonly number[] = [0, 0, 0];
const PLAIN: Omit<Look, 'pixelRatio'> = {
  channels: [true, true, true, false],
  ...{ exposure: 0, isHdr: false, isSrgb: false, rebuildsZ: false, split: 0, gain: 1, showsBlocks: false },
  comparison: 'off',
  background: [BLACK, BLACK],
};

export function FontView(props: ViewProps) {
  const { value, error } = useFont(props);
  if (error !== undefined) return <ErrorBox title="The font cannot be read" error={error} />;
  if (value === undefined) return <Busy label="Reading the font" />;
  return <OpenFontView {...value} />;
}

function OpenFontView({ font, atlas, atlasPath, client }: OpenFont) {
  const [shows, setShows] = useState<Shows>('specimen');
  const [text, setText] = useState(TEXT);
  const [style, setStyle] = useState<SpecimenStyle>({ size: 56, isKerned: true });
  const [chosen, setChosen] = useState(0);
  return (
    <div class="split font">
      <div class="split-main">
        <FontToolbar {...{ font, shows, style }} onShows={setShows} onStyle={setStyle} />
        {shows === 'specimen' ? (
          <>
            <textarea
              class="specimen-text"
              aria-label="Sample text"
              rows={2}
              spellcheck={false}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <Specimen {...{ font, atlas, text }} {...style} />
          </>
        ) : shows === 'glyphs' ? (
          <GlyphTable {...{ font, atlas, chosen }} onChoose={setChosen} />
        ) : (
          <SheetCanvas
            label={atlasPath}
            client={client}
            sheet={singleSheet(client.ktx, IMAGE)}
            sheetKey="sheet"
            look={{ ...PLAIN, pixelRatio: devicePixelRatio }}
            onPoint={() => {}}
            onSplit={() => {}}
          />
        )}
      </div>
      <div class="split-side">
        <MissingPanel font={font} text={text} />
        {shows === 'glyphs' ? <GlyphPanel font={font} index={chosen} /> : null}
        <MetricsPanel font={font} atlasPath={atlasPath} />
      </div>
    </div>
  );
}

interface FontToolbarProps {
  readonly font: Hfont;
  readonly shows: Shows;
  readonly style: SpecimenStyle;
  readonly onShows: (shows: Shows) => void;
  readonly onStyle: (style: SpecimenStyle) => void;
}

function FontToolbar({ font, shows, style, onShows, onStyle }: FontToolbarProps) {
  const { size, isKerned } = style;
  return (
    <Toolbar label="How the font is shown">
      <Segmented<Shows>
        label="What is shown"
        choices={[
          { value: 'specimen', label: 'Specimen' },
          { value: 'glyphs', label: 'Glyphs' },
          { value: 'sheet', label: font.msdf ? 'MSDF' : 'SDF', title: 'The distance field itself' },
        ]}
        value={shows}
        onChange={onShows}
      />
      {shows === 'specimen' ? (
        <>
          <div class="font-size">
            <Slider
              label="Size"
              min={8}
              max={240}
              step={1}
              value={size}
              text={`${size} px`}
              onChange={(next) => onStyle({ size: next, isKerned })}
            />
          </div>
          <Toggle label="Kerning" checked={isKerned} onChange={(next) => onStyle({ size, isKerned: next })} />
        </>
      ) : null}
    </Toolbar>
  );
}
