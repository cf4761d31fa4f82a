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

static inline FILE *open_to_write(const char *path) {
  int length = MultiByteToWideChar(CP_UTF8, 0, path, -1, NULL, 0);
  WCHAR *wide = (WCHAR *)calloc((size_t)length + 1, sizeof(WCHAR));
  FILE *file = NULL;
  if (wide != NULL && MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, length) > 0) file = _wfopen(wide, L"wb");
  free(wide);
  return file;
}

/* Otherwise every byte 10 would become two. */
static inline void print_bytes_as_they_are(void) { _setmode(_fileno(stdout), _O_BINARY); }
#else
static inline char **utf8_arguments(int *argc, char **argv) {
  (void)argc;
  return argv;
}

static inline FILE *open_to_write(const char *path) { return fopen(path, "wb"); }

static inline void print_bytes_as_they_are(void) {}
#endif

#endif
