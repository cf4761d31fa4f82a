/* Indices of triangles. `width`: bytes of an index, 2 or 4. The target has `count` indices. See assetc_decode_vertices. */
ASSETC_API int assetc_decode_triangles(void *target, size_t count, size_t width, const void *source, size_t size);
/* Indices in any order. */
ASSETC_API int assetc_decode_sequence(void *target, size_t count, size_t width, const void *source, size_t size);

/* @implementation */

/* Rings of the recent vertices and edges. */
typedef struct AssetcImplTriangles {
  const unsigned char *data;
  uint32_t vertices[16], edges[16][2];
  uint32_t vertexEnd, edgeEnd, next, last;
} AssetcImplTriangles;

/* 7 bits per byte, at most 5 bytes. */
static inline uint32_t assetc_impl_read_vbyte(const unsigned char **data) {
  uint32_t byte = *(*data)++, value = byte & 127, shift;
  for (shift = 7; byte > 127 && shift < 35; shift += 7) {
    byte = *(*data)++;
    value |= (byte & 127) << shift;
  }
  return value;
}

static inline uint32_t assetc_impl_unzigzag(uint32_t value) { return value >> 1 ^ (0u - (value & 1)); }

static inline uint32_t assetc_impl_far_index(AssetcImplTriangles *t) {
  return t->last += assetc_impl_unzigzag(assetc_impl_read_vbyte(&t->data));
}

static inline uint32_t assetc_impl_recent_vertex(const AssetcImplTriangles *t, uint32_t age) {
  return t->vertices[(t->vertexEnd - 1 - age) & 15];
}

static inline void assetc_impl_push_vertex(AssetcImplTriangles *t, uint32_t value, uint32_t isNew) {
  t->vertices[t->vertexEnd & 15] = value;
  t->vertexEnd += isNew;
}

static inline void assetc_impl_push_edge(AssetcImplTriangles *t, uint32_t start, uint32_t end) {
  uint32_t *edge = t->edges[t->edgeEnd++ & 15];
  edge[0] = start;
  edge[1] = end;
}

/* A triangle that shares no recent edge. */
static void assetc_impl_lone_triangle(AssetcImplTriangles *t, uint32_t code, const unsigned char *pairs, uint32_t *corners) {
  uint32_t isListed = code < 0xFE, pair = isListed ? pairs[code & 15] : *t->data++;
  uint32_t second = pair >> 4, third = pair & 15, a = 0, b, c;
  uint32_t isSecondFar = !isListed && second == 15, isThirdFar = !isListed && third == 15;
  if (!isListed && pair == 0) t->next = 0;
  if (code != 0xFF) a = t->next++;
  b = second == 0 ? t->next++ : assetc_impl_recent_vertex(t, second - 1);
  c = third == 0 ? t->next++ : assetc_impl_recent_vertex(t, third - 1);
  if (code == 0xFF) a = assetc_impl_far_index(t);
  if (isSecondFar) b = assetc_impl_far_index(t);
  if (isThirdFar) c = assetc_impl_far_index(t);
  assetc_impl_push_vertex(t, a, 1);
  assetc_impl_push_vertex(t, b, second == 0 || isSecondFar);
  assetc_impl_push_vertex(t, c, third == 0 || isThirdFar);
  assetc_impl_push_edge(t, b, a);
  assetc_impl_push_edge(t, c, b);
  assetc_impl_push_edge(t, a, c);
  corners[0] = a;
  corners[1] = b;
  corners[2] = c;
}

static inline void assetc_impl_edge_triangle(AssetcImplTriangles *t, uint32_t code, uint32_t *corners) {
  const uint32_t *edge = t->edges[(t->edgeEnd - 1 - (code >> 4)) & 15];
  uint32_t a = edge[0], b = edge[1], third = code & 15, c;
  if (third < 13) {
    /* If the vertex is not new, the push overwrites the oldest entry, which nothing can refer to. */
    c = third == 0 ? t->next : assetc_impl_recent_vertex(t, third);
    t->next += third == 0;
    assetc_impl_push_vertex(t, c, third == 0);
  } else {
    if (third == 15) assetc_impl_far_index(t);
    else t->last += third == 13 ? UINT32_MAX : 1u;
    c = t->last;
    assetc_impl_push_vertex(t, c, 1);
  }
  assetc_impl_push_edge(t, c, b);
  assetc_impl_push_edge(t, a, c);
  corners[0] = a;
  corners[1] = b;
  corners[2] = c;
}

/* `width` is a constant at every call. */
static inline int assetc_impl_decode_triangles(
  unsigned char *out, size_t triangles, size_t width, const unsigned char *codes, const unsigned char *end
) {
  AssetcImplTriangles t;
  uint32_t corners[3];
  size_t i;
  memset(&t, 0, sizeof t);
  t.data = codes + triangles;
  for (i = 0; i < triangles; i++, out += width * 3) {
    uint32_t code = codes[i];
    if (t.data > end) return 0;
    if (code < 0xF0) assetc_impl_edge_triangle(&t, code, corners);
    else assetc_impl_lone_triangle(&t, code, end, corners);
    if (width == 4) memcpy(out, corners, 12);
    else {
      uint16_t narrow[3];
      narrow[0] = (uint16_t)corners[0];
      narrow[1] = (uint16_t)corners[1];
      narrow[2] = (uint16_t)corners[2];
      memcpy(out, narrow, 6);
    }
  }
  return t.data == end;
}

int assetc_decode_triangles(void *target, size_t count, size_t width, const void *source, size_t size) {
  const unsigned char *bytes = (const unsigned char *)source, *end;
  size_t triangles = count / 3;
  if (count % 3 != 0 || (width != 2 && width != 4)) return 0;
  if (size < 17 || size - 17 < triangles || bytes[0] != 0xE1) return 0;
  end = bytes + size - 16;
  if (width == 2) return assetc_impl_decode_triangles((unsigned char *)target, triangles, 2, bytes + 1, end);
  return assetc_impl_decode_triangles((unsigned char *)target, triangles, 4, bytes + 1, end);
}

static inline int assetc_impl_decode_sequence(
  unsigned char *out, size_t count, size_t width, const unsigned char *data, const unsigned char *end) {
  uint32_t last[2] = { 0, 0 };
  for (; count > 0; count--, out += width) {
    uint32_t value, index;
    if (data >= end) return 0;
    value = *data;
    if (value < 128) data++;
    else value = assetc_impl_read_vbyte(&data);
    index = last[value & 1] += assetc_impl_unzigzag(value >> 1);
    if (width == 4) memcpy(out, &index, 4);
    else {
      uint16_t narrow = (uint16_t)index;
      memcpy(out, &narrow, 2);
    }
  }
  return data == end;
}

int assetc_decode_sequence(void *target, size_t count, size_t width, const void *source, size_t size) {
  const unsigned char *data = (const unsigned char *)source, *end;
  if (width != 2 && width != 4) return 0;
  if (size < 5 || size - 5 < count || data[0] != 0xD1) return 0;
  end = data + size - 4;
  if (width == 2) return assetc_impl_decode_sequence((unsigned char *)target, count, 2, data + 1, end);
  return assetc_impl_decode_sequence((unsigned char *)target, count, 4, data + 1, end);
}
