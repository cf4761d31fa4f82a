// The part of draco3dgltf's API used here; the package has no types.

declare module 'draco3dgltf' {
  export interface DracoStatus {
    ok(): boolean;
    error_msg(): string;
  }
  export interface DracoMesh {
    num_points(): number;
    num_faces(): number;
  }
  export interface DracoAttribute {
    num_components(): number;
  }
  export interface DracoDecoder {
    GetEncodedGeometryType(buffer: object): number;
    DecodeBufferToMesh(buffer: object, mesh: DracoMesh): DracoStatus;
    GetAttributeByUniqueId(mesh: DracoMesh, id: number): DracoAttribute;
    GetAttributeIdByUniqueId?(mesh: DracoMesh, id: number): number;
    GetAttributeDataArrayForAllPoints(
      mesh: DracoMesh,
      attribute: DracoAttribute,
      type: number,
      byteLength: number,
      pointer: number,
    ): boolean;
    GetTrianglesUInt32Array(mesh: DracoMesh, byteLength: number, pointer: number): boolean;
  }
  export interface DracoModule {
    readonly Decoder: new () => DracoDecoder;
    readonly DecoderBuffer: new () => { Init(bytes: Int8Array, length: number): void };
    readonly Mesh: new () => DracoMesh;
    readonly TRIANGULAR_MESH: number;
    readonly DT_INT8: number;
    readonly DT_UINT8: number;
    readonly DT_INT16: number;
    readonly DT_UINT16: number;
    readonly DT_UINT32: number;
    readonly DT_FLOAT32: number;
    readonly HEAPU8: Uint8Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    destroy(object: object): void;
    getPointer(object: object): number;
  }
  const draco: {
    createDecoderModule(options: object): Promise<DracoModule>;
    createEncoderModule(options: object): Promise<object>;
  };
  export default draco;
}
