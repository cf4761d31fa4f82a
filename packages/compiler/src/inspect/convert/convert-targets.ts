// What `assetc convert --to` takes.

export const CONVERT_TARGETS = [
  'hmesh',
  'hmesh1',
  'vkguide',
  'vkguide-packed',
  'vkguide-paged',
  'galileo',
  'ktx2',
  'text',
  'binary',
] as const;

export type ConvertTarget = (typeof CONVERT_TARGETS)[number];
