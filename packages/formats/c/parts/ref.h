/* @implementation */

/* The hash of a name or a path as manifests key it. */
static uint64_t assetc_impl_hash_name(AssetcText name) {
  return assetc_hash_ref(name.data, name.length);
}
