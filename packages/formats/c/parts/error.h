/* ---- Errors. ---- */

/* The codes of the SDK's FormatError, and two that only exist in C. */
typedef enum AssetcErrorCode {
  ASSETC_OK = 0,
  ASSETC_ERROR_TRUNCATED,
  ASSETC_ERROR_BAD_VALUE,
  ASSETC_ERROR_BAD_MAGIC,
  ASSETC_ERROR_BAD_VERSION,
  ASSETC_ERROR_BAD_ALIGNMENT,
  ASSETC_ERROR_BAD_RANGE,
  ASSETC_ERROR_BAD_TEXT,
  ASSETC_ERROR_MISSING,
  ASSETC_ERROR_DUPLICATE,
  ASSETC_ERROR_BAD_ORDER,
  ASSETC_ERROR_TRAILING_BYTES,
  ASSETC_ERROR_UNSUPPORTED,
  ASSETC_ERROR_MEMORY, /* The file is not aligned to 8 bytes in memory, or a buffer of the caller is too small. */
  ASSETC_ERROR_CALLBACK /* A callback of the caller failed. */
} AssetcErrorCode;

/* The first rule that a file breaks. */
typedef struct AssetcError {
  AssetcErrorCode code;
  uint64_t offset; /* In bytes from the start of the file. */
  const char *field; /* The wrong field, as named in docs/formats. Static text: never free it. */
} AssetcError;

/* "truncated", "bad-value", ...: the code as the SDK spells it. */
ASSETC_API const char *assetc_error_name(AssetcErrorCode code);

/* @implementation */

/* Loops over tracks are compiled once for each number of components. */
#if defined(__GNUC__) || defined(__clang__)
#define ASSETC_IMPL_INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define ASSETC_IMPL_INLINE static __forceinline
#else
#define ASSETC_IMPL_INLINE static inline
#endif

/* A file under inspection. */
typedef struct AssetcImplFile {
  const unsigned char *bytes;
  uint64_t size;
  AssetcError *error; /* May be NULL. */
} AssetcImplFile;

const char *assetc_error_name(AssetcErrorCode code) {
  static const char *const names[] = {
    "ok", "truncated", "bad-value", "bad-magic", "bad-version", "bad-alignment", "bad-range", "bad-text", "missing",
    "duplicate", "bad-order", "trailing-bytes", "unsupported", "memory", "callback"
  };
  return (size_t)code < sizeof names / sizeof names[0] ? names[code] : "unknown";
}

/* Always returns 0, so that checks can return it. */
static int assetc_impl_fail(const AssetcImplFile *file, AssetcErrorCode code, uint64_t offset, const char *field) {
  if (file->error != NULL) {
    file->error->code = code;
    file->error->offset = offset;
    file->error->field = field;
  }
  return 0;
}

static AssetcImplFile assetc_impl_file(const void *bytes, size_t size, AssetcError *error) {
  AssetcImplFile file;
  file.bytes = (const unsigned char *)bytes;
  file.size = size;
  file.error = error;
  return file;
}

/* Structs are cast in place, which requires aligned memory. */
static int assetc_impl_is_aligned(const void *bytes, AssetcError *error) {
  AssetcImplFile file = assetc_impl_file(bytes, 0, error);
  if ((uintptr_t)bytes % 8 == 0) return 1;
  return assetc_impl_fail(&file, ASSETC_ERROR_MEMORY, 0, "memory");
}

/* Whether `length` bytes at `at` are inside the file; reports an error if not. */
static int assetc_impl_fits(const AssetcImplFile *file, uint64_t at, uint64_t length, const char *field) {
  if (at <= file->size && length <= file->size - at) return 1;
  return assetc_impl_fail(file, ASSETC_ERROR_TRUNCATED, at, field);
}

/* The first byte that is not zero in [from, to), or `to`. */
static uint64_t assetc_impl_first_nonzero(const AssetcImplFile *file, uint64_t from, uint64_t to) {
  while (from < to && file->bytes[from] == 0) from++;
  return from;
}

static int assetc_impl_finite(float v) {
  return (assetc_read_u32(&v) & UINT32_C(0x7F800000)) != UINT32_C(0x7F800000);
}

static int assetc_impl_is_rotation(float x, float y, float z, float w) {
  return assetc_impl_finite(x) && assetc_impl_finite(y) && assetc_impl_finite(z) && assetc_impl_finite(w) &&
         (x != 0 || y != 0 || z != 0 || w != 0);
}
