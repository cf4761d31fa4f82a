/*
 * Follows `assetc watch --ui`: when a build changes files, reloads those that it knows and prints them. Plain sockets, no
 * library; if the connection breaks, it reconnects and receives what it missed.
 *
 *   cc -std=c99 -I packages/formats/c packages/formats/c/example/follow.c -o follow -lm && ./follow 49152 runtime
 *
 * 49152 is the port that assetc printed, runtime the output folder.
 */
#define _POSIX_C_SOURCE 200809L
#define ASSETC_IMPLEMENTATION
#define ASSETC_MAP_FILES
#include "assetc.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* An engine would find the asset by its path here and replace it. */
static void reload(const char *folder, const char *path) {
  char full[4096];
  AssetcMappedFile file;
  AssetcError error;
  AssetcMesh mesh;
  AssetcTexture texture;
  const char *dot = strrchr(path, '.');
  if (snprintf(full, sizeof full, "%s/%s", folder, path) >= (int)sizeof full || !assetc_map_file(&file, full)) {
    printf("cannot open %s\n", path);
    return;
  }
  if (dot != NULL && strcmp(dot, ".hmesh") == 0 && assetc_mesh_open(&mesh, file.bytes, file.size, &error))
    printf("reloaded %s: %" PRIu32 " vertices\n", path, mesh.desc->vertexCount);
  else if (dot != NULL && strcmp(dot, ".ktx2") == 0 && assetc_texture_open(&texture, file.bytes, file.size, &error))
    printf("reloaded %s: %" PRIu32 " x %" PRIu32 "\n", path, texture.header->pixelWidth, texture.header->pixelHeight);
  else
    printf("changed %s: %" PRIu64 " bytes\n", path, (uint64_t)file.size);
  assetc_unmap_file(&file);
}

/* ---- A JSON parser for events. Each function begins at a value and returns its end; NULL if it is not JSON. ---- */

static const char *skip_space(const char *at) {
  while (at != NULL && (*at == ' ' || *at == ',' || *at == ':')) at++;
  return at;
}

static unsigned hex4(const char *at) {
  char digits[5] = {0};
  strncpy(digits, at, 4);
  return (unsigned)strtoul(digits, NULL, 16);
}

static size_t put_utf8(char *out, unsigned code) {
  if (code < 0x80) return out[0] = (char)code, 1;
  if (code < 0x800) return out[0] = (char)(0xc0 | code >> 6), out[1] = (char)(0x80 | (code & 63)), 2;
  if (code < 0x10000)
    return out[0] = (char)(0xe0 | code >> 12), out[1] = (char)(0x80 | (code >> 6 & 63)), out[2] = (char)(0x80 | (code & 63)), 3;
  out[0] = (char)(0xf0 | code >> 18), out[1] = (char)(0x80 | (code >> 12 & 63));
  return out[2] = (char)(0x80 | (code >> 6 & 63)), out[3] = (char)(0x80 | (code & 63)), 4;
}

/* Copies a string to `out`, which has `room` bytes, truncated if necessary. */
static const char *read_string(const char *at, char *out, size_t room) {
  size_t used = 0;
  if (*at++ != '"') return NULL;
  for (; *at != '"'; at++) {
    char bytes[4] = {*at, 0, 0, 0};
    size_t count = 1;
    if (*at == '\0') return NULL;
    if (*at == '\\' && *++at != 'u') {
      const char *found = *at == '\0' ? NULL : strchr("b\bf\fn\nr\rt\t", *at);
      if (*at == '\0') return NULL;
      bytes[0] = found == NULL ? *at : found[1];
    } else if (at[-1] == '\\') {
      unsigned code = hex4(at + 1);
      if (strlen(at) < 5) return NULL;
      at += 4;
      if (code >= 0xd800 && code < 0xdc00 && at[1] == '\\' && at[2] == 'u' && strlen(at) > 6) {
        code = 0x10000 + ((code - 0xd800) << 10) + (hex4(at + 3) - 0xdc00);
        at += 6;
      }
      count = put_utf8(bytes, code);
    }
    if (used + count < room) memcpy(out + used, bytes, count), used += count;
  }
  if (room > 0) out[used] = '\0';
  return at + 1;
}

static const char *skip_value(const char *at) {
  int depth = 0;
  at = skip_space(at);
  do {
    if (at == NULL || *at == '\0') return NULL;
    if (*at == '"') {
      at = read_string(at, NULL, 0);
    } else {
      if (*at == '{' || *at == '[') depth++;
      if (*at == '}' || *at == ']') depth--;
      at++;
      /* A number or a word ends before the next separator. */
      if (depth == 0)
        while (*at != '\0' && strchr(",]} ", *at) == NULL) at++;
    }
  } while (depth > 0);
  return at;
}

/* The value of `name` in the object that begins here. */
static const char *find(const char *at, const char *name) {
  char key[64];
  if (at == NULL || *at != '{') return NULL;
  at = skip_space(at + 1);
  while (at != NULL && *at == '"') {
    at = skip_space(read_string(at, key, sizeof key));
    if (at == NULL || strcmp(key, name) == 0) return at;
    at = skip_space(skip_value(at));
  }
  return NULL;
}

/* ---- The stream ---- */

typedef struct {
  char *line;
  size_t used, room;
  char event[32];
  char last_id[64];
  int greeted;
} Stream;

static void take_event(const Stream *stream, const char *folder, const char *data) {
  char path[2048];
  const char *at;
  if (strcmp(stream->event, "hello") == 0) {
    const char *resumed = find(data, "resumed");
    /* After a pause that is too long for the server to remember, anything may have changed: load everything again. */
    if (!stream->greeted) printf("listening\n");
    else if (resumed != NULL && *resumed == 'f') printf("anything may have changed\n");
    return;
  }
  if (strcmp(stream->event, "failed") == 0) printf("the build failed\n");
  at = find(data, "changed");
  if (at == NULL || *at != '[') return;
  for (at = skip_space(at + 1); at != NULL && *at == '{'; at = skip_space(skip_value(at))) {
    const char *value = find(at, "path");
    if (value != NULL && read_string(value, path, sizeof path) != NULL) reload(folder, path);
  }
}

static void take_line(Stream *stream, const char *folder) {
  const char *line = stream->line;
  if (strncmp(line, "event: ", 7) == 0) {
    snprintf(stream->event, sizeof stream->event, "%s", line + 7);
  } else if (strncmp(line, "id: ", 4) == 0) {
    snprintf(stream->last_id, sizeof stream->last_id, "%s", line + 4);
  } else if (strncmp(line, "data: ", 6) == 0) {
    take_event(stream, folder, line + 6);
    if (strcmp(stream->event, "hello") == 0) stream->greeted = 1;
  }
  fflush(stdout);
}

/* Lines end with a line feed and have any length. The lines of the HTTP head are ignored. */
static int take_bytes(Stream *stream, const char *folder, const char *bytes, size_t count) {
  size_t i;
  for (i = 0; i < count; i++) {
    if (stream->used + 1 >= stream->room) {
      char *grown = realloc(stream->line, stream->room = stream->room * 2 + 256);
      if (grown == NULL) return 0;
      stream->line = grown;
    }
    if (bytes[i] != '\n') {
      stream->line[stream->used++] = bytes[i];
    } else {
      stream->line[stream->used] = '\0';
      stream->used = 0;
      take_line(stream, folder);
    }
  }
  return 1;
}

/* Reads until the connection ends. HTTP/1.0, so that the stream is not chunked. */
static void listen_once(Stream *stream, unsigned short port, const char *folder) {
  char buffer[4096];
  struct sockaddr_in address;
  ssize_t count;
  int length, line = socket(AF_INET, SOCK_STREAM, 0);
  if (line < 0) return;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  length = snprintf(buffer, sizeof buffer, "GET /api/events HTTP/1.0\r\nHost: 127.0.0.1:%u\r\nLast-Event-ID: %s\r\n\r\n", port, stream->last_id);
  stream->used = 0;
  if (connect(line, (struct sockaddr *)&address, sizeof address) == 0 && write(line, buffer, (size_t)length) == length)
    while ((count = read(line, buffer, sizeof buffer)) > 0)
      if (!take_bytes(stream, folder, buffer, (size_t)count)) break;
  close(line);
}

int main(int argc, char **argv) {
  Stream stream;
  const struct timespec pause = {0, 500000000};
  const long port = argc == 3 ? strtol(argv[1], NULL, 10) : 0;
  if (port < 1 || port > 65535) {
    fprintf(stderr, "usage: follow <port> <output folder>\n");
    return 2;
  }
  memset(&stream, 0, sizeof stream);
  for (;;) {
    listen_once(&stream, (unsigned short)port, argv[2]);
    nanosleep(&pause, NULL);
  }
}
