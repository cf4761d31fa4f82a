// Width and height of pictures, so that pages do not move while these load.

interface PictureSize {
  readonly width?: number;
  readonly height?: number;
}

/** Of a JPEG, from its first frame header. */
function jpegSize(bytes: Uint8Array): PictureSize {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 9 < bytes.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xc2) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  return {};
}

/** Of a PNG, JPEG or SVG. Empty if the file does not say. */
export function pictureSize(bytes: Uint8Array): PictureSize {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length > 24 && view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (bytes.length > 4 && view.getUint16(0) === 0xffd8) return jpegSize(bytes);
  const [, width, height] =
    /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(new TextDecoder().decode(bytes.subarray(0, 1000))) ?? [];
  return width === undefined ? {} : { width: Number(width), height: Number(height) };
}
