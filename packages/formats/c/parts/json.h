/* ---- JSON of extras: checked and searched, never parsed into objects. ---- */

/* Whether a text is one JSON value with at most 32768 nested levels. */
ASSETC_API int assetc_json_is_valid(AssetcText text);
/* The value of a key of an object that is valid JSON; of several, the last. Returns 0 if there is none, or it is not an object. */
ASSETC_API int assetc_json_find(AssetcText object, const char *key, AssetcText *value);
/* Elements of an array that is valid JSON: begin with *cursor = 0; returns 0 after the last. */
ASSETC_API int assetc_json_next(AssetcText array, size_t *cursor, AssetcText *value);
/* A number that is valid JSON; 0 for other values. Exact up to fifteen digits; with more, the last bit may differ. */
ASSETC_API int assetc_json_number(AssetcText value, double *number);

/* @implementation */

#define ASSETC_IMPL_JSON_DEPTH 32768u

static size_t assetc_impl_json_space(AssetcText text, size_t at) {
  while (at < text.length && (text.data[at] == ' ' || (text.data[at] >= '\t' && text.data[at] <= '\r' &&
                                                       text.data[at] != '\v' && text.data[at] != '\f')))
    at++;
  return at;
}

static int assetc_impl_is_digit(AssetcText text, size_t at) {
  return at < text.length && text.data[at] >= '0' && text.data[at] <= '9';
}

static int assetc_impl_hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The end of the string that begins at `at`, or 0. */
static size_t assetc_impl_json_string(AssetcText text, size_t at) {
  size_t i;
  for (at++; at < text.length; at++) {
    unsigned char c = (unsigned char)text.data[at];
    if (c == '"') return at + 1;
    if (c < 0x20) return 0;
    if (c != '\\') continue;
    if (++at >= text.length) return 0;
    if (text.data[at] != 'u') {
      if (text.data[at] == 0 || strchr("\"\\/bfnrt", text.data[at]) == NULL) return 0;
      continue;
    }
    for (i = 1; i <= 4; i++)
      if (at + i >= text.length || assetc_impl_hex_digit(text.data[at + i]) < 0) return 0;
    at += 4;
  }
  return 0;
}

/* The end of the number that begins at `at`, or 0. */
static size_t assetc_impl_json_number(AssetcText text, size_t at) {
  if (at < text.length && text.data[at] == '-') at++;
  if (!assetc_impl_is_digit(text, at)) return 0;
  if (text.data[at] == '0') at++;
  else while (assetc_impl_is_digit(text, at)) at++;
  if (at < text.length && text.data[at] == '.') {
    if (!assetc_impl_is_digit(text, ++at)) return 0;
    while (assetc_impl_is_digit(text, at)) at++;
  }
  if (at < text.length && (text.data[at] == 'e' || text.data[at] == 'E')) {
    at++;
    if (at < text.length && (text.data[at] == '+' || text.data[at] == '-')) at++;
    if (!assetc_impl_is_digit(text, at)) return 0;
    while (assetc_impl_is_digit(text, at)) at++;
  }
  return at;
}

/* The end of the string, number or word that begins at `at`, or 0. */
static size_t assetc_impl_json_scalar(AssetcText text, size_t at) {
  static const char *const words[] = { "true", "false", "null" };
  int i;
  if (at >= text.length) return 0;
  if (text.data[at] == '"') return assetc_impl_json_string(text, at);
  for (i = 0; i < 3; i++) {
    size_t length = strlen(words[i]);
    if (text.length - at >= length && memcmp(text.data + at, words[i], length) == 0) return at + length;
  }
  return assetc_impl_json_number(text, at);
}

/* The start of the value after a key and its colon, or 0. */
static size_t assetc_impl_json_key(AssetcText text, size_t at) {
  at = assetc_impl_json_space(text, at);
  if (at >= text.length || text.data[at] != '"') return 0;
  at = assetc_impl_json_string(text, at);
  if (at == 0) return 0;
  at = assetc_impl_json_space(text, at);
  return at < text.length && text.data[at] == ':' ? at + 1 : 0;
}

/* Whether an opening bracket is followed by its closing one; then moves past both. */
static int assetc_impl_json_is_empty(AssetcText text, size_t *at) {
  char close = text.data[*at] == '{' ? '}' : ']';
  size_t next = assetc_impl_json_space(text, *at + 1);
  if (next >= text.length || text.data[next] != close) return 0;
  *at = next + 1;
  return 1;
}

/* The end of the value that begins at `at`, or 0. Open brackets are stored as bits: 1 for objects. */
static size_t assetc_impl_json_value(AssetcText text, size_t at) {
  uint32_t open[ASSETC_IMPL_JSON_DEPTH / 32], depth = 0;
  for (;;) {
    at = assetc_impl_json_space(text, at);
    if (at < text.length && (text.data[at] == '{' || text.data[at] == '[')) {
      uint32_t isObject = text.data[at] == '{', bit = UINT32_C(1) << depth % 32;
      if (!assetc_impl_json_is_empty(text, &at)) {
        if (depth == ASSETC_IMPL_JSON_DEPTH) return 0;
        open[depth / 32] = isObject ? (depth % 32 == 0 ? 0 : open[depth / 32]) | bit
                                    : (depth % 32 == 0 ? 0 : open[depth / 32]) & ~bit;
        depth++;
        at = isObject ? assetc_impl_json_key(text, at + 1) : at + 1;
        if (at == 0) return 0;
        continue;
      }
    } else if ((at = assetc_impl_json_scalar(text, at)) == 0) {
      return 0;
    }
    for (;;) {
      uint32_t isObject;
      if (depth == 0) return at;
      isObject = open[(depth - 1) / 32] >> (depth - 1) % 32 & 1u;
      at = assetc_impl_json_space(text, at);
      if (at >= text.length) return 0;
      if (text.data[at] == ',') {
        at = isObject ? assetc_impl_json_key(text, at + 1) : at + 1;
        if (at == 0) return 0;
        break;
      }
      if (text.data[at] != (isObject ? '}' : ']')) return 0;
      at++;
      depth--;
    }
  }
}

int assetc_json_is_valid(AssetcText text) {
  size_t end = assetc_impl_json_value(text, 0);
  return end != 0 && assetc_impl_json_space(text, end) == text.length;
}

/* The next UTF-16 unit, or byte above ASCII, of a string; moves past it. UINT32_MAX at the closing quote. */
static uint32_t assetc_impl_json_unit(AssetcText text, size_t *at) {
  static const char escapes[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  char c = text.data[(*at)++];
  const char *found;
  uint32_t unit = 0;
  int i;
  if (c == '"') return UINT32_MAX;
  if (c != '\\') return (unsigned char)c;
  c = text.data[(*at)++];
  if (c != 'u') {
    found = strchr(escapes, c);
    return found == NULL ? 0 : (unsigned char)meant[found - escapes];
  }
  for (i = 0; i < 4; i++) unit = unit << 4 | (uint32_t)assetc_impl_hex_digit(text.data[(*at)++]);
  return unit;
}

/* Whether the string that begins at `at`, unescaped, equals an ASCII text. */
static int assetc_impl_json_equals(AssetcText text, size_t at, const char *ascii) {
  uint32_t unit;
  for (at++; (unit = assetc_impl_json_unit(text, &at)) != UINT32_MAX; ascii++)
    if (*ascii == 0 || unit != (unsigned char)*ascii) return 0;
  return *ascii == 0;
}

int assetc_json_find(AssetcText object, const char *key, AssetcText *value) {
  size_t at = assetc_impl_json_space(object, 0);
  int found = 0;
  if (at >= object.length || object.data[at] != '{' || assetc_impl_json_is_empty(object, &at)) return 0;
  while (at < object.length && (object.data[at] == '{' || object.data[at] == ',')) {
    size_t name = assetc_impl_json_space(object, at + 1), start, end;
    start = assetc_impl_json_key(object, name);
    if (start == 0) return 0;
    start = assetc_impl_json_space(object, start);
    end = assetc_impl_json_value(object, start);
    if (end == 0) return 0;
    if (assetc_impl_json_equals(object, name, key)) {
      value->data = object.data + start;
      value->length = end - start;
      found = 1;
    }
    at = assetc_impl_json_space(object, end);
  }
  return found;
}

int assetc_json_next(AssetcText array, size_t *cursor, AssetcText *value) {
  size_t at = assetc_impl_json_space(array, *cursor), start, end;
  if (at >= array.length || (*cursor == 0 ? array.data[at] != '[' : array.data[at] != ',')) return 0;
  if (*cursor == 0 && assetc_impl_json_is_empty(array, &at)) return 0;
  start = assetc_impl_json_space(array, at + 1);
  end = assetc_impl_json_value(array, start);
  if (end == 0) return 0;
  value->data = array.data + start;
  value->length = end - start;
  *cursor = end;
  return 1;
}

int assetc_json_number(AssetcText value, double *number) {
  double mantissa = 0, power = 1, base = 10;
  int exponent = 0, written = 0, isNegativeExponent, hasPoint = 0, digits = 0;
  size_t at = value.length > 0 && value.data[0] == '-' ? 1 : 0;
  if (!assetc_impl_is_digit(value, at) || assetc_impl_json_number(value, 0) != value.length) return 0;
  for (; at < value.length && value.data[at] != 'e' && value.data[at] != 'E'; at++) {
    if (value.data[at] == '.') {
      hasPoint = 1;
      continue;
    }
    /* Doubles have at most 17 digits; leading zeros do not count. */
    if (digits > 0 || value.data[at] != '0') digits++;
    if (digits <= 18) mantissa = mantissa * 10 + (value.data[at] - '0');
    if (digits <= 18 && hasPoint) exponent--;
    if (digits > 18 && !hasPoint) exponent++;
  }
  if (at < value.length) {
    isNegativeExponent = value.data[++at] == '-';
    if (value.data[at] == '-' || value.data[at] == '+') at++;
    for (; at < value.length; at++)
      if (written < 100000) written = written * 10 + (value.data[at] - '0');
    exponent += isNegativeExponent ? -written : written;
  }
  for (written = exponent < 0 ? -exponent : exponent; written > 0 && mantissa != 0; written /= 2) {
    if (written % 2 != 0) power *= base;
    base *= base;
  }
  mantissa = exponent < 0 ? mantissa / power : mantissa * power;
  *number = value.data[0] == '-' ? -mantissa : mantissa;
  return 1;
}
