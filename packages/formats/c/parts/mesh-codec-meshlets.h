/* What the table at the start of coded meshlets adds up to. */
typedef struct AssetcMeshletTotals {
  size_t vertices;
  size_t triangles;
} AssetcMeshletTotals;

/* Returns 0 if the data is shorter or longer than the table of `count` meshlets states. */
ASSETC_API int assetc_meshlet_totals(AssetcMeshletTotals *totals, size_t count, const void *source, size_t size);
/*
 * `vertices` has room for totals.vertices numbers of `width` bytes (2 or 4), `triangles` for three bytes per triangle. See
 * assetc_decode_vertices.
 */
ASSETC_API int assetc_decode_meshlets(
  void *vertices, void *triangles, size_t count, size_t width, const void *source, size_t size
);

/* @implementation */

/* One meshlet. */
typedef struct AssetcImplMeshletData {
  const unsigned char *bytes;
  size_t size;
  size_t bit; /* Of the next corner that is written out. */
  uint32_t bits, vertexCount, next;
  uint32_t edges[16][2];
  uint32_t edgeEnd;
} AssetcImplMeshletData;

int assetc_meshlet_totals(AssetcMeshletTotals *totals, size_t count, const void *source, size_t size) {
  const unsigned char *row = (const unsigned char *)source;
  size_t left;
  totals->vertices = 0;
  totals->triangles = 0;
  if (count > size / 4) return 0;
  for (left = size - count * 4; count > 0; count--, row += 4) {
    size_t bytes = assetc_read_u16(row + 2);
    if (bytes > left) return 0;
    left -= bytes;
    totals->vertices += row[0];
    totals->triangles += row[1];
  }
  return left == 0;
}

static inline uint32_t assetc_impl_nibble(const unsigned char *bytes, size_t i) { return (uint32_t)bytes[i >> 1] >> ((i & 1) * 4) & 15; }

/* Sets the number of nibbles. */
static int assetc_impl_meshlet_vertices(const AssetcImplMeshletData *data, unsigned char *out, size_t width, size_t *nibbles) {
  size_t nibble = 0;
  uint32_t previous = 0, next = 0, i;
  for (i = 0; i < data->vertexCount; i++, out += width) {
    uint32_t symbol = 0, shift = 0, part;
    do {
      if (nibble >= data->size * 2) return 0;
      part = assetc_impl_nibble(data->bytes, nibble++);
      if (shift == 30 && part > 3) return 0;
      symbol |= (part & 7) << shift;
      shift += 3;
    } while (part > 7);
    previous = symbol == 0 ? next : previous + assetc_impl_unzigzag(symbol);
    if (previous + 1 > next) next = previous + 1;
    if (width == 4) memcpy(out, &previous, 4);
    else {
      uint16_t narrow = (uint16_t)previous;
      memcpy(out, &narrow, 2);
    }
  }
  *nibbles = nibble;
  return 1;
}

/* A corner that is written out. Past the end it is 0, which the caller finds. */
static inline uint32_t assetc_impl_listed_corner(AssetcImplMeshletData *data) {
  size_t at = data->bit >> 3;
  uint32_t word = at < data->size ? data->bytes[at] : 0, value;
  if (at + 1 < data->size) word |= (uint32_t)data->bytes[at + 1] << 8;
  value = word >> (data->bit & 7) & ((1u << data->bits) - 1);
  data->bit += data->bits;
  data->next += value == data->next;
  return value;
}

static inline void assetc_impl_push_meshlet_edge(AssetcImplMeshletData *data, uint32_t start, uint32_t end) {
  uint32_t *edge = data->edges[data->edgeEnd++ & 15];
  edge[0] = start;
  edge[1] = end;
}

static inline int assetc_impl_meshlet_triangle(AssetcImplMeshletData *data, uint32_t code, unsigned char *out) {
  uint32_t a, b, c;
  if (code < 14) {
    const uint32_t *edge = data->edges[(data->edgeEnd - 1 - (code >> 1)) & 15];
    a = edge[0];
    b = edge[1];
    c = (code & 1) == 0 ? data->next++ : assetc_impl_listed_corner(data);
  } else {
    a = code == 15 ? data->next++ : assetc_impl_listed_corner(data);
    b = code == 15 ? data->next++ : assetc_impl_listed_corner(data);
    c = code == 15 ? data->next++ : assetc_impl_listed_corner(data);
    assetc_impl_push_meshlet_edge(data, b, a);
  }
  if (a >= data->vertexCount || b >= data->vertexCount || c >= data->vertexCount || data->bit > data->size * 8) return 0;
  assetc_impl_push_meshlet_edge(data, c, b);
  assetc_impl_push_meshlet_edge(data, a, c);
  out[0] = (unsigned char)a;
  out[1] = (unsigned char)b;
  out[2] = (unsigned char)c;
  return 1;
}

static int assetc_impl_meshlet_corners(AssetcImplMeshletData *data, size_t nibble, size_t triangles, unsigned char *out) {
  size_t end = nibble + triangles;
  if ((end + 1) >> 1 > data->size) return 0;
  if ((end & 1) != 0 && assetc_impl_nibble(data->bytes, end) != 0) return 0;
  data->bit = ((end + 1) >> 1) * 8;
  for (data->bits = 0; data->vertexCount > 1 && (data->vertexCount - 1) >> data->bits != 0;) data->bits++;
  for (; nibble < end; nibble++, out += 3)
    if (!assetc_impl_meshlet_triangle(data, assetc_impl_nibble(data->bytes, nibble), out)) return 0;
  if ((data->bit + 7) >> 3 != data->size) return 0;
  return (data->bit & 7) == 0 || data->bytes[data->bit >> 3] >> (data->bit & 7) == 0;
}

int assetc_decode_meshlets(void *vertices, void *triangles, size_t count, size_t width, const void *source, size_t size) {
  const unsigned char *row = (const unsigned char *)source, *bytes;
  unsigned char *vertexOut = (unsigned char *)vertices, *cornerOut = (unsigned char *)triangles;
  AssetcMeshletTotals totals;
  if ((width != 2 && width != 4) || !assetc_meshlet_totals(&totals, count, source, size)) return 0;
  for (bytes = row + count * 4; count > 0; count--, row += 4) {
    AssetcImplMeshletData data;
    size_t nibbles;
    memset(&data, 0, sizeof data);
    data.bytes = bytes;
    data.size = assetc_read_u16(row + 2);
    data.vertexCount = row[0];
    if (!assetc_impl_meshlet_vertices(&data, vertexOut, width, &nibbles)) return 0;
    if (!assetc_impl_meshlet_corners(&data, nibbles, row[1], cornerOut)) return 0;
    bytes += data.size;
    vertexOut += width * row[0];
    cornerOut += (size_t)row[1] * 3;
  }
  return 1;
}
