// The panels next to a texture.

import { BlocksPanel } from './blocks-panel.js';
import { ChoicePanel } from './choice-panel.js';
import { ComparePanel } from './compare-panel.js';
import { StrengthPanel } from './graded-view.js';
import { HistogramPanel } from './histogram-panel.js';
import { ImagePanel } from './image-picker.js';
import { FactsPanel, MemoryPanel } from './texture-facts.js';
import type { PictureProps } from './texture-picture.js';
import { hasHistogram, isFlat } from './use-shown-texture.js';

interface TextureSideProps extends PictureProps {
  readonly onStrength: (strength: number) => void;
}

export function TextureSide({ client, shown, strength, onStrength }: TextureSideProps) {
  const { ktx, facts } = client;
  const { settings, change, canShow, arrangement, image, compared, onCompare, blocks } = shown;
  const isOneOfSeveral = (arrangement === 'image' || arrangement === 'sky') && shown.arrangements.includes('all');
  const picks = canShow && isOneOfSeveral;
  const hasAlpha = canShow && isFlat(arrangement) && facts.channels.includes('a');
  return (
    <aside class="split-side" aria-label="About this texture">
      {picks || hasAlpha ? (
        <ImagePanel {...{ ktx, settings, change, image, picks, hasAlpha }} isLevelAlone={arrangement === 'sky'} />
      ) : null}
      {arrangement === 'graded' ? <StrengthPanel strength={strength} onChange={onStrength} /> : null}
      {shown.isCompared ? <ComparePanel {...{ facts, settings, change, compared, onCompare }} /> : null}
      {hasHistogram(client, arrangement) ? (
        <HistogramPanel histogram={shown.histogram} exposure={settings.exposure} />
      ) : null}
      <ChoicePanel ktx={ktx} />
      <MemoryPanel ktx={ktx} facts={facts} />
      <FactsPanel ktx={ktx} facts={facts} />
      {/* The last: how many modes there are is known only when all blocks were read. */}
      {shown.hasModes ? <BlocksPanel map={blocks} isShown={settings.showsBlocks} change={change} /> : null}
    </aside>
  );
}
