/*
 * What a program needs to take any path on Windows too: there main() receives its arguments in the code page of the system, which
 * cannot represent most names, and fopen takes paths in it. Elsewhere both are UTF-8 already.
 */
#ifndef EXAMPLE_UTF8_H
#define EXAMPLE_UTF8_H

#include <stdio.h>
#include <stdlib.h>

#ifdef _WIN32
#include <windows.h>

#include <shellapi.h>

#include <fcntl.h>
#include <io.h>

/* The arguments in UTF-8, until the program ends. */
static inline char **utf8_arguments(int *argc, char **argv) {
  int count = 0, i;
  WCHAR **wide = CommandLineToArgvW(GetCommandLineW(), &count);
  char **utf8 = wide == NULL ? NULL : (char **)calloc((size_t)count + 1, sizeof *utf8);
  if (utf8 == NULL) return argv;
  for (i = 0; i < count; i++) {
    int size = WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, NULL, 0, NULL, NULL);
    utf8[i] = (char *)malloc((size_t)size);
    if (utf8[i] == NULL) return argv;
    WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, utf8[i], size, NULL, NULL);
  }
  LocalFree(wide);
  *argc = count;
  return utf8;
}

/* NULL if there is no memory; free it. */
static inline WCHAR *wide_path(const char *path) {
  int length = MultiByteToWideChar(CP_UTF8, 0, path, -1, NULL, 0);
  WCHAR *wide = (WCHAR *)malloc((size_t)length * sizeof *wide + sizeof *wide);
  if (wide != NULL && MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, length) == 0) wide[0] = 0;
  return wide;
}

static inline FILE *open_utf8(const char *path, const char *mode) {
  WCHAR *wide = wide_path(path), wideMode[8] = { 0 };
  FILE *file = NULL;
  size_t i;
  for (i = 0; i < 7 && mode[i] != 0; i++) wideMode[i] = (WCHAR)mode[i];
  if (wide != NULL) file = _wfopen(wide, wideMode);
  free(wide);
  return file;
}

/* Renames a file; one that has the new name is replaced. */
static inline int replace_file(const char *from, const char *to) {
  WCHAR *wideFrom = wide_path(from), *wideTo = wide_path(to);
  int isDone = wideFrom != NULL && wideTo != NULL && MoveFileExW(wideFrom, wideTo, MOVEFILE_REPLACE_EXISTING);
  free(wideFrom);
  free(wideTo);
  return isDone;
}

/* Otherwise every byte 10 would become two. */
static inline void print_bytes_as_they_are(void) { _setmode(_fileno(stdout), _O_BINARY); }
#else
static inline char **utf8_arguments(int *argc, char **argv) {
  (void)argc;
  return argv;
}

static inline FILE *open_utf8(const char *path, const char *mode) { return fopen(path, mode); }

static inline int replace_file(const char *from, const char *to) { return rename(from, to) == 0; }

static inline void print_bytes_as_they_are(void) {}
#endif

static inline FILE *open_to_write(const char *path) { return open_utf8(path, "wb"); }

#endif
