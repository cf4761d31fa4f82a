// The file that `assetc init` writes. A test checks that it is valid.

export function starterConfig(schemaUrl: string): string {
  return `# yaml-language-server: $schema=${schemaUrl}
#
# How assetc compiles this project. Every key is optional; what is commented out shows the built-in value or an example.
# Run "assetc" to build, "assetc watch" while you work, "assetc why <file>" to see the settings of one asset.

input: assets     # folder of the source assets, relative to this file
output: runtime   # folder that the compiled files go to

# pack: true      # also write the whole output folder into one file, runtime.hpack; recorded: only what assetc wrote

# memory: 2 GB    # what all jobs may take at once; auto: half of what the machine has

# Copied as they are and listed in the manifest. In globs * also spans "/".
# embed: ["scene/*.json"]

# Never read.
# exclude: ["wip/*"]

# Warnings that are not reported, and do not fail --strict.
# warnings:
#   ignore: [{ code: image/color-profile, match: "vendor/*" }]

# Settings of all assets, then rules for some; later rules win.
default:
  texture:
    quality: normal   # normal, fast, high or max
    # supercompress: zstd      # smaller files on disk; a loader unpacks them before the upload
    # rdo: 1                   # with Zstd smaller still, at some loss; 0 is off
    # maxSize: 2048            # larger images are scaled down
    # suffixes: { normal: ["_n", "_normal"] }  # endings of names that set the role of an image, in addition to .n, .ao, .h and .r
    # standalone: unreferenced # all: images that models use are also compiled under their own names
  # mesh:
  #   merge: true     # one mesh per file; false keeps the nodes apart
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
