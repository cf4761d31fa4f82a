#!/usr/bin/env bash
# Builds packages/compiler/vendor/glslang/glslang.wasm.br from Debian's source of glslang. Run by hand to update glslang, never by
# npm: the result is in the repository, pinned by its SHA-256 like every other compiler that ships.
# Needs these packages of Debian 12: clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32; and glslang's
# source archive in the second argument's folder (`apt-get source --download-only glslang` from a release that has this version).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/../../../packages/compiler/vendor/glslang}
work=${2:-$(mktemp -d)}
archive=glslang_15.1.0+1.4.309.0.orig.tar.gz
sha256=180f17ea51e6b71bf57b9e0fea78ba3ecd76e3ec8e4c91f0771b922eb22bf4b2

mkdir -p "$work/source/glslang" "$work/objects" "$out"
[ -f "$work/$archive" ] || { echo "put $archive into $work: apt-get source --download-only glslang" >&2; exit 1; }
echo "$sha256  $work/$archive" | sha256sum -c --quiet
tar xzf "$work/$archive" -C "$work/source" --strip-components=1
sed -e 's/@major@/15/' -e 's/@minor@/2/' -e 's/@patch@/0/' -e 's/@flavor@//' "$work/source/build_info.h.tmpl" >"$work/source/glslang/build_info.h"

cd "$work/source"
# WASI's C++ library has neither files nor paths. Only glslang's command line needs both places.
sed -i -e '/#include <filesystem>/d' -e 's/std::filesystem::absolute(\(\w*\))\.string()/std::string(\1)/' glslang/Include/InfoSink.h
sed -i -e '/#include <fstream>/d' -e '/^bool OutputSpvBin/,/^}/d' -e '/^bool OutputSpvHex/,/^}/d' SPIRV/GlslangToSpv.cpp
cp "$here/glslang-wasm.cpp" .
flags=(--target=wasm32-wasi -std=c++17 -O2 -DNDEBUG -DENABLE_SPIRV -DDISABLE_THREAD_SUPPORT -D_LIBCPP_HAS_NO_THREADS -fno-exceptions -fno-rtti
  -fvisibility=hidden -ffile-prefix-map="$work/source"=. -mno-atomics -I. -w)
sources=(glslang-wasm.cpp glslang/MachineIndependent/*.cpp glslang/MachineIndependent/preprocessor/*.cpp glslang/GenericCodeGen/*.cpp
  glslang/ResourceLimits/ResourceLimits.cpp SPIRV/{GlslangToSpv,InReadableOrder,Logger,SpvBuilder,SpvPostProcess}.cpp)
printf '%s\n' "${sources[@]}" | xargs -P "$(nproc)" -I{} sh -c \
  'o="'"$work"'/objects/$(echo "{}" | tr / _).o"; [ -f "$o" ] && [ "{}" != glslang-wasm.cpp ] || clang++-19 '"${flags[*]@Q}"' -c "{}" -o "$o"'

# The host provides the memory and its limit. The stack comes first, so that a stack overflow traps and overwrites nothing.
clang++-19 --target=wasm32-wasi -mexec-model=reactor -O2 -fno-exceptions -Wl,--import-memory -Wl,--initial-memory=16777216 -Wl,--max-memory=2147483648 -Wl,--stack-first \
  -Wl,-z,stack-size=4194304 -Wl,--gc-sections -Wl,--strip-all "$work"/objects/*.o -o "$out/glslang.wasm"
cp LICENSE.txt "$out/LICENSE.txt"
node -e 'const { readFileSync, writeFileSync } = require("node:fs"); const z = require("node:zlib");
writeFileSync(process.argv[1] + ".br", z.brotliCompressSync(readFileSync(process.argv[1]), { params: { [z.constants.BROTLI_PARAM_LGWIN]: 24 } }))' "$out/glslang.wasm"
sha256sum "$out/glslang.wasm" "$out/glslang.wasm.br"
rm "$out/glslang.wasm"
