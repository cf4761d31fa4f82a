// Poses: sampled on the CPU, applied by a compute shader.
#include "frame.hpp"
#include <cmath>

void recordSkinning(VkCommandBuffer commands, const Pipelines &pipelines, const Scene &scene, float time) {
  for (const Model &model : scene.models) {
    if (!model.mesh.skin) continue;
    const AssetcMesh &mesh = model.mesh;
    std::vector<AssetcTransform> pose(mesh.jointCount);
    assetc_bind_pose(mesh.joints, mesh.jointCount, pose.data());
    float duration = model.clip.duration;
    assetc_sample_clip(&model.clip, duration > 0 ? std::fmod(time, duration) : 0, pose.data(), mesh.jointCount);
    assetc_skin_matrices(mesh.joints, mesh.jointCount, pose.data(), static_cast<float *>(model.palette.mapped));
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines.skin);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines.layout, 0, 1, &pipelines.sets[0], 0, nullptr);
    vkCmdDispatch(commands, (mesh.desc->vertexCount + 63) / 64, 1, 1);
  }
  barrier(commands);
}
