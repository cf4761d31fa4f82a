/* @implementation */

/* A KTX2 file under inspection. */
typedef struct AssetcImplKtx {
  AssetcImplFile file;
  AssetcKtx2Header header; /* A copy. */
  const AssetcFormatInfo *info; /* NULL if the format is not known. */
  uint64_t indexEnd;
  int hasBasic;
  AssetcDfdBlockHeader basicHeader;
  AssetcDfdBasic basic; /* The first basic block of the descriptor. */
  uint64_t samples; /* Offset of its samples. */
  uint64_t sampleCount;
} AssetcImplKtx;

#define ASSETC_IMPL_BASIC_FIXED (sizeof(AssetcDfdBlockHeader) + sizeof(AssetcDfdBasic))
/* Offsets of reported errors, from the start of the descriptor: its first block, the fields after the block's header, its samples. */
#define ASSETC_IMPL_DFD_BLOCK 4u
#define ASSETC_IMPL_DFD_BASIC 12u
#define ASSETC_IMPL_DFD_SAMPLES 28u

/* Finds the basic block; every block must be inside the descriptor. */
static int assetc_impl_read_descriptor(AssetcImplKtx *ktx) {
  const AssetcImplFile *file = &ktx->file;
  AssetcImplFile dfd = *file;
  uint64_t at = ktx->header.dfdByteOffset, end = at + ktx->header.dfdByteLength, size;
  if (!assetc_impl_fits(file, at, ktx->header.dfdByteLength, "DFD")) return 0;
  dfd.size = end;
  for (at += 4; at < end; at += size) {
    AssetcDfdBlockHeader head;
    if (!assetc_impl_fits(&dfd, at, sizeof head, "DFD")) return 0;
    memcpy(&head, file->bytes + at, sizeof head);
    size = head.descriptorBlockSize;
    if (size < sizeof head || size > end - at) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + 6, "DFD");
    if (head.vendorAndType != 0 || ktx->hasBasic) continue;
    if (size < ASSETC_IMPL_BASIC_FIXED || (size - ASSETC_IMPL_BASIC_FIXED) % sizeof(AssetcDfdSample) != 0)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + 6, "DFD");
    ktx->hasBasic = 1;
    ktx->basicHeader = head;
    memcpy(&ktx->basic, file->bytes + at + sizeof head, sizeof ktx->basic);
    ktx->samples = at + ASSETC_IMPL_BASIC_FIXED;
    ktx->sampleCount = (size - ASSETC_IMPL_BASIC_FIXED) / sizeof(AssetcDfdSample);
  }
  return 1;
}

static AssetcDfdSample assetc_impl_sample_at(const AssetcImplKtx *ktx, uint64_t i) {
  AssetcDfdSample sample;
  memcpy(&sample, ktx->file.bytes + ktx->samples + i * sizeof sample, sizeof sample);
  return sample;
}

/* `offset` from the start of the descriptor. */
static int assetc_impl_dfd_rule(const AssetcImplKtx *ktx, int ok, uint64_t offset, const char *field) {
  return ok ? 1 : assetc_impl_fail(&ktx->file, ASSETC_ERROR_BAD_VALUE, ktx->header.dfdByteOffset + offset, field);
}

static int assetc_impl_is_block(const AssetcDfdBasic *basic, unsigned width, unsigned height) {
  return basic->texelBlockDimension[0] + 1u == width && basic->texelBlockDimension[1] + 1u == height &&
         basic->texelBlockDimension[2] == 0 && basic->texelBlockDimension[3] == 0;
}

static int assetc_impl_check_block(const AssetcImplKtx *ktx, unsigned width, unsigned height, unsigned bytes) {
  const uint8_t *planes = ktx->basic.bytesPlane;
  /* Files from before revision 2 of the specification wrote 0 when supercompressed. */
  int mayBeZero = ktx->header.supercompressionScheme != ASSETC_KTX2_SUPERCOMPRESSION_NONE;
  int i;
  if (!assetc_impl_dfd_rule(
        ktx, assetc_impl_is_block(&ktx->basic, width, height), ASSETC_IMPL_DFD_BASIC + 4, "DFD.texelBlockDimension"))
    return 0;
  if (!assetc_impl_dfd_rule(
        ktx, planes[0] == bytes || (mayBeZero && planes[0] == 0), ASSETC_IMPL_DFD_BASIC + 8, "DFD.bytesPlane0"))
    return 0;
  for (i = 1; i < 8; i++)
    if (!assetc_impl_dfd_rule(ktx, planes[i] == 0, ASSETC_IMPL_DFD_BASIC + 9, "DFD.bytesPlane1-7")) return 0;
  return 1;
}

/* `channels` has a bit for each allowed channel. */
static int assetc_impl_check_basis_samples(const AssetcImplKtx *ktx, unsigned bits, uint32_t channels) {
  uint64_t i, at = ASSETC_IMPL_DFD_SAMPLES;
  for (i = 0; i < ktx->sampleCount; i++, at += sizeof(AssetcDfdSample)) {
    AssetcDfdSample sample = assetc_impl_sample_at(ktx, i);
    int known = sample.channelType < 16 && (channels >> sample.channelType & 1u) != 0;
    if (!assetc_impl_dfd_rule(ktx, sample.bitOffset == bits * i, at, "DFD.samples[].bitOffset")) return 0;
    if (!assetc_impl_dfd_rule(ktx, sample.bitLength == bits - 1, at + 2, "DFD.samples[].bitLength")) return 0;
    if (!assetc_impl_dfd_rule(ktx, known, at + 3, "DFD.samples[].channelType")) return 0;
    if (!assetc_impl_dfd_rule(ktx, sample.lower == 0, at + 8, "DFD.samples[].lower")) return 0;
    if (!assetc_impl_dfd_rule(ktx, sample.upper == UINT32_MAX, at + 12, "DFD.samples[].upper")) return 0;
  }
  return 1;
}

/* UASTC and ETC1S, which have no VkFormat. */
static int assetc_impl_check_universal(const AssetcImplKtx *ktx) {
  if (ktx->basic.colorModel == ASSETC_KTX2_MODEL_UASTC)
    return assetc_impl_check_block(ktx, 4, 4, 16) &&
           assetc_impl_dfd_rule(ktx, ktx->sampleCount == 1, ASSETC_IMPL_DFD_BLOCK + 6, "DFD.samples") &&
           assetc_impl_check_basis_samples(ktx, 128, 1u << 0 | 1u << 3 | 1u << 4 | 1u << 5 | 1u << 6);
  if (ktx->basic.colorModel != ASSETC_KTX2_MODEL_ETC1S) return 1;
  return assetc_impl_dfd_rule(
           ktx, assetc_impl_is_block(&ktx->basic, 4, 4), ASSETC_IMPL_DFD_BASIC + 4, "DFD.texelBlockDimension") &&
         assetc_impl_dfd_rule(ktx, ktx->sampleCount <= 2, ASSETC_IMPL_DFD_BLOCK + 6, "DFD.samples") &&
         assetc_impl_check_basis_samples(ktx, 64, 1u << 0 | 1u << 3 | 1u << 4 | 1u << 15);
}

static int assetc_impl_check_basis_model(const AssetcImplKtx *ktx) {
  int isLz = ktx->header.supercompressionScheme == ASSETC_KTX2_SUPERCOMPRESSION_BASISLZ;
  int isEtc1s = ktx->basic.colorModel == ASSETC_KTX2_MODEL_ETC1S, transfer = ktx->basic.transferFunction;
  if (!assetc_impl_dfd_rule(ktx, isLz == isEtc1s, ASSETC_IMPL_DFD_BASIC, "DFD.colorModel")) return 0;
  if (!isEtc1s && ktx->basic.colorModel != ASSETC_KTX2_MODEL_UASTC) return 1;
  return assetc_impl_dfd_rule(ktx, transfer == 1 || transfer == 2, ASSETC_IMPL_DFD_BASIC + 2, "DFD.transferFunction");
}

static int assetc_impl_check_sample(const AssetcImplKtx *ktx, uint64_t i) {
  AssetcDfdSample sample = assetc_impl_sample_at(ktx, i);
  uint64_t at = ASSETC_IMPL_DFD_SAMPLES + i * sizeof sample;
  unsigned blockBits = ktx->basic.bytesPlane[0] * 8u;
  int isAlpha = (sample.channelType & 15) == 15;
  if (!assetc_impl_dfd_rule(
        ktx, blockBits == 0 || sample.bitOffset + sample.bitLength + 1u <= blockBits, at, "DFD.samples[].bitLength"))
    return 0;
  if (ktx->info != NULL && i < ktx->info->sampleCount) {
    const AssetcImplSample *wanted = &assetc_impl_samples[ktx->info->firstSample + i];
    return assetc_impl_dfd_rule(ktx, sample.bitOffset == wanted->bitOffset, at, "DFD.samples[].bitOffset") &&
           assetc_impl_dfd_rule(ktx, sample.bitLength == wanted->bitLength, at + 2, "DFD.samples[].bitLength") &&
           assetc_impl_dfd_rule(ktx, sample.channelType == wanted->channelType, at + 3, "DFD.samples[].channelType") &&
           assetc_impl_dfd_rule(ktx, sample.lower == wanted->lower, at + 8, "DFD.samples[].lower") &&
           assetc_impl_dfd_rule(ktx, sample.upper == wanted->upper, at + 12, "DFD.samples[].upper");
  }
  if (ktx->basic.colorModel != ASSETC_KTX2_MODEL_RGBSDA || ktx->basic.transferFunction != 2) return 1;
  return assetc_impl_dfd_rule(ktx, !isAlpha || (sample.channelType & 0x10) != 0, at + 3, "DFD.samples[].channelType");
}

static int assetc_impl_check_channels(const AssetcImplKtx *ktx) {
  size_t i, k;
  for (i = 0; i < sizeof assetc_impl_channels / sizeof assetc_impl_channels[0]; i++) {
    const AssetcImplChannels *wanted = &assetc_impl_channels[i];
    int same = ktx->sampleCount == wanted->count;
    if (wanted->vkFormat != ktx->header.vkFormat) continue;
    for (k = 0; same && k < wanted->count; k++) same = assetc_impl_sample_at(ktx, k).channelType == wanted->channels[k];
    return assetc_impl_dfd_rule(ktx, same, ASSETC_IMPL_DFD_SAMPLES + 3, "DFD.samples");
  }
  return 1;
}

/* Float formats that some writers declare signed and others not. */
static int assetc_impl_check_float_block(const AssetcImplKtx *ktx) {
  AssetcDfdSample sample = assetc_impl_sample_at(ktx, 0);
  int isOne = ktx->sampleCount == 1 && sample.bitOffset == 0 && sample.bitLength == 127;
  return assetc_impl_dfd_rule(ktx, isOne, ASSETC_IMPL_DFD_BLOCK + 6, "DFD.samples") &&
         assetc_impl_dfd_rule(
           ktx, (sample.channelType & 0xbf) == 0x80, ASSETC_IMPL_DFD_SAMPLES + 3, "DFD.samples[].channelType");
}

/* Vulkan numbers the float formats of ASTC after all others of it. */
static int assetc_impl_is_float_astc(const AssetcImplKtx *ktx) {
  return ktx->info != NULL && ktx->info->model == ASSETC_KTX2_MODEL_ASTC &&
         ktx->header.vkFormat >= ASSETC_KTX2_VK_FORMAT_ASTC_4x4_SFLOAT_BLOCK;
}

static int assetc_impl_check_samples(const AssetcImplKtx *ktx) {
  uint64_t i;
  if (ktx->info != NULL && ktx->info->sampleCount > 0 &&
      !assetc_impl_dfd_rule(ktx, ktx->sampleCount == ktx->info->sampleCount, ASSETC_IMPL_DFD_BLOCK + 6, "DFD.samples"))
    return 0;
  if (assetc_impl_is_float_astc(ktx) && !assetc_impl_check_float_block(ktx)) return 0;
  if (!assetc_impl_check_channels(ktx)) return 0;
  for (i = 0; i < ktx->sampleCount; i++)
    if (!assetc_impl_check_sample(ktx, i)) return 0;
  return 1;
}

static int assetc_impl_check_descriptor(const AssetcImplKtx *ktx) {
  const AssetcDfdBasic *basic = &ktx->basic;
  const AssetcFormatInfo *info = ktx->info;
  int isSrgb = basic->transferFunction == 2;
  if (!ktx->hasBasic) return assetc_impl_fail(&ktx->file, ASSETC_ERROR_MISSING, ktx->header.dfdByteOffset, "DFD");
  if (!assetc_impl_dfd_rule(ktx, ktx->basicHeader.versionNumber == 2, ASSETC_IMPL_DFD_BLOCK + 4, "DFD.versionNumber") ||
      !assetc_impl_dfd_rule(ktx, basic->colorPrimaries <= 11, ASSETC_IMPL_DFD_BASIC + 1, "DFD.colorPrimaries") ||
      !assetc_impl_dfd_rule(ktx, basic->transferFunction <= 18, ASSETC_IMPL_DFD_BASIC + 2, "DFD.transferFunction") ||
      !assetc_impl_dfd_rule(ktx, basic->flags <= 1, ASSETC_IMPL_DFD_BASIC + 3, "DFD.flags") ||
      !assetc_impl_dfd_rule(ktx, ktx->sampleCount > 0, ASSETC_IMPL_DFD_BLOCK + 6, "DFD.samples"))
    return 0;
  if (info != NULL) {
    int wrongTransfer = ((info->flags & ASSETC_FORMAT_SRGB) != 0 && !isSrgb) ||
                        ((info->flags & ASSETC_FORMAT_SRGB_TWIN) != 0 && isSrgb);
    int isUniversal = ktx->header.vkFormat == ASSETC_KTX2_VK_FORMAT_ASTC_4x4_SFLOAT_BLOCK &&
                      basic->colorModel == ASSETC_KTX2_MODEL_UASTC_HDR_4x4;
    int modelOk = basic->colorModel == info->model || isUniversal;
    if (!assetc_impl_dfd_rule(ktx, modelOk, ASSETC_IMPL_DFD_BASIC, "DFD.colorModel") ||
        !assetc_impl_dfd_rule(ktx, !wrongTransfer, ASSETC_IMPL_DFD_BASIC + 2, "DFD.transferFunction") ||
        !assetc_impl_check_block(ktx, info->blockWidth, info->blockHeight, info->blockBytes))
      return 0;
  } else if (ktx->header.vkFormat == ASSETC_KTX2_VK_FORMAT_UNDEFINED && !assetc_impl_check_universal(ktx)) {
    return 0;
  }
  return assetc_impl_check_basis_model(ktx) && assetc_impl_check_samples(ktx);
}
