// What is shown of an open texture, from the user's settings and the texture's contents, with its histogram and comparison.

import { useMemo, useState } from 'preact/hooks';
import { type BlockMap, modalFormat } from '../../texture/block-map.js';
import type { Histogram } from '../../texture/histogram.js';
import { type ImageKey, imageName, imagesOfLevel, levelSize } from '../../texture/images.js';
import { type Sheet, singleSheet, wholeSheet } from '../../texture/sheet/sheet.js';
import type { Look } from '../../texture/sheet/sheet-renderer.js';
import type { TextureClient } from '../../texture/worker/texture-client.js';
import { useDark } from '../../theme/theme.js';
import type { ViewProps } from '../table.js';
import { backgroundColors } from './background.js';
import { type Arrangement, type Change, resolve, type TextureSettings, useTextureSettings } from './texture-state.js';
import { useBlockMap, useHistogram, type Wanted } from './use-answer.js';
import { type Compared, useComparison } from './use-comparison.js';
import { useFlipKey } from './use-flip-key.js';

export interface OpenTextureProps extends ViewProps {
  readonly client: TextureClient;
}

export interface ShownTexture {
  readonly settings: TextureSettings;
  readonly change: Change;
  /** This page can decode its format. */
  readonly canShow: boolean;
  readonly arrangement: Arrangement;
  readonly arrangements: readonly Arrangement[];
  /** The selected image. */
  readonly image: ImageKey;
  readonly sheet: Sheet;
  /** A new key fits the sheet into the canvas. */
  readonly sheetKey: string;
  readonly look: Look;
  /** It may have a source to compare with. */
  readonly isCompared: boolean;
  readonly compared: Compared;
  /** Compares a large texture, too. */
  readonly onCompare: () => void;
  /** Its block format has modes. */
  readonly hasModes: boolean;
  readonly blocks: BlockMap | undefined;
  readonly histogram: Histogram | undefined;
  /** Called when the texture is drawn, or cannot be: statistics are computed after that. */
  readonly onSeen: (client: TextureClient) => void;
}

/** Textures with at most this many texels are compared with their source automatically. */
const COMPARED_UNASKED = 2048 * 2048;

export function useShownTexture({ client, path, store }: OpenTextureProps): ShownTexture {
  const { ktx, facts } = client;
  const [settings, change] = useTextureSettings();
  const [seen, onSeen] = useState<TextureClient>();
  const isDark = useDark();
  const { arrangement, arrangements, image, channels } = resolve(settings, ktx, facts);
  const { width, height } = levelSize(ktx, 0);
  const canShow = facts.format !== undefined;
  const isCompared = canShow && ktx.pixelDepth === 0 && !facts.isLight;
  const hasModes = modalFormat({ facts }) !== undefined;
  const isSeen = seen === client || !isFlat(arrangement) || !canShow;
  const due = (isWanted: boolean): Wanted => isWanted && (isSeen || 'later');
  const [asked, setAsked] = useState<TextureClient>();
  const isAsked = asked === client || settings.comparison !== 'off' || width * height <= COMPARED_UNASKED;
  const compared = useComparison(client, store, path, image, due(isCompared && isAsked));
  const blocks = useBlockMap(client, { ...image, level: 0 }, due(hasModes));
  // The visible image, or all images of its level.
  const counted = arrangement === 'image' ? [image] : imagesOfLevel(ktx, image.level);
  const histogram = useHistogram(client, counted, due(hasHistogram(client, arrangement)));
  const sheet = useMemo(
    () => (arrangement === 'all' ? wholeSheet(ktx) : singleSheet(ktx, image, settings.tiles)),
    [ktx, arrangement, imageName(image), settings.tiles],
  );
  const sheetKey = arrangement === 'all' ? 'all' : `${image.level} ${settings.tiles} ${width} ${height}`;
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
  const chosen = { settings, change, arrangement, arrangements, image, sheet, sheetKey, look };
  const onCompare = (): void => setAsked(client);
  return { ...chosen, canShow, isCompared, compared, onCompare, hasModes, blocks, histogram, onSeen };
}

/** True for flat images, false for a space to look around in. */
export const isFlat = (arrangement: Arrangement): arrangement is 'image' | 'all' =>
  arrangement === 'image' || arrangement === 'all';

export const hasHistogram = ({ facts }: TextureClient, arrangement: Arrangement): boolean =>
  facts.format !== undefined && facts.isHdr && arrangement !== 'graded';
