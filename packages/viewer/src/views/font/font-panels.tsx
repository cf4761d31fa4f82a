// Panels of a font: missing characters of the text, the selected glyph, metrics.

import { glyphAt, type Hfont } from '@assetc/formats';
import { codepointName, missingCharacters } from '../../font/text-quads.js';
import { formatCount } from '../../format-size.js';
import { Facts, Panel } from '../../parts/panel.js';
import { hashOf } from '../../routing/route.js';

export function MissingPanel({ font, text }: { readonly font: Hfont; readonly text: string }) {
  const missing = missingCharacters(font, text);
  return (
    <Panel title="Missing characters" note={`${missing.length}`}>
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
  );
}

/** Whether the replacement for missing characters has an outline. */
const hasFallback = (font: Hfont): boolean => {
  const [left = 0, bottom = 0, right = 0, top = 0] = glyphAt(font, 0)?.plane ?? [];
  return right > left && top > bottom;
};

const em = (value: number): string => `${value.toFixed(4).replace('-', '−')} em`;

export function GlyphPanel({ font, index }: { readonly font: Hfont; readonly index: number }) {
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

export function MetricsPanel({ font, atlasPath }: { readonly font: Hfont; readonly atlasPath: string }) {
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
