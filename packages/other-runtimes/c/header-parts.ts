// What this package adds to assetc.h, inside `#ifdef ASSETC_OTHER_RUNTIMES`.

/** Files in parts/. A part may use what comes before it, and every part of @assetc/formats. */
export const OTHER_PARTS: readonly string[] = ['fourcc', 'lz4', 'vkguide-fields', 'vkguide', 'vkguide-mesh'];

/** Rules that only one field has, by `Struct.field`, as conditions over `v`. */
export const OTHER_RULES: Readonly<Record<string, string>> = {
  'VkguideHeader.magic': 'assetc_impl_is_printable(v)',
};
