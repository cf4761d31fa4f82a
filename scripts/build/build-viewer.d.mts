/** Empties the folder, then builds the page that `assetc ui` serves into it. */
export function buildViewer(folder: string): Promise<void>;
