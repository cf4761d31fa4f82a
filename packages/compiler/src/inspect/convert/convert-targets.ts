// What `assetc convert --to` takes.

/** Every format that `convert` writes. */
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

/** A format that `convert` writes. */
export type ConvertTarget = (typeof CONVERT_TARGETS)[number];
