// The file that `assetc init` writes. A test checks that it is valid.

export function starterConfig(schemaUrl: string): string {
  return `# yaml-language-server: $schema=${schemaUrl}
#
# How assetc compiles this project. Every key is optional. Lines that are commented out show the default or an example.
# Run "assetc" to build, "assetc watch" while you work, "assetc why <file>" to see the settings of one asset.

input: assets     # folder of the source assets, relative to this file
output: runtime   # folder for the compiled files

# pack: true      # also write the output folder into one file, runtime.hpack ("recorded": only the files that assetc wrote)

# memory: 2 GB    # memory for all jobs together (default: half of the machine's memory)

# Files that are copied unchanged and listed in the manifest. In globs, * also matches "/".
# embed: ["scene/*.json"]

# Files that are ignored.
# exclude: ["wip/*"]

# Warnings that are not printed and do not fail --strict.
# warnings:
#   ignore: [{ code: image/color-profile, match: "vendor/*" }]

# Settings for all assets, then rules for some of them. Later rules win.
default:
  texture:
    quality: normal   # draft, fast, normal, high or max
    # supercompress: zstd      # smaller files; a loader decompresses them before the upload
    # rdo: 1                   # with zstd: even smaller, at some loss (0: off)
    # maxSize: 2048            # larger images are scaled down
    # suffixes: { normal: ["_n", "_normal"] }  # name endings that mean normal map, in addition to .n
    # standalone: unreferenced # all: also compile images that models use under their own names
  # mesh:
  #   merge: true     # one mesh per file; false keeps nodes separate
  # rules:
  #   - match: "ui/*"
  #     texture: { compress: false }

# Variants of the build: "assetc --preset mobile". Each overrides only what it sets.
# presets:
#   desktop:
#     output: runtime/desktop
#   mobile:
#     output: runtime/mobile
#     texture: { maxSize: 1024 }
`;
}
