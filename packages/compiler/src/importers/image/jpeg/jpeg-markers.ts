// Marker codes of JPEG segments.

/** SOF0 to SOF15: a frame header. C4, C8 and CC in that range are other segments. */
export const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
