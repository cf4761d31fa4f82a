// Types for the part of Khronos' validator that tests use. It comes without types.

declare module 'gltf-validator' {
  interface Issue {
    readonly code: string;
    readonly message: string;
    readonly severity: number;
    readonly pointer?: string;
  }
  export function validateBytes(
    bytes: Uint8Array,
    options?: {
      readonly maxIssues?: number;
      readonly format?: 'glb' | 'gltf';
      readonly externalResourceFunction?: (uri: string) => Promise<Uint8Array>;
    },
  ): Promise<{ readonly issues: { readonly numErrors: number; readonly messages: readonly Issue[] } }>;
}
