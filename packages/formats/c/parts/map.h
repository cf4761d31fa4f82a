/* ---- Files mapped into memory: define ASSETC_MAP_FILES to have this. POSIX and Windows. ---- */

#ifdef ASSETC_MAP_FILES
typedef struct AssetcMappedFile {
  const void *bytes; /* On a page of its own, so aligned for everything. */
  size_t size;
} AssetcMappedFile;

/* Maps a file to read it. 1 for success; an empty file is mapped as no bytes. The path is that of fopen: UTF-8 on POSIX. */
ASSETC_API int assetc_map_file(AssetcMappedFile *file, const char *path);
/* Pointers into the file are no longer good after this. */
ASSETC_API void assetc_unmap_file(AssetcMappedFile *file);
#endif

/* @implementation */

#if defined(ASSETC_MAP_FILES) && defined(_WIN32)
int assetc_map_file(AssetcMappedFile *file, const char *path) {
  HANDLE handle = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL), map;
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
  } view; /* munmap takes what mmap gave, which was not const. */
  view.mapped = file->bytes;
  if (file->size > 0) munmap(view.bytes, file->size);
  file->size = 0;
}
#endif
