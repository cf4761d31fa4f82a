/** Builds the page that `assetc ui` serves into this folder, which is emptied first. */
export function buildViewer(folder: string): Promise<void>;
