/* The implementation of assetc.h, once per program. */
#define ASSETC_IMPLEMENTATION
#include <assetc.h>
