// Makes the textures of a glTF's JSON refer to KTX2 images by KHR_texture_basisu, and to nothing else.

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listIn = (parent: JsonObject, name: string): JsonObject[] => {
  const value = parent[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
};

export const numberIn = (parent: JsonObject, name: string): number | undefined => {
  const value = parent[name];
  return typeof value === 'number' ? value : undefined;
};

const BASISU = 'KHR_texture_basisu';
/** In the order in which the compiler chooses. */
const OTHERS = ['EXT_texture_webp', 'EXT_texture_avif'];

const extensionsOf = ({ extensions }: JsonObject): JsonObject => (isObject(extensions) ? extensions : {});

/** `replaced`: images that are KTX2 now. */
export function useKtx2(json: JsonObject, replaced: ReadonlySet<number>): void {
  const images = listIn(json, 'images');
  const textures = listIn(json, 'textures');
  for (const texture of textures) {
    const extensions = extensionsOf(texture);
    const holders = [...OTHERS.map((name) => extensions[name]).filter(isObject), texture];
    const sources = holders.flatMap((holder) => numberIn(holder, 'source') ?? []);
    const chosen = sources.find((source) => replaced.has(source));
    if (chosen === undefined) continue;
    delete texture.source;
    for (const name of OTHERS) delete extensions[name];
    texture.extensions = { ...extensions, [BASISU]: { source: chosen } };
  }
  const uses = (name: string): boolean => textures.some((texture) => extensionsOf(texture)[name] !== undefined);
  const known = [BASISU, ...OTHERS];
  for (const list of ['extensionsUsed', 'extensionsRequired']) {
    const before: unknown = json[list];
    const names = Array.isArray(before) ? before.filter((name) => typeof name === 'string') : [];
    const kept = names.filter((name) => !known.includes(name) || uses(name));
    if (uses(BASISU) && !kept.includes(BASISU)) kept.push(BASISU);
    if (kept.length > 0) json[list] = kept;
    else delete json[list];
  }
  if (images.length > 0) json.images = images;
}
