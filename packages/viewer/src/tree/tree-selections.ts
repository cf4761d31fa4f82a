// Remembers selections made by the tree itself. They come back through the page's address, possibly after further key presses, which
// following them would undo. So the tree follows only selections from elsewhere.

export class TreeSelections {
  #pending: string[] = [];

  /** The tree selects this path. */
  add(path: string): void {
    this.#pending.push(path);
  }

  /** Whether the tree made this selection. Also forgets earlier selections, which were skipped. */
  take(selected: string): boolean {
    const at = this.#pending.indexOf(selected);
    this.#pending = at < 0 ? [] : this.#pending.slice(at + 1);
    return at >= 0;
  }
}
