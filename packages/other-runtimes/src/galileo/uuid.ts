// The UUID of a Galileo mesh, derived from its source's name so that builds are reproducible.

/**
 * The first sixteen bytes of a digest (SHA-256 of `assetc:` + source ref) in the layout of a version 4 UUID.
 *
 * @example
 * const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`assetc:${sourceRef(path)}`));
 * formatUuid(galiUuid(new Uint8Array(digest)));
 */
export function galiUuid(digest: Uint8Array): Uint8Array {
  if (digest.length < 16) throw new Error('a UUID needs 16 bytes of a digest');
  const uuid = new Uint8Array(digest.subarray(0, 16));
  uuid[6] = ((uuid[6] ?? 0) & 0x0f) | 0x40;
  uuid[8] = ((uuid[8] ?? 0) & 0x3f) | 0x80;
  return uuid;
}

/** `xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx`. */
export function formatUuid(uuid: Uint8Array): string {
  const hex = [...uuid].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
