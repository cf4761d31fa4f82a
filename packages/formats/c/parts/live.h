/* ---- Hot reload: define ASSETC_LIVE to enable this. POSIX and Winsock (link ws2_32). No thread, no allocation. ---- */

#ifdef ASSETC_LIVE
/*
 * What `assetc watch --ui` reports. Each function may be NULL. `hash` is that of the manifest: finds the asset there, and a
 * texture in materials. `path` is relative to the output folder. Texts are valid only during the call and end with no zero.
 */
typedef struct AssetcLiveCallbacks {
  /* The file has new content, and is complete. `version` changes with the content. */
  void (*changed)(void *user, uint64_t hash, AssetcText path, AssetcText version);
  void (*removed)(void *user, uint64_t hash, AssetcText path);
  /* After the changes of a build. 0: an asset could not be compiled; its old file stays. */
  void (*built)(void *user, int succeeded);
  void (*connected)(void *user);
  /* Changes were missed, or did not fit into the buffer: load everything again. */
  void (*missed)(void *user);
} AssetcLiveCallbacks;

/* Fill it with assetc_live_open. Its fields are private. */
typedef struct AssetcLive {
  AssetcLiveCallbacks callbacks;
  void *user;
  char *buffer; /* One line. */
  size_t room, used, sent;
  intptr_t socket;
  uint16_t port;
  uint8_t state, isOverlong, wasGreeted, isStarted;
  char id[64], nextId[64];
} AssetcLive;

/*
 * Begins to follow the watch that serves this port of 127.0.0.1. Returns at once; assetc_live_poll connects, and connects again whenever the
 * connection ends. `buffer` holds the longest event, about 150 bytes per changed file; 64 KiB is plenty. Returns 0 if there are no sockets.
 */
ASSETC_API int assetc_live_open(AssetcLive *live, uint16_t port, void *buffer, size_t size, const AssetcLiveCallbacks *callbacks, void *user);
/*
 * Calls back for what has arrived. Waits at most `milliseconds` for more, also while nobody answers: 0 once per frame, or 500 in a loop.
 * Returns 1 if it is connected.
 */
ASSETC_API int assetc_live_poll(AssetcLive *live, uint32_t milliseconds);
ASSETC_API void assetc_live_close(AssetcLive *live);
#endif

/* @implementation */

#ifdef ASSETC_LIVE
enum { ASSETC_IMPL_LIVE_OFF, ASSETC_IMPL_LIVE_CONNECTING, ASSETC_IMPL_LIVE_ASKING, ASSETC_IMPL_LIVE_HEAD, ASSETC_IMPL_LIVE_ON };

/* A poll reads no more than this, so that it ends. */
#define ASSETC_IMPL_LIVE_READS 64

#ifdef _WIN32
typedef SOCKET AssetcImplSocket;
typedef int AssetcImplCount;
#define ASSETC_IMPL_NO_SIGNAL 0
static int assetc_impl_live_waits(void) {
  const int error = WSAGetLastError();
  return error == WSAEWOULDBLOCK || error == WSAEINPROGRESS;
}
static int assetc_impl_live_start(void) {
  WSADATA data;
  return WSAStartup(MAKEWORD(2, 2), &data) == 0;
}
static void assetc_impl_live_stop(void) { WSACleanup(); }
static void assetc_impl_live_shut(AssetcImplSocket line) { closesocket(line); }
static int assetc_impl_live_unblock(AssetcImplSocket line) {
  u_long on = 1;
  return ioctlsocket(line, (long)FIONBIO, &on) == 0;
}
static void assetc_impl_live_sleep(uint32_t milliseconds) { Sleep(milliseconds); }
#else
typedef int AssetcImplSocket;
typedef ssize_t AssetcImplCount;
#ifdef MSG_NOSIGNAL
#define ASSETC_IMPL_NO_SIGNAL MSG_NOSIGNAL
#else
#define ASSETC_IMPL_NO_SIGNAL 0
#endif
static int assetc_impl_live_waits(void) {
  return errno == EWOULDBLOCK || errno == EAGAIN || errno == EINPROGRESS || errno == EINTR;
}
static int assetc_impl_live_start(void) { return 1; }
static void assetc_impl_live_stop(void) {}
static void assetc_impl_live_shut(AssetcImplSocket line) { close(line); }
static int assetc_impl_live_unblock(AssetcImplSocket line) {
#ifdef SO_NOSIGPIPE
  const int on = 1;
  setsockopt(line, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  /* select takes no larger number. */
  return line < FD_SETSIZE && fcntl(line, F_SETFL, O_NONBLOCK) == 0;
}
static void assetc_impl_live_sleep(uint32_t milliseconds) {
  struct timeval time;
  time.tv_sec = (long)(milliseconds / 1000);
  time.tv_usec = (int)(milliseconds % 1000 * 1000);
  select(0, NULL, NULL, NULL, &time);
}
#endif

static void assetc_impl_live_end(AssetcLive *live) {
  if (live->state != ASSETC_IMPL_LIVE_OFF) assetc_impl_live_shut((AssetcImplSocket)live->socket);
  live->state = ASSETC_IMPL_LIVE_OFF;
}

static void assetc_impl_live_connect(AssetcLive *live) {
  struct sockaddr_in address;
  const AssetcImplSocket line = socket(AF_INET, SOCK_STREAM, 0);
#ifdef _WIN32
  if (line == INVALID_SOCKET) return;
#else
  if (line < 0) return;
#endif
  live->socket = (intptr_t)line;
  live->state = ASSETC_IMPL_LIVE_CONNECTING;
  live->used = live->sent = 0;
  live->isOverlong = 0;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(live->port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (!assetc_impl_live_unblock(line)) assetc_impl_live_end(live);
  else if (connect(line, (const struct sockaddr *)&address, sizeof address) == 0) live->state = ASSETC_IMPL_LIVE_ASKING;
  else if (!assetc_impl_live_waits()) assetc_impl_live_end(live);
}

static void assetc_impl_live_append(char *text, size_t *length, const char *more) {
  const size_t count = strlen(more);
  memcpy(text + *length, more, count);
  *length += count;
}

/* HTTP/1.0, so that the answer is not chunked. */
static void assetc_impl_live_ask(AssetcLive *live) {
  char request[256], port[8];
  size_t length = 0, digits = sizeof port - 1;
  uint32_t rest = live->port;
  AssetcImplCount count;
  port[digits] = '\0';
  do port[--digits] = (char)('0' + rest % 10);
  while ((rest /= 10) > 0);
  assetc_impl_live_append(request, &length, "GET /api/events HTTP/1.0\r\nHost: 127.0.0.1:");
  assetc_impl_live_append(request, &length, port + digits);
  if (live->id[0] != '\0') assetc_impl_live_append(request, &length, "\r\nLast-Event-ID: ");
  assetc_impl_live_append(request, &length, live->id);
  assetc_impl_live_append(request, &length, "\r\n\r\n");
#ifdef _WIN32
  count = send((AssetcImplSocket)live->socket, request + live->sent, (int)(length - live->sent), ASSETC_IMPL_NO_SIGNAL);
#else
  count = send((AssetcImplSocket)live->socket, request + live->sent, length - live->sent, ASSETC_IMPL_NO_SIGNAL);
#endif
  if (count < 0) {
    if (!assetc_impl_live_waits()) assetc_impl_live_end(live);
    return;
  }
  live->sent += (size_t)count;
  if (live->sent == length) live->state = ASSETC_IMPL_LIVE_HEAD;
}

static int assetc_impl_live_ends(AssetcText path, const char *ending) {
  const size_t length = strlen(ending);
  return path.length > length && memcmp(path.data + path.length - length, ending, length) == 0;
}

/* Of textures and shaders the manifest hashes the path without its extension. */
static uint64_t assetc_impl_live_hash(AssetcText path) {
  size_t dropped = 0;
  if (assetc_impl_live_ends(path, ".spv")) dropped = 4;
  else if (assetc_impl_live_ends(path, ".ktx2") && !assetc_impl_live_ends(path, ".lut.ktx2")) dropped = 5;
  return assetc_hash_name(path.data, path.length - dropped);
}

/* A list of files, which are objects, or of paths. */
static char *assetc_impl_live_files(AssetcLive *live, char *at) {
  if (*at != '[') return NULL;
  at = assetc_impl_live_space(at + 1);
  while (at != NULL && *at != ']') {
    AssetcText path = {NULL, 0}, version = {NULL, 0}, name;
    if (*at == '"') {
      at = assetc_impl_live_string(at, &path);
      if (at != NULL && live->callbacks.removed != NULL) live->callbacks.removed(live->user, assetc_impl_live_hash(path), path);
    } else if (*at == '{') {
      char *value = at, *end = assetc_impl_live_space(at + 1);
      while ((value = assetc_impl_live_member(value, &name)) != NULL) {
        if (assetc_impl_live_is(name, "path")) value = assetc_impl_live_string(value, &path);
        else if (assetc_impl_live_is(name, "version")) value = assetc_impl_live_string(value, &version);
        else value = assetc_impl_live_skip(value);
        end = assetc_impl_live_space(value);
      }
      if (end == NULL || *end != '}') return NULL;
      at = end + 1;
      if (path.data != NULL && live->callbacks.changed != NULL)
        live->callbacks.changed(live->user, assetc_impl_live_hash(path), path, version);
    } else {
      return NULL;
    }
    at = assetc_impl_live_space(at);
  }
  return at == NULL ? NULL : at + 1;
}

/* `data` ends with a zero. Events of later versions have other types, and are ignored. */
static void assetc_impl_live_event(AssetcLive *live, char *data) {
  AssetcText name, type = {"", 0};
  char *at = data, *resumed = NULL;
  while ((at = assetc_impl_live_member(at, &name)) != NULL) {
    if (assetc_impl_live_is(name, "type")) at = assetc_impl_live_string(at, &type);
    else if (assetc_impl_live_is(name, "changed") || assetc_impl_live_is(name, "removed")) at = assetc_impl_live_files(live, at);
    else {
      if (assetc_impl_live_is(name, "resumed")) resumed = at;
      at = assetc_impl_live_skip(at);
    }
  }
  if (assetc_impl_live_is(type, "hello")) {
    if (live->callbacks.connected != NULL) live->callbacks.connected(live->user);
    if (live->wasGreeted && (resumed == NULL || *resumed != 't') && live->callbacks.missed != NULL) live->callbacks.missed(live->user);
    live->wasGreeted = 1;
  } else if (assetc_impl_live_is(type, "built") || assetc_impl_live_is(type, "failed")) {
    if (live->callbacks.built != NULL) live->callbacks.built(live->user, assetc_impl_live_is(type, "built"));
  }
}

/* The line is in the buffer and ends with a zero. */
static void assetc_impl_live_line(AssetcLive *live) {
  char *line = live->buffer;
  if (live->used > 0 && line[live->used - 1] == '\r') line[--live->used] = '\0';
  if (live->state == ASSETC_IMPL_LIVE_HEAD) {
    if (strncmp(line, "HTTP/", 5) == 0 && strstr(line, " 200") == NULL) assetc_impl_live_end(live);
    else if (live->used == 0) live->state = ASSETC_IMPL_LIVE_ON;
  } else if (strncmp(line, "id: ", 4) == 0 && live->used - 4 < sizeof live->id) {
    memcpy(live->nextId, line + 4, live->used - 3);
  } else if (strncmp(line, "data: ", 6) == 0) {
    if (live->isOverlong && live->callbacks.missed != NULL) live->callbacks.missed(live->user);
    if (!live->isOverlong) assetc_impl_live_event(live, line + 6);
    /* Only now: an event that was cut is sent again. */
    memcpy(live->id, live->nextId, sizeof live->id);
  }
}

static void assetc_impl_live_take(AssetcLive *live, const char *bytes, size_t count) {
  size_t i;
  for (i = 0; i < count && live->state >= ASSETC_IMPL_LIVE_HEAD; i++) {
    if (bytes[i] != '\n') {
      if (live->used + 1 < live->room) live->buffer[live->used++] = bytes[i];
      else live->isOverlong = 1;
      continue;
    }
    live->buffer[live->used] = '\0';
    assetc_impl_live_line(live);
    live->used = 0;
    live->isOverlong = 0;
  }
}

static void assetc_impl_live_read(AssetcLive *live) {
  char bytes[2048];
  int reads;
  for (reads = 0; reads < ASSETC_IMPL_LIVE_READS && live->state >= ASSETC_IMPL_LIVE_HEAD; reads++) {
    const AssetcImplCount count = recv((AssetcImplSocket)live->socket, bytes, sizeof bytes, 0);
    if (count > 0) assetc_impl_live_take(live, bytes, (size_t)count);
    else if (count == 0 || !assetc_impl_live_waits()) assetc_impl_live_end(live);
    else return;
  }
}

/* Waits until the socket is ready. Returns 0 if the time is over. */
static int assetc_impl_live_wait(const AssetcLive *live, uint32_t milliseconds) {
  const AssetcImplSocket line = (AssetcImplSocket)live->socket;
  fd_set ready, failed;
  struct timeval time;
  FD_ZERO(&ready);
  FD_ZERO(&failed);
  FD_SET(line, &ready);
  FD_SET(line, &failed);
  time.tv_sec = (long)(milliseconds / 1000);
  time.tv_usec = (int)(milliseconds % 1000 * 1000);
  if (live->state >= ASSETC_IMPL_LIVE_HEAD) return select((int)line + 1, &ready, NULL, NULL, &time) > 0;
  /* Winsock reports a refused connection as an exception. */
  return select((int)line + 1, NULL, &ready, &failed, &time) > 0;
}

int assetc_live_open(AssetcLive *live, uint16_t port, void *buffer, size_t size, const AssetcLiveCallbacks *callbacks, void *user) {
  memset(live, 0, sizeof *live);
  live->callbacks = *callbacks;
  live->user = user;
  live->buffer = (char *)buffer;
  live->room = size;
  live->port = port;
  live->isStarted = (uint8_t)(size > 1 && assetc_impl_live_start());
  return live->isStarted;
}

int assetc_live_poll(AssetcLive *live, uint32_t milliseconds) {
  if (!live->isStarted) return 0;
  if (live->state == ASSETC_IMPL_LIVE_OFF) assetc_impl_live_connect(live);
  if (live->state == ASSETC_IMPL_LIVE_OFF) {
    assetc_impl_live_sleep(milliseconds);
    return 0;
  }
  if (!assetc_impl_live_wait(live, milliseconds)) return live->state == ASSETC_IMPL_LIVE_ON;
  if (live->state < ASSETC_IMPL_LIVE_HEAD) assetc_impl_live_ask(live);
  if (live->state >= ASSETC_IMPL_LIVE_HEAD) assetc_impl_live_read(live);
  return live->state == ASSETC_IMPL_LIVE_ON;
}

void assetc_live_close(AssetcLive *live) {
  if (!live->isStarted) return;
  assetc_impl_live_end(live);
  assetc_impl_live_stop();
  live->isStarted = 0;
}
#endif
