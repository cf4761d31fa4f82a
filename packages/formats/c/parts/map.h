/* ---- Files mapped into memory: define ASSETC_MAP_FILES to enable this. POSIX and Windows. ---- */

#ifdef ASSETC_MAP_FILES
typedef struct AssetcMappedFile {
  const void *bytes; /* Page-aligned. */
  size_t size;
} AssetcMappedFile;

/*
 * Maps a file to read it. 1 for success; an empty file is mapped as no bytes. The path is UTF-8. On Windows it may be longer than 260
 * characters; one that is not valid UTF-8 is taken to be in the code page of the system, as main() receives it there.
 */
ASSETC_API int assetc_map_file(AssetcMappedFile *file, const char *path);
/* Pointers into the file are invalid afterward. */
ASSETC_API void assetc_unmap_file(AssetcMappedFile *file);
#endif

/* @implementation */

#if defined(ASSETC_MAP_FILES) && defined(_WIN32)
/* Others may replace or delete the file while it is being opened. */
#define ASSETC_IMPL_SHARE (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

static HANDLE assetc_impl_open_wide(const WCHAR *path) {
  return CreateFileW(path, GENERIC_READ, ASSETC_IMPL_SHARE, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
}

/* Past 260 characters Windows takes only absolute paths that begin with \\?\ or, for \\server\share, with \\?\UNC\. */
static HANDLE assetc_impl_open_long(const WCHAR *path) {
  static const WCHAR drive[] = { '\\', '\\', '?', '\\' }, server[] = { '\\', '\\', '?', '\\', 'U', 'N', 'C' };
  const DWORD length = GetFullPathNameW(path, 0, NULL, NULL);
  WCHAR *full = (WCHAR *)HeapAlloc(GetProcessHeap(), 0, (length + 8) * sizeof(WCHAR));
  HANDLE handle = INVALID_HANDLE_VALUE;
  if (full == NULL) return handle;
  if (length > 0 && GetFullPathNameW(path, length, full + 8, NULL) < length) {
    if (full[8] == '\\' && full[9] == '\\') {
      memcpy(full + 2, server, sizeof server);
      handle = assetc_impl_open_wide(full + 2);
    } else {
      memcpy(full + 4, drive, sizeof drive);
      handle = assetc_impl_open_wide(full + 4);
    }
  }
  HeapFree(GetProcessHeap(), 0, full);
  return handle;
}

static HANDLE assetc_impl_open_file(const char *path) {
  const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, NULL, 0);
  HANDLE handle;
  WCHAR *wide;
  if (length == 0) return CreateFileA(path, GENERIC_READ, ASSETC_IMPL_SHARE, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
  wide = (WCHAR *)HeapAlloc(GetProcessHeap(), 0, (size_t)length * sizeof(WCHAR));
  if (wide == NULL) return INVALID_HANDLE_VALUE;
  MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, length);
  handle = assetc_impl_open_wide(wide);
  if (handle == INVALID_HANDLE_VALUE && GetLastError() != ERROR_FILE_NOT_FOUND) handle = assetc_impl_open_long(wide);
  HeapFree(GetProcessHeap(), 0, wide);
  return handle;
}

int assetc_map_file(AssetcMappedFile *file, const char *path) {
  HANDLE handle = assetc_impl_open_file(path), map;
  LARGE_INTEGER size;
  file->bytes = "";
  file->size = 0;
  if (handle == INVALID_HANDLE_VALUE) return 0;
  if (!GetFileSizeEx(handle, &size) || (uint64_t)size.QuadPart > SIZE_MAX) {
    CloseHandle(handle);
    return 0;
  }
  if (size.QuadPart == 0) {
    CloseHandle(handle);
    return 1;
  }
  map = CreateFileMappingA(handle, NULL, PAGE_READONLY, 0, 0, NULL);
  CloseHandle(handle);
  if (map == NULL) return 0;
  file->bytes = MapViewOfFile(map, FILE_MAP_READ, 0, 0, 0);
  CloseHandle(map);
  if (file->bytes == NULL) return 0;
  file->size = (size_t)size.QuadPart;
  return 1;
}

void assetc_unmap_file(AssetcMappedFile *file) {
  if (file->size > 0) UnmapViewOfFile(file->bytes);
  file->size = 0;
}
#elif defined(ASSETC_MAP_FILES)
int assetc_map_file(AssetcMappedFile *file, const char *path) {
  struct stat info;
  void *bytes;
  int handle = open(path, O_RDONLY);
  file->bytes = "";
  file->size = 0;
  if (handle < 0) return 0;
  if (fstat(handle, &info) != 0 || !S_ISREG(info.st_mode) || (uint64_t)info.st_size > SIZE_MAX) {
    close(handle);
    return 0;
  }
  if (info.st_size == 0) {
    close(handle);
    return 1;
  }
  bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, handle, 0);
  close(handle);
  if (bytes == MAP_FAILED) return 0;
  file->bytes = bytes;
  file->size = (size_t)info.st_size;
  return 1;
}

void assetc_unmap_file(AssetcMappedFile *file) {
  union {
    const void *mapped;
    void *bytes;
  } view; /* munmap takes a pointer that is not const. */
  view.mapped = file->bytes;
  if (file->size > 0) munmap(view.bytes, file->size);
  file->size = 0;
}
#endif
