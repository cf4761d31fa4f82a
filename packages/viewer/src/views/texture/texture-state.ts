// Settings of the texture view, kept while the texture changes.

import type { Ktx2 } from '@assetc/formats';
import { useMemo, useState } from 'preact/hooks';
import { channelBits, type TextureFacts } from '../../texture/facts.js';
import { type ImageKey, nearestImage } from '../../texture/images.js';
import type { Comparison } from '../../texture/sheet/sheet-renderer.js';

export type Arrangement = 'image' | 'all' | 'sky' | 'roughness' | 'graded';
export type Background = 'checker' | 'dark' | 'light';

export interface TextureSettings {
  /** If undefined, the best for the texture. */
  readonly arrangement: Arrangement | undefined;
  readonly image: ImageKey;
  readonly tiles: 1 | 2 | 3;
  /** If undefined, the channels that contain data. */
  readonly channels: readonly [boolean, boolean, boolean, boolean] | undefined;
  readonly exposure: number;
  readonly rebuildsZ: boolean;
  readonly background: Background;
  readonly comparison: Comparison;
  readonly split: number;
  readonly gain: number;
  readonly showsBlocks: boolean;
}

const INITIAL: TextureSettings = {
  arrangement: undefined,
  image: { level: 0, layer: 0, face: 0, slice: 0 },
  tiles: 1,
  channels: undefined,
  exposure: 0,
  rebuildsZ: true,
  background: 'checker',
  comparison: 'off',
  split: 0.5,
  gain: 8,
  showsBlocks: false,
};

export type Change = (change: Partial<TextureSettings>) => void;

export function useTextureSettings(): readonly [TextureSettings, Change] {
  const [settings, setSettings] = useState(INITIAL);
  const change = useMemo<Change>(() => (part) => setSettings((before) => ({ ...before, ...part })), []);
  return [settings, change];
}

export const carried = ({ channels }: TextureFacts): readonly [boolean, boolean, boolean, boolean] => {
  const bits = channelBits(channels);
  return [(bits & 1) !== 0, (bits & 2) !== 0, (bits & 4) !== 0, (bits & 8) !== 0];
};

/** Possible arrangements of a texture, the best first. */
function arrangementsOf(ktx: Ktx2, facts: TextureFacts): readonly Arrangement[] {
  const isCube = facts.shape === 'cube' && ktx.layerCount <= 1 && facts.format !== undefined;
  const isLut =
    facts.shape === '3d' &&
    ktx.pixelWidth === ktx.pixelHeight &&
    ktx.pixelWidth === ktx.pixelDepth &&
    facts.format !== undefined;
  const several = ktx.levels.length > 1 || ktx.layerCount > 0 || ktx.faceCount > 1 || ktx.pixelDepth > 0;
  return [
    ...(facts.isLight && isCube ? (['roughness'] as const) : []),
    ...(isCube ? (['sky'] as const) : []),
    ...(isLut ? (['graded'] as const) : []),
    ...(facts.shape === '2d'
      ? (['image', ...(several ? (['all'] as const) : [])] as const)
      : (['all', 'image'] as const)),
  ];
}

interface Resolved {
  readonly arrangements: readonly Arrangement[];
  readonly arrangement: Arrangement;
  readonly image: ImageKey;
  readonly channels: NonNullable<TextureSettings['channels']>;
}

/** The current display, limited to what the texture has. */
export function resolve(settings: TextureSettings, ktx: Ktx2, facts: TextureFacts): Resolved {
  const arrangements = arrangementsOf(ktx, facts);
  const chosen = arrangements.find((each) => each === settings.arrangement) ?? arrangements[0] ?? 'image';
  // Both show level 0.
  const isOfFirst = settings.comparison !== 'off' || settings.showsBlocks;
  const image = nearestImage(ktx, isOfFirst ? { ...settings.image, level: 0 } : settings.image);
  return {
    arrangements,
    arrangement: isOfFirst ? 'image' : chosen,
    image,
    channels: settings.channels ?? carried(facts),
  };
}
