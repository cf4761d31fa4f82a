// Files to download. An address lives as long as its link shows it.

const addresses = new WeakMap<HTMLAnchorElement, string>();

export function offerDownload(
  link: HTMLAnchorElement,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  type = 'image/ktx2',
): void {
  withdrawDownload(link);
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  addresses.set(link, address);
  link.href = address;
  link.download = name;
  link.removeAttribute('aria-disabled');
}

export function withdrawDownload(link: HTMLAnchorElement): void {
  const address = addresses.get(link);
  if (address !== undefined) URL.revokeObjectURL(address);
  addresses.delete(link);
  link.removeAttribute('href');
  link.setAttribute('aria-disabled', 'true');
}
