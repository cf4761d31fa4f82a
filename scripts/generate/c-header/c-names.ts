// Spells names and types of the declarations in C.

export const snake = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

const READERS: Readonly<Record<string, string>> = {
  uint8_t: 'u8',
  uint16_t: 'u16',
  int16_t: 'i16',
  uint32_t: 'u32',
  int32_t: 'i32',
  uint64_t: 'u64',
  float: 'f32',
};

/** The suffix of assetc_read_… for a C type. */
export function readerOf(type: string): string {
  const reader = READERS[type];
  if (reader === undefined) throw new Error(`no reader for ${type}`);
  return reader;
}
