/* @implementation */

/* The metadata of a vkguide file under inspection. */
typedef struct AssetcImplFields {
  const AssetcImplFile *file;
  uint64_t start; /* Of the JSON in the file. */
  AssetcText whole; /* The JSON, in which the offsets of keys are found. */
  AssetcText object; /* The object that contains the fields. */
  const char *place; /* The key whose offset problems report; NULL for the field itself. */
} AssetcImplFields;

/* The offset of a key in the file: its first occurrence as text. */
static uint64_t assetc_impl_key_offset(const AssetcImplFields *fields, const char *key) {
  const char *name = fields->place != NULL ? fields->place : key;
  size_t length = strlen(name), at;
  for (at = 0; at + length + 2 <= fields->whole.length; at++) {
    const char *p = fields->whole.data + at;
    if (p[0] == '"' && p[length + 1] == '"' && memcmp(p + 1, name, length) == 0) return fields->start + at;
  }
  return fields->start;
}

static int assetc_impl_wrong(const AssetcImplFields *fields, const char *key) {
  return assetc_impl_fail(fields->file, ASSETC_ERROR_BAD_VALUE, assetc_impl_key_offset(fields, key), key);
}

static int assetc_impl_field(const AssetcImplFields *fields, const char *key, AssetcText *value) {
  if (assetc_json_find(fields->object, key, value)) return 1;
  return assetc_impl_fail(fields->file, ASSETC_ERROR_MISSING, assetc_impl_key_offset(fields, key), key);
}

static int assetc_impl_string_field(const AssetcImplFields *fields, const char *key, AssetcText *value) {
  if (!assetc_impl_field(fields, key, value)) return 0;
  return value->data[0] == '"' ? 1 : assetc_impl_wrong(fields, key);
}

/* A string that is one of two; returns which. */
static int assetc_impl_choice(const AssetcImplFields *fields, const char *key, const char *first, const char *second, int *which) {
  AssetcText value;
  if (!assetc_impl_string_field(fields, key, &value)) return 0;
  *which = assetc_impl_json_equals(value, 0, second);
  return *which || assetc_impl_json_equals(value, 0, first) ? 1 : assetc_impl_wrong(fields, key);
}

/* A whole number of at least `min`, no larger than doubles count exactly. */
static int assetc_impl_count(const AssetcImplFields *fields, const char *key, double min, double *count) {
  AssetcText value;
  if (!assetc_impl_field(fields, key, &value)) return 0;
  if (!assetc_json_number(value, count) || floor(*count) != *count || *count > 9007199254740991.0 || *count < min)
    return assetc_impl_wrong(fields, key);
  return 1;
}
