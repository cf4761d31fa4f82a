# Imports FBX files and writes where the points of each mesh are: blender -b --factory-startup -P read-points.py -- FOLDER OUT.json
import json
import os
import sys
import bpy

folder, out = sys.argv[sys.argv.index("--") + 1 :][:2]
found = {}
for name in sorted(os.listdir(folder)):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.fbx(filepath=os.path.join(folder, name))
    bpy.context.view_layer.update()
    # From Blender's axes, Z up, to glTF's.
    found[name] = {
        each.name: [[p.x, p.z, -p.y] for p in (each.matrix_world @ vertex.co for vertex in each.data.vertices)]
        for each in bpy.data.objects
        if each.type == "MESH"
    }
with open(out, "w") as file:
    json.dump(found, file)
