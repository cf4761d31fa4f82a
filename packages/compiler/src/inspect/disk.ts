// What inspection needs of a disk. The pipeline's host fits; so does an in-memory double.

export interface Disk {
  /** Follows links; undefined if nothing is there. */
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
