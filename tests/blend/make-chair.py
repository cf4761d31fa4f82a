# Makes chair.blend, which links lib/wheel.blend and textures/wood.png, in the folder after "--". Prints the vertices that it shows.
import json, os, sys
import bpy

folder = sys.argv[-1]

def save(name):
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(folder, name), relative_remap=True)

def mesh_object(name, points, faces):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing

bpy.ops.wm.read_factory_settings(use_empty=True)
mesh_object("Wheel", [(0, 0, 5), (1, 0, 5), (1, 2, 5), (0, 2, 5)], [(0, 1, 2, 3)])
save(os.path.join("lib", "wheel.blend"))

bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.mesh.primitive_cube_add(size=2)
chair = bpy.context.object
chair.name = "Chair"
chair.modifiers.new("Subdivision", "SUBSURF").levels = 1
material = bpy.data.materials.new("Wood")
material.use_nodes = True
picture = material.node_tree.nodes.new("ShaderNodeTexImage")
picture.image = bpy.data.images.load(os.path.join(folder, "textures", "wood.png"))
shader = material.node_tree.nodes["Principled BSDF"]
material.node_tree.links.new(picture.outputs["Color"], shader.inputs["Base Color"])
chair.data.materials.append(material)
mesh_object("Cutter", [(9, 9, 9), (8, 9, 9), (9, 8, 9)], [(0, 1, 2)]).hide_render = True
with bpy.data.libraries.load(os.path.join(folder, "lib", "wheel.blend"), link=True) as (_, to):
    to.objects = ["Wheel"]
bpy.context.scene.collection.objects.link(to.objects[0])
script = bpy.data.texts.new("startup.py")
script.use_module = True
script.write("open(%r, 'w').write('it ran')" % os.path.join(folder, "script-ran"))
save("chair.blend")

shown = []
graph = bpy.context.evaluated_depsgraph_get()
for thing in [chair, to.objects[0]]:
    evaluated = thing.evaluated_get(graph)
    matrix = evaluated.matrix_world
    shown += [list(matrix @ vertex.co) for vertex in evaluated.to_mesh().vertices]
print("VERTICES " + json.dumps(shown))
