// Names of SPIR-V's capabilities, as reflection prints them.

const CORE =
  'Matrix Shader Geometry Tessellation Addresses Linkage Kernel Vector16 Float16Buffer Float16 Float64 Int64 Int64Atomics ImageBasic ImageReadWrite ImageMipmap . Pipes Groups DeviceEnqueue LiteralSampler AtomicStorage Int16 TessellationPointSize GeometryPointSize ImageGatherExtended . StorageImageMultisample UniformBufferArrayDynamicIndexing SampledImageArrayDynamicIndexing StorageBufferArrayDynamicIndexing StorageImageArrayDynamicIndexing ClipDistance CullDistance ImageCubeArray SampleRateShading ImageRect SampledRect GenericPointer Int8 InputAttachment SparseResidency MinLod Sampled1D Image1D SampledCubeArray SampledBuffer ImageBuffer ImageMSArray StorageImageExtendedFormats ImageQuery DerivativeControl InterpolationFunction TransformFeedback GeometryStreams StorageImageReadWithoutFormat StorageImageWriteWithoutFormat MultiViewport SubgroupDispatch NamedBarrier PipeStorage GroupNonUniform GroupNonUniformVote GroupNonUniformArithmetic GroupNonUniformBallot GroupNonUniformShuffle GroupNonUniformShuffleRelative GroupNonUniformClustered GroupNonUniformQuad ShaderLayer ShaderViewportIndex UniformDecoration'.split(
    ' ',
  );

const EXTENSIONS: ReadonlyMap<number, string> = new Map([
  [4422, 'FragmentShadingRateKHR'],
  [4423, 'SubgroupBallotKHR'],
  [4427, 'DrawParameters'],
  [4431, 'SubgroupVoteKHR'],
  [4433, 'StorageBuffer16BitAccess'],
  [4434, 'UniformAndStorageBuffer16BitAccess'],
  [4435, 'StoragePushConstant16'],
  [4436, 'StorageInputOutput16'],
  [4437, 'DeviceGroup'],
  [4439, 'MultiView'],
  [4441, 'VariablePointersStorageBuffer'],
  [4442, 'VariablePointers'],
  [4448, 'StorageBuffer8BitAccess'],
  [4449, 'UniformAndStorageBuffer8BitAccess'],
  [4450, 'StoragePushConstant8'],
  [4464, 'DenormPreserve'],
  [4465, 'DenormFlushToZero'],
  [4466, 'SignedZeroInfNanPreserve'],
  [4467, 'RoundingModeRTE'],
  [4468, 'RoundingModeRTZ'],
  [4472, 'RayQueryKHR'],
  [4478, 'RayTraversalPrimitiveCullingKHR'],
  [4479, 'RayTracingKHR'],
  [5254, 'ShaderViewportIndexLayerEXT'],
  [5265, 'FragmentFullyCoveredEXT'],
  [5266, 'MeshShadingNV'],
  [5283, 'MeshShadingEXT'],
  [5284, 'FragmentBarycentricKHR'],
  [5301, 'ShaderNonUniform'],
  [5302, 'RuntimeDescriptorArray'],
  [5303, 'InputAttachmentArrayDynamicIndexing'],
  [5304, 'UniformTexelBufferArrayDynamicIndexing'],
  [5305, 'StorageTexelBufferArrayDynamicIndexing'],
  [5306, 'UniformBufferArrayNonUniformIndexing'],
  [5307, 'SampledImageArrayNonUniformIndexing'],
  [5308, 'StorageBufferArrayNonUniformIndexing'],
  [5309, 'StorageImageArrayNonUniformIndexing'],
  [5310, 'InputAttachmentArrayNonUniformIndexing'],
  [5311, 'UniformTexelBufferArrayNonUniformIndexing'],
  [5312, 'StorageTexelBufferArrayNonUniformIndexing'],
  [5345, 'VulkanMemoryModel'],
  [5346, 'VulkanMemoryModelDeviceScope'],
  [5347, 'PhysicalStorageBufferAddresses'],
  [5353, 'RayTracingProvisionalKHR'],
  [5363, 'FragmentShaderSampleInterlockEXT'],
  [5378, 'FragmentShaderPixelInterlockEXT'],
  [5379, 'DemoteToHelperInvocation'],
  [6016, 'DotProductInputAll'],
  [6017, 'DotProductInput4x8Bit'],
  [6018, 'DotProductInput4x8BitPacked'],
  [6019, 'DotProduct'],
  [6033, 'AtomicFloat32AddEXT'],
  [6034, 'AtomicFloat64AddEXT'],
]);

/** The name of a capability; its number if it has none here. */
export const capabilityName = (capability: number): string =>
  (capability === 16 || capability === 26 ? undefined : CORE[capability]) ??
  EXTENSIONS.get(capability) ??
  `capability-${capability}`;
