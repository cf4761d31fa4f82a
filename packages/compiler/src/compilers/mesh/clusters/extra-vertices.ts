// Vertices beside others: those of a mesh that lie where a vertex does and differ from it in normals alone. Lists of each vertex's are chained through
// arrays that are filled again for each group.

export class ExtraVertices {
  count = 0;
  /** Extra → vertex of the mesh. */
  #vertices = new Uint32Array(0);
  /** Extra → the vertex that it is beside. */
  #owners = new Uint32Array(0);
  /** Vertex → the last of its extras, extra → the one before: −1 for none. */
  #heads = new Int32Array(0);
  #nexts = new Int32Array(0);

  reserve(capacity: number): void {
    this.#vertices = new Uint32Array(capacity);
    this.#owners = new Uint32Array(capacity);
    this.#heads = new Int32Array(capacity);
    this.#nexts = new Int32Array(capacity);
  }

  /** A vertex without extras. */
  begin(owner: number): void {
    this.#heads[owner] = -1;
  }

  /** Once each. */
  add(owner: number, vertex: number): void {
    for (let at = this.first(owner); at >= 0; at = this.next(at)) if (this.#vertices[at] === vertex) return;
    this.#vertices[this.count] = vertex;
    this.#owners[this.count] = owner;
    this.#nexts[this.count] = this.first(owner);
    this.#heads[owner] = this.count++;
  }

  /** One of a vertex, −1 where it has none. */
  first(owner: number): number {
    return this.#heads[owner] ?? -1;
  }

  /** The next of the same vertex, −1 after the last. */
  next(extra: number): number {
    return this.#nexts[extra] ?? -1;
  }

  vertexOf(extra: number): number {
    return this.#vertices[extra] ?? 0;
  }

  ownerOf(extra: number): number {
    return this.#owners[extra] ?? 0;
  }

  /** Of all, in the order in which they came. */
  vertices(): Uint32Array {
    return this.#vertices.subarray(0, this.count);
  }
}
