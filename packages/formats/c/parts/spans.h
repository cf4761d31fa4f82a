/* @implementation */

/* Visits ranges of a file in file order, for a table in any order. */
typedef struct AssetcImplSpan {
  uint64_t start;
  uint64_t end;
  uint64_t row; /* Offset of its row in the table. */
} AssetcImplSpan;

/* Walks a table from its first row. */
typedef struct AssetcImplRows {
  const AssetcImplFile *file;
  uint64_t at; /* Offset of the next row. */
  uint32_t left;
  void (*read)(struct AssetcImplRows *rows, AssetcImplSpan *span); /* Reads the next row and advances. */
} AssetcImplRows;

typedef int (*AssetcImplVisit)(const AssetcImplFile *file, const AssetcImplSpan *span, uint64_t *end);

static int assetc_impl_before(const AssetcImplSpan *a, const AssetcImplSpan *b) {
  if (a->start != b->start) return a->start < b->start;
  if (a->end != b->end) return a->end < b->end;
  return a->row < b->row;
}

#define ASSETC_IMPL_BATCH 128u

/* The first rows after `last` in file order, sorted, at most a batch. */
static size_t assetc_impl_next_batch(AssetcImplRows rows, const AssetcImplSpan *last, AssetcImplSpan *batch) {
  size_t count = 0, i;
  while (rows.left > 0) {
    AssetcImplSpan span;
    rows.read(&rows, &span);
    if (last != NULL && !assetc_impl_before(last, &span)) continue;
    if (count == ASSETC_IMPL_BATCH && !assetc_impl_before(&span, &batch[count - 1])) continue;
    if (count < ASSETC_IMPL_BATCH) count++;
    for (i = count - 1; i > 0 && assetc_impl_before(&span, &batch[i - 1]); i--) batch[i] = batch[i - 1];
    batch[i] = span;
  }
  return count;
}

static int assetc_impl_is_sorted(AssetcImplRows rows) {
  AssetcImplSpan before = { 0, 0, 0 }, span;
  for (; rows.left > 0; before = span) {
    rows.read(&rows, &span);
    if (assetc_impl_before(&span, &before)) return 0;
  }
  return 1;
}

/*
 * Visits every row in file order until a visit returns 0. Files of assetc are sorted already; any other order takes a pass over the
  * table for each batch, which needs no memory.
 */
static int assetc_impl_visit_spans(AssetcImplRows rows, AssetcImplVisit visit, uint64_t *end) {
  AssetcImplSpan batch[ASSETC_IMPL_BATCH], last;
  size_t count, i;
  int isFirst = 1;
  if (assetc_impl_is_sorted(rows)) {
    while (rows.left > 0) {
      rows.read(&rows, &last);
      if (!visit(rows.file, &last, end)) return 0;
    }
    return 1;
  }
  while ((count = assetc_impl_next_batch(rows, isFirst ? NULL : &last, batch)) > 0) {
    for (i = 0; i < count; i++)
      if (!visit(rows.file, &batch[i], end)) return 0;
    last = batch[count - 1];
    isFirst = 0;
  }
  return 1;
}
