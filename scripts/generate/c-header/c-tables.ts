// Tables of assetc.h that come from tables of the SDK. A part of the header requests one by its marker.

import { type AnimationTarget, SCENE_PROPERTIES } from '../../../packages/formats/src/hscene/properties.js';
import { exactSamples, OTHER_CHANNELS } from '../../../packages/formats/src/ktx2/validate-data-format.js';
import { knownVkFormats, type VkFormatInfo, vkFormatInfo } from '../../../packages/formats/src/ktx2/vk-format.js';

/** Values of ASSETC_FORMAT_…. */
const flagsOf = ({ srgb, srgbTwin, compressed, prohibited, depthStencil }: VkFormatInfo): number =>
  Number(srgb) + Number(srgbTwin) * 2 + Number(compressed) * 4 + Number(prohibited) * 8 + Number(depthStencil) * 16;

/** Equal lists of samples are written once. */
function ktx2Formats(): string {
  const samples: string[] = [];
  const firsts = new Map<string, number>();
  const rows = knownVkFormats().map((vkFormat) => {
    const info = vkFormatInfo(vkFormat);
    if (info === undefined) throw new Error(`vkFormat ${vkFormat} is listed but has no info`);
    const own = (exactSamples(vkFormat) ?? []).map(
      ({ bitOffset, bitLength, channelType, lower, upper }) =>
        `  { ${bitOffset}, ${bitLength}, ${channelType}, UINT32_C(${lower}), UINT32_C(${upper}) },`,
    );
    const key = own.join('\n');
    const first = firsts.get(key) ?? samples.length;
    if (!firsts.has(key)) samples.push(...own);
    firsts.set(key, first);
    const { blockWidth, blockHeight, blockBytes, typeSize, model } = info;
    const numbers = [blockWidth, blockHeight, blockBytes, typeSize, model, flagsOf(info), first, own.length];
    return `  { UINT32_C(${vkFormat}), ${numbers.join(', ')} },`;
  });
  return [
    'static const AssetcFormatInfo assetc_impl_formats[] = {',
    ...rows,
    '};',
    '',
    'static const AssetcImplSample assetc_impl_samples[] = {',
    ...samples,
    '};',
  ].join('\n');
}

function ktx2Channels(): string {
  const rows = [...OTHER_CHANNELS].map(([vkFormat, channels]) => {
    if (channels.length > 2) throw new Error(`vkFormat ${vkFormat} has more than two channels`);
    return `  { UINT32_C(${vkFormat}), ${channels.length}, { ${channels[0] ?? 0}, ${channels[1] ?? 0} } },`;
  });
  return ['static const AssetcImplChannels assetc_impl_channels[] = {', ...rows, '};'].join('\n');
}

/** The number of floats by property number; 0 if there is no such property. */
function sceneProperties(): string {
  const table = (target: AnimationTarget): string => {
    const floats: number[] = [];
    for (const { number, components } of SCENE_PROPERTIES[target]) floats[number] = components;
    const list = Array.from(floats, (components) => components ?? 0);
    return `static const uint8_t assetc_impl_${target}_floats[${list.length}] = { ${list.join(', ')} };`;
  };
  return (['node', 'material', 'camera', 'light'] as const).map(table).join('\n');
}

/** Marker → table. */
export const cTables = (): Readonly<Record<string, string>> => ({
  '/* @ktx2-formats@ */': ktx2Formats(),
  '/* @ktx2-channels@ */': ktx2Channels(),
  '/* @scene-properties@ */': sceneProperties(),
});
