// Poses: sampled on the CPU, applied by a compute shader.
#include "frame.hpp"

/** As `Skin` in skin.slang. */
struct SkinConstants { VkDeviceAddress palette, mesh; uint32_t count; };

void Renderer::recordSkinning(float time) {
  for (const Model &model : scene->models) {
    const AssetcMesh &mesh = model.mesh;
    if (!model.posed.buffer) continue;
    std::vector<AssetcTransform> pose(mesh.jointCount);
    assetc_bind_pose(mesh.joints, mesh.jointCount, pose.data());
    float duration = model.clip.duration;
    assetc_sample_clip(&model.clip, duration > 0 ? std::fmod(time, duration) : 0, pose.data(), mesh.jointCount);
    assetc_skin_matrices(mesh.joints, mesh.jointCount, pose.data(), static_cast<float *>(model.palette.mapped));
    vkCmdBindPipeline(gpu.commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines.skin);
    push(SkinConstants{model.palette.address, model.addresses.address, mesh.desc->vertexCount});
    vkCmdDispatch(gpu.commands, (mesh.desc->vertexCount + 63) / 64, 1, 1);
  }
  gpu.barrier();
}
