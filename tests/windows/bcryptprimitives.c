/* The one function of bcryptprimitives.dll that Go and Rust programs need. Wine 8 has no such library. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID data, ULONG size);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
  while (size > 0) {
    ULONG part = size > 0x10000000 ? 0x10000000 : (ULONG)size;
    if (!SystemFunction036(data, part)) return FALSE;
    data += part;
    size -= part;
  }
  return TRUE;
}
