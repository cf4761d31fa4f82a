// The page of a texture: the canvas, and what there is to know beside it.

import { useMemo, useState } from 'preact/hooks';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { modalFormat } from '../../texture/block-map.js';
import { imageName, imagesOfLevel, levelSize } from '../../texture/images.js';
import { singleSheet, wholeSheet } from '../../texture/sheet.js';
import type { Look } from '../../texture/sheet-renderer.js';
import type { TextureClient } from '../../texture/texture-client.js';
import { useDark } from '../../theme/theme.js';
import type { ViewProps } from '../table.js';
import { backgroundColors } from './background.js';
import { BlocksPanel } from './blocks-panel.js';
import { ComparePanel } from './compare-panel.js';
import { CubeCanvas } from './cube-canvas.js';
import { GradedView, StrengthPanel } from './graded-view.js';
import { HistogramPanel } from './histogram-panel.js';
import { ImagePanel } from './image-picker.js';
import { PointerLine } from './pointer-line.js';
import { type Pointed, SheetCanvas } from './sheet-canvas.js';
import { FactsPanel, MemoryPanel } from './texture-facts.js';
import { resolve, useTextureSettings } from './texture-state.js';
import { TextureToolbar } from './texture-toolbar.js';
import { useBlockMap, useHistogram, type Wanted } from './use-answer.js';
import { useComparison } from './use-comparison.js';
import { useFlipKey } from './use-flip-key.js';
import { useTexture } from './use-texture.js';

export function TextureView(props: ViewProps) {
  const { client, error } = useTexture(props);
  if (error !== undefined) return <ErrorBox title="The texture cannot be read" error={error} />;
  if (client === undefined) return <Busy label="Reading the texture" />;
  return <OpenTexture {...props} client={client} />;
}

/** Texels up to which it is compared with its source unasked. */
const COMPARED_UNASKED = 2048 * 2048;

function OpenTexture({ client, path, store }: ViewProps & { readonly client: TextureClient }) {
  const { ktx, facts } = client;
  const [settings, change] = useTextureSettings();
  const [pointed, setPointed] = useState<Pointed>();
  const [strength, setStrength] = useState(1);
  const [seen, setSeen] = useState<TextureClient>();
  const isDark = useDark();
  const { arrangement, arrangements, image, channels } = resolve(settings, ktx, facts);
  const isFlat = arrangement === 'image' || arrangement === 'all';
  const canShow = facts.format !== undefined;
  // What is counted of it comes after the picture.
  const due = (isWanted: boolean): Wanted => isWanted && (seen === client || !isFlat || !canShow || 'later');
  const { width, height } = levelSize(ktx, 0);
  const isCompared = canShow && ktx.pixelDepth === 0 && !facts.isLight;
  const compared = useComparison(
    client,
    store,
    path,
    image,
    due(isCompared && (settings.comparison !== 'off' || width * height <= COMPARED_UNASKED)) === true,
  );
  const picks = canShow && (arrangement === 'image' || arrangement === 'sky') && arrangements.includes('all');
  const hasAlpha = canShow && isFlat && facts.channels.includes('a');
  const hasModes = modalFormat({ facts }) !== undefined;
  const blocks = useBlockMap(client, { ...image, level: 0 }, due(hasModes));
  // Of the image in sight, or of all images of its level.
  const counted = arrangement === 'image' ? [image] : imagesOfLevel(ktx, image.level);
  const histogram = useHistogram(client, counted, due(canShow && facts.isHdr && arrangement !== 'graded'));
  const shown = settings.showsBlocks ? { ...image, level: 0 } : image;
  const sheet = useMemo(
    () => (arrangement === 'all' ? wholeSheet(ktx) : singleSheet(ktx, shown, settings.tiles)),
    [ktx, arrangement, imageName(shown), settings.tiles],
  );
  const look: Look = {
    channels,
    exposure: settings.exposure,
    isHdr: facts.isHdr,
    isSrgb: facts.isSrgb,
    rebuildsZ: settings.rebuildsZ && facts.channels === 'rg' && !facts.isHdr && channels[0] && channels[1],
    comparison: compared.source === undefined ? 'off' : settings.comparison,
    split: settings.split,
    gain: settings.gain,
    showsBlocks: settings.showsBlocks,
    background: backgroundColors(settings.background, isDark),
    pixelRatio: devicePixelRatio,
  };
  useFlipKey(isCompared, settings.comparison, change);

  return (
    <div class="split texture">
      <div class="split-main">
        {canShow ? <TextureToolbar {...{ ktx, facts, settings, arrangements, arrangement, channels, change }} /> : null}
        {!canShow ? (
          <NotDrawn name={facts.formatName} />
        ) : arrangement === 'graded' ? (
          <GradedView client={client} strength={strength} />
        ) : isFlat ? (
          <>
            <SheetCanvas
              label={path}
              client={client}
              sheet={sheet}
              sheetKey={arrangement === 'all' ? 'all' : `${shown.level} ${settings.tiles} ${width} ${height}`}
              look={look}
              source={compared.source}
              blocks={blocks}
              onSeen={setSeen}
              onPoint={setPointed}
              onSplit={(split) => change({ split })}
            />
            <PointerLine {...{ ktx, facts, pointed, blocks }} source={compared.source} />
          </>
        ) : (
          <CubeCanvas
            label={path}
            client={client}
            shows={arrangement}
            exposure={settings.exposure}
            level={image.level}
          />
        )}
      </div>
      <aside class="split-side" aria-label="About this texture">
        {picks || hasAlpha ? (
          <ImagePanel
            {...{ ktx, settings, change, picks, hasAlpha }}
            image={shown}
            isLevelAlone={arrangement === 'sky'}
          />
        ) : null}
        {arrangement === 'graded' ? <StrengthPanel strength={strength} onChange={setStrength} /> : null}
        {isCompared ? <ComparePanel {...{ facts, settings, change, compared }} /> : null}
        {canShow && facts.isHdr && arrangement !== 'graded' ? (
          <HistogramPanel histogram={histogram} exposure={settings.exposure} />
        ) : null}
        <MemoryPanel ktx={ktx} facts={facts} />
        <FactsPanel ktx={ktx} facts={facts} />
        {/* The last: how many modes there are is known only when all blocks were read. */}
        {hasModes ? <BlocksPanel map={blocks} isShown={settings.showsBlocks} change={change} /> : null}
      </aside>
    </div>
  );
}

const NotDrawn = ({ name }: { readonly name: string }) => (
  <div class="stage stage-none">
    <p>
      {name} is not drawn by this page.
      <br />
      What its header tells stands beside.
    </p>
  </div>
);
