# Builds a skinned, animated character and exports it:
# blender -b --factory-startup -P make-character.py -- OUT.fbx OUT.glb [FOLDER]
# Some distributions have no numpy for Blender, which the glTF exporter needs: FOLDER contains it.
import math
import sys
import bpy

fbx, glb, *modules = sys.argv[sys.argv.index("--") + 1 :]
sys.path += modules
bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.frame_start, scene.frame_end, scene.render.fps = 0, 24, 24

# An arm along Z: rings of 12 points. Without vertex colors: Blender 3.4 writes them to glTF in another order.
RINGS, SIDES, HEIGHT = 13, 12, 3.0
points, faces = [], []
for ring in range(RINGS):
    z = HEIGHT * ring / (RINGS - 1)
    radius = 0.35 + 0.1 * math.sin(z * 3)
    points += [(radius * math.cos(2 * math.pi * s / SIDES), radius * math.sin(2 * math.pi * s / SIDES), z) for s in range(SIDES)]
for ring in range(RINGS - 1):
    for s in range(SIDES):
        a, b = ring * SIDES + s, ring * SIDES + (s + 1) % SIDES
        faces.append((a, b, b + SIDES, a + SIDES))
faces += [tuple(reversed(range(SIDES))), tuple(range((RINGS - 1) * SIDES, RINGS * SIDES))]
mesh = bpy.data.meshes.new("Arm")
mesh.from_pydata(points, [], faces)
uvs = mesh.uv_layers.new(name="UVMap")
for polygon in mesh.polygons:
    polygon.use_smooth = len(polygon.vertices) == 4
    polygon.material_index = 1 if polygon.center.z > 2 else 0
    for corner in polygon.loop_indices:
        x, y, z = mesh.vertices[mesh.loops[corner].vertex_index].co
        uvs.data[corner].uv = (0.5 + x, z / HEIGHT)

def material(name, color, metallic, roughness, alpha):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*color, 1)
    shader.inputs["Metallic"].default_value = metallic
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Alpha"].default_value = alpha
    if alpha < 1:
        made.blend_method = "BLEND"
    mesh.materials.append(made)

material("Sleeve", (0.6, 0.1, 0.2), 0.25, 0.5, 1)
material("Hand", (0.2, 0.5, 0.1), 0, 0.75, 0.5)

armature = bpy.data.objects.new("Rig", bpy.data.armatures.new("Rig"))
arm = bpy.data.objects.new("Arm", mesh)
for item in (armature, arm):
    scene.collection.objects.link(item)
bpy.context.view_layer.objects.active = armature
bpy.ops.object.mode_set(mode="EDIT")
parent = None
for i, name in enumerate(("Upper", "Lower", "Palm")):
    bone = armature.data.edit_bones.new(name)
    bone.head, bone.tail, bone.parent = (0, 0, i), (0, 0.1 * i, i + 1), parent
    parent = bone
bpy.ops.object.mode_set(mode="OBJECT")
for i, name in enumerate(("Upper", "Lower", "Palm")):
    group = arm.vertex_groups.new(name=name)
    for vertex in mesh.vertices:
        weight = max(0, 1 - abs(vertex.co.z - i - 0.5))
        if weight > 0:
            group.add([vertex.index], weight, "REPLACE")
arm.parent = armature
arm.modifiers.new("Rig", "ARMATURE").object = armature
arm.shape_key_add(name="Basis")
bulge = arm.shape_key_add(name="Bulge")
for vertex in bulge.data:
    vertex.co.x *= 1.5
bulge.value = 0.25
armature.location, armature.rotation_euler, armature.scale = (0.5, -0.25, 0.1), (0.1, 0.2, 0.3), (1.2, 1.2, 1.2)

for bone in armature.pose.bones:
    bone.rotation_mode = "XYZ"
for frame, angle in ((0, 0), (12, 60), (24, -30)):
    for i, bone in enumerate(armature.pose.bones):
        bone.rotation_euler = (math.radians(angle) * (1 if i else 0.3), math.radians(angle / 2) * (i % 2), 0)
        bone.keyframe_insert("rotation_euler", frame=frame)
armature.pose.bones["Upper"].location = (0, 0, 0)
armature.pose.bones["Upper"].keyframe_insert("location", frame=0)
armature.pose.bones["Upper"].location = (0.2, 0.1, 0.3)
armature.pose.bones["Upper"].keyframe_insert("location", frame=24)
armature.animation_data.action.name = "Wave"
scene.frame_set(0)

bpy.ops.export_scene.fbx(filepath=fbx, add_leaf_bones=False, bake_anim_simplify_factor=0)
bpy.ops.export_scene.gltf(filepath=glb, export_format="GLB", export_frame_range=True, export_nla_strips=False)
