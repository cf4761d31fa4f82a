// The script that Blender runs. It lists the files that the .blend refers to, and exports the scene as soon as all of them are known.
// Versions differ in the options of the exporter: those that a version does not have are left out.

/** What the script reads. Paths are absolute. */
export interface ExportRequest {
  readonly source: string;
  /** Files that are in place, or known to be missing. */
  readonly known: readonly string[];
  readonly glb: string;
  readonly report: string;
  /** Of the user. */
  readonly home: string;
}

/** What the script writes. */
export interface ExportReport {
  readonly files: readonly { readonly kind: string; readonly path: string }[];
  /** Names of objects whose modifiers could not be applied. */
  readonly unapplied: readonly string[];
  readonly exported: boolean;
  /** Why there is no export, if it was tried. */
  readonly error: string;
}

export const EXPORT_SCRIPT = `
import importlib.util, json, os, subprocess, sys
import bpy

OPTIONS = {
    "export_format": "GLB",
    "use_renderable": True,
    "export_cameras": True,
    "export_lights": True,
    "export_extras": True,
    "check_existing": False,
}

def place(path, library):
    return os.path.normpath(bpy.path.abspath(path, library=library))

def files_of_image(image):
    if image.source == "TILED" and "<UDIM>" in image.filepath:
        return [image.filepath.replace("<UDIM>", str(tile.number)) for tile in image.tiles]
    return [image.filepath]

def files():
    for library in bpy.data.libraries:
        if library.packed_file is None:
            yield "library", place(library.filepath, library.parent)
    for image in bpy.data.images:
        is_file = image.source in {"FILE", "SEQUENCE", "MOVIE", "TILED"} and image.filepath != ""
        if is_file and image.users > 0 and len(image.packed_files) == 0:
            for path in files_of_image(image):
                yield "image", place(path, image.library)
    for font in bpy.data.fonts:
        if font.users > 0 and font.packed_file is None and font.filepath not in {"", "<builtin>"}:
            yield "font", place(font.filepath, font.library)
    for cache in bpy.data.cache_files:
        if cache.users > 0 and cache.filepath != "":
            yield "cache", place(cache.filepath, cache.library)

def find_numpy(home):
    # The exporter needs it. Distributions leave it to the Python of the system.
    if importlib.util.find_spec("numpy") is not None:
        return
    code = "import numpy, os, sys; print(json.dumps([sys.version_info[:2], os.path.dirname(os.path.dirname(numpy.__file__))]))"
    try:
        answer = subprocess.run(["python3", "-c", "import json; " + code], capture_output=True, text=True, env={**os.environ, "HOME": home})
        version, folder = json.loads(answer.stdout)
        if tuple(version) == tuple(sys.version_info[:2]):
            sys.path.append(folder)
    except (OSError, ValueError):
        return

def export(request, report):
    path = request["glb"]
    meshes = [each for each in bpy.data.objects if each.type == "MESH"]
    has_shapes = any(each.data.shape_keys is not None for each in meshes)
    is_modified = lambda each: any(modifier.type != "ARMATURE" for modifier in each.modifiers)
    # The exporter drops shape keys if it applies modifiers.
    report["unapplied"] = sorted(each.name for each in meshes if has_shapes and is_modified(each))
    known = bpy.ops.export_scene.gltf.get_rna_type().properties.keys()
    options = {**OPTIONS, "export_apply": not has_shapes}
    find_numpy(request["home"])
    bpy.ops.export_scene.gltf(filepath=path, **{key: value for key, value in options.items() if key in known})
    report["exported"] = os.path.exists(path)

def main(request):
    report = {"files": [], "unapplied": [], "exported": False, "error": ""}
    try:
        if os.path.normpath(bpy.data.filepath) != os.path.normpath(request["source"]):
            raise RuntimeError("the file cannot be opened")
        found = sorted(set(files()))
        report["files"] = [{"kind": kind, "path": path} for kind, path in found]
        if all(path in request["known"] for _, path in found):
            export(request, report)
    except Exception as error:
        report["error"] = str(error).strip().split("\\n")[-1] or type(error).__name__
    with open(request["report"], "w", encoding="utf-8") as out:
        json.dump(report, out)

with open(sys.argv[-1], encoding="utf-8") as text:
    main(json.load(text))
`;
