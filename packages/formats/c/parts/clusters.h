/* ---- The cluster hierarchy: which clusters are drawn. ---- */

/* The view of a mesh. */
typedef struct AssetcClusterView {
  float eye[3]; /* In the space of the mesh. */
  float pixelsPerUnit; /* Pixels covered by one unit at distance 1: height of the viewport / (2 * tan(fovY / 2)), times the scale of the model. */
  float maxPixels; /* Maximum error on the screen. */
  uint32_t pageCount; /* Number of loaded pages, from the first; UINT32_MAX for all. */
} AssetcClusterView;

/*
 * Whether a cluster is drawn: two tests, without walking a tree. For every view the drawn clusters cover each part of the mesh exactly
  * once and without cracks.
 */
ASSETC_API int assetc_cluster_is_drawn(const AssetcMesh *mesh, uint32_t cluster, const AssetcClusterView *view);
/* Writes at most `capacity` clusters to draw, in ascending order. Returns their number. `clusters` may be NULL. */
ASSETC_API uint32_t assetc_select_clusters(
  const AssetcMesh *mesh, const AssetcClusterView *view, uint32_t *clusters, uint32_t capacity
);

/* @implementation */

/* Whether a group is too coarse for the view, and its members are loaded. */
static int assetc_impl_group_is_coarse(const AssetcClusterGroup *group, const AssetcClusterView *view) {
  double x = (double)group->center[0] - view->eye[0], y = (double)group->center[1] - view->eye[1];
  double z = (double)group->center[2] - view->eye[2], distance = sqrt(x * x + y * y + z * z) - group->radius;
  if (distance < 0) distance = 0;
  return (double)group->error * view->pixelsPerUnit > view->maxPixels * distance && group->pageCount <= view->pageCount;
}

int assetc_cluster_is_drawn(const AssetcMesh *mesh, uint32_t cluster, const AssetcClusterView *view) {
  const AssetcCluster *row = &mesh->clusters[cluster];
  if (row->page >= view->pageCount) return 0;
  if (row->parentGroup != ASSETC_HMESH_NO_GROUP &&
      !assetc_impl_group_is_coarse(&mesh->clusterGroups[row->parentGroup], view))
    return 0;
  return row->group == ASSETC_HMESH_NO_GROUP || !assetc_impl_group_is_coarse(&mesh->clusterGroups[row->group], view);
}

uint32_t assetc_select_clusters(const AssetcMesh *mesh, const AssetcClusterView *view, uint32_t *clusters, uint32_t capacity) {
  uint32_t i, count = 0;
  for (i = 0; i < mesh->clusterCount; i++) {
    if (!assetc_cluster_is_drawn(mesh, i, view)) continue;
    if (clusters != NULL && count < capacity) clusters[count] = i;
    count++;
  }
  return count;
}
