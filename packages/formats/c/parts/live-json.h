/* @implementation */

#ifdef ASSETC_LIVE
/* A reader for the events of a watch, in place. Each function begins at a value and returns its end; NULL if it is not JSON. The text ends
   with a zero. Strings are decoded over themselves: what follows a string stays as it was. */

static char *assetc_impl_live_space(char *at) {
  while (at != NULL && (*at == ' ' || *at == ',' || *at == ':')) at++;
  return at;
}

static uint32_t assetc_impl_live_hex(const char *at) {
  uint32_t value = 0;
  int i;
  for (i = 0; i < 4; i++) {
    const char c = at[i];
    if (c >= '0' && c <= '9') value = value << 4 | (uint32_t)(c - '0');
    else if ((c | 32) >= 'a' && (c | 32) <= 'f') value = value << 4 | (uint32_t)((c | 32) - 'a' + 10);
    else return UINT32_MAX;
  }
  return value;
}

static char *assetc_impl_live_put(char *out, uint32_t code) {
  if (code < 0x80) {
    *out++ = (char)code;
  } else if (code < 0x800) {
    *out++ = (char)(0xc0 | code >> 6);
    *out++ = (char)(0x80 | (code & 63));
  } else if (code < 0x10000) {
    *out++ = (char)(0xe0 | code >> 12);
    *out++ = (char)(0x80 | (code >> 6 & 63));
    *out++ = (char)(0x80 | (code & 63));
  } else {
    *out++ = (char)(0xf0 | code >> 18);
    *out++ = (char)(0x80 | (code >> 12 & 63));
    *out++ = (char)(0x80 | (code >> 6 & 63));
    *out++ = (char)(0x80 | (code & 63));
  }
  return out;
}

/* The character of an escape sequence that begins at the backslash, whose end is stored; UINT32_MAX if it is none. */
static uint32_t assetc_impl_live_escape(char *at, char **end) {
  static const char names[] = "b\bf\fn\nr\rt\t";
  uint32_t code, low;
  size_t i;
  *end = at + 2;
  if (at[1] == '"' || at[1] == '\\' || at[1] == '/') return (uint32_t)at[1];
  for (i = 0; i < sizeof names - 1; i += 2)
    if (names[i] == at[1]) return (uint32_t)names[i + 1];
  if (at[1] != 'u') return UINT32_MAX;
  code = assetc_impl_live_hex(at + 2);
  if (code == UINT32_MAX) return code;
  *end = at + 6;
  if (code < 0xd800 || code > 0xdfff) return code;
  if (code > 0xdbff || at[6] != '\\' || at[7] != 'u') return 0xfffd;
  low = assetc_impl_live_hex(at + 8);
  if (low < 0xdc00 || low > 0xdfff) return 0xfffd;
  *end = at + 12;
  return 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
}

static char *assetc_impl_live_string(char *at, AssetcText *text) {
  char *out = at + 1;
  if (*at++ != '"') return NULL;
  text->data = at;
  while (*at != '"') {
    if (*at == '\0') return NULL;
    if (*at == '\\') {
      const uint32_t code = assetc_impl_live_escape(at, &at);
      if (code == UINT32_MAX) return NULL;
      out = assetc_impl_live_put(out, code);
    } else {
      *out++ = *at++;
    }
  }
  text->length = (size_t)(out - text->data);
  return at + 1;
}

static char *assetc_impl_live_skip(char *at) {
  AssetcText ignored;
  int depth = 0;
  do {
    at = assetc_impl_live_space(at);
    if (at == NULL || *at == '\0') return NULL;
    if (*at == '"') {
      at = assetc_impl_live_string(at, &ignored);
    } else if (*at == '{' || *at == '[') {
      depth++;
      at++;
    } else if (*at == '}' || *at == ']') {
      depth--;
      at++;
    } else {
      while (*at != '\0' && *at != ',' && *at != ']' && *at != '}' && *at != ' ') at++;
    }
  } while (depth > 0);
  return depth < 0 ? NULL : at;
}

/* The next member of an object: `at` begins at its `{` or after the last value. Returns its value, or NULL after the last. */
static char *assetc_impl_live_member(char *at, AssetcText *name) {
  if (at == NULL) return NULL;
  at = assetc_impl_live_space(*at == '{' ? at + 1 : at);
  return *at == '"' ? assetc_impl_live_space(assetc_impl_live_string(at, name)) : NULL;
}

static int assetc_impl_live_is(AssetcText text, const char *word) {
  return text.length == strlen(word) && memcmp(text.data, word, text.length) == 0;
}
#endif
