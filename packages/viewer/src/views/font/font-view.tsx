// The page of a font: a live specimen from its distance field, its glyphs, the field itself.

import { glyphAt, type Hfont } from '@assetc/formats';
import { useState } from 'preact/hooks';
import { codepointName, lettersMissing } from '../../font/set-text.js';
import { formatCount } from '../../format-size.js';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { Facts, Panel } from '../../parts/panel.js';
import { Segmented } from '../../parts/segmented.js';
import { Slider } from '../../parts/slider.js';
import { Toggle } from '../../parts/toggle.js';
import { Toolbar } from '../../parts/toolbar.js';
import { hashOf } from '../../routing/route.js';
import { singleSheet } from '../../texture/sheet.js';
import type { Look } from '../../texture/sheet-renderer.js';
import type { ViewProps } from '../table.js';
import { SheetCanvas } from '../texture/sheet-canvas.js';
import { GlyphTable } from './glyph-table.js';
import { Specimen } from './specimen.js';
import { useFont } from './use-font.js';

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
  const [shows, setShows] = useState<Shows>('specimen');
  const [text, setText] = useState(TEXT);
  const [size, setSize] = useState(56);
  const [isKerned, setIsKerned] = useState(true);
  const [chosen, setChosen] = useState(0);
  if (error !== undefined) return <ErrorBox title="The font cannot be read" error={error} />;
  if (value === undefined) return <Busy label="Reading the font" />;
  const { font, atlas, atlasPath, client } = value;
  const missing = lettersMissing(font, text);
  return (
    <div class="split font">
      <div class="split-main">
        <Toolbar label="How the font is shown">
          <Segmented<Shows>
            label="What is shown"
            choices={[
              { value: 'specimen', label: 'Specimen' },
              { value: 'glyphs', label: 'Glyphs' },
              { value: 'sheet', label: font.msdf ? 'MSDF' : 'SDF', title: 'The distance field itself' },
            ]}
            value={shows}
            onChange={setShows}
          />
          {shows === 'specimen' ? (
            <>
              <div class="font-size">
                <Slider label="Size" min={8} max={240} step={1} value={size} text={`${size} px`} onChange={setSize} />
              </div>
              <Toggle label="Kerning" checked={isKerned} onChange={setIsKerned} />
            </>
          ) : null}
        </Toolbar>
        {shows === 'specimen' ? (
          <>
            <textarea
              class="specimen-text"
              aria-label="Text of the specimen"
              rows={2}
              spellcheck={false}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <Specimen {...{ font, atlas, text, size, isKerned }} />
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
        <Panel title="Letters that it lacks" note={`${missing.length}`}>
          {missing.length === 0 ? (
            <p class="muted">The text has none.</p>
          ) : (
            <>
              <p class="muted">
                {hasFallback(font) ? 'Drawn as .notdef, in red.' : 'Drawn as .notdef, which is blank in this font.'}
              </p>
              <ul class="missing">
                {missing.map((letter) => (
                  <li key={letter}>
                    <b>{letter}</b> <span class="muted">{codepointName(letter.codePointAt(0) ?? 0)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Panel>
        {shows === 'glyphs' ? <GlyphPanel font={font} index={chosen} /> : null}
        <MetricsPanel font={font} atlasPath={atlasPath} />
      </div>
    </div>
  );
}

/** Whether what stands for missing letters has an outline. */
const hasFallback = (font: Hfont): boolean => {
  const [left = 0, bottom = 0, right = 0, top = 0] = glyphAt(font, 0)?.plane ?? [];
  return right > left && top > bottom;
};

const em = (value: number): string => `${value.toFixed(4).replace('-', '−')} em`;

function GlyphPanel({ font, index }: { readonly font: Hfont; readonly index: number }) {
  const glyph = glyphAt(font, index);
  if (glyph === undefined) return null;
  const [left = 0, bottom = 0, right = 0, top = 0] = glyph.plane;
  const [u0 = 0, v0 = 0, u1 = 0, v1 = 0] = glyph.uv;
  const texels = (share: number, size: number): string => (share * size).toFixed(1);
  return (
    <Panel title="Glyph" note={glyph.codepoint === 0 ? '.notdef' : codepointName(glyph.codepoint)}>
      <Facts
        rows={[
          ['Advance', em(glyph.advance)],
          ['Left, right', `${em(left)}, ${em(right)}`],
          ['Bottom, top', `${em(bottom)}, ${em(top)}`],
          ['In the sheet', `${texels(u0, font.atlasWidth)}, ${texels(v0, font.atlasHeight)}`],
          ['Texels', `${texels(u1 - u0, font.atlasWidth)} × ${texels(v1 - v0, font.atlasHeight)}`],
        ]}
      />
    </Panel>
  );
}

function MetricsPanel({ font, atlasPath }: { readonly font: Hfont; readonly atlasPath: string }) {
  return (
    <Panel title="Font" note={font.msdf ? 'MSDF' : 'SDF'}>
      <Facts
        rows={[
          ['Glyphs', formatCount(font.glyphCount)],
          ['Kerning pairs', formatCount(font.kerningCount)],
          ['Ascent', em(font.ascent)],
          ['Descent', em(font.descent)],
          ['Line gap', em(font.lineGap)],
          ['Distances', `${font.distanceRange.toFixed(2)} texels, edge ${font.edgeValue.toFixed(3)}`],
          ['Sheet', `${font.atlasWidth} × ${font.atlasHeight}`],
          ['Texture', <a href={hashOf(atlasPath)}>{atlasPath}</a>],
        ]}
      />
    </Panel>
  );
}
