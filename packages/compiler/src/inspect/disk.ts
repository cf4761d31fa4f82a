// The file access that inspection needs. The pipeline's host implements it; tests use one in memory.

export interface Disk {
  /** Follows links. Undefined if the path does not exist. */
  stat(path: string): { readonly type: 'file' | 'folder' | 'other'; readonly sizeBytes: number } | undefined;
  readFolder(path: string): readonly { readonly name: string; readonly type: 'file' | 'folder' | 'link' | 'other' }[];
  readFile(path: string): Uint8Array;
  openRead(path: string): {
    readonly sizeBytes: number;
    /** Fills `buffer` from `position` on; returns how many bytes there were. */
    read(buffer: Uint8Array, position: number): number;
    close(): void;
  };
}
