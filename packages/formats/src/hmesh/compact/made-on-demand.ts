// Properties that are made when they are first read.

/** The object with a property whose value `make` returns, once. Cloning and spreading the object read it. */
export function withMade<T extends object, K extends string, V>(
  object: T,
  key: K,
  make: () => V,
): T & { readonly [P in K]: V } {
  let made: { readonly value: V } | undefined;
  const get = (): V => {
    made ??= { value: make() };
    return made.value;
  };
  return Object.defineProperty(object, key, { enumerable: true, configurable: true, get }) as T & {
    readonly [P in K]: V;
  };
}
