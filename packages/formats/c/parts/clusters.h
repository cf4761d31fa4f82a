/* ---- The cluster hierarchy: which clusters are drawn. ---- */

/* The view of a mesh. For an instance with a transform, see assetc_view_of_instance. */
typedef struct AssetcClusterView {
  float eye[3]; /* In the space of the mesh. */
  float pixelsPerUnit; /* Pixels covered by one unit at distance 1: height of the viewport / (2 * tan(fovY / 2)). A uniform scale does not change it. */
  float maxPixels; /* Maximum error on the screen. */
  uint32_t pageCount; /* Number of loaded pages, from the first; UINT32_MAX for all. */
} AssetcClusterView;

/*
 * Moves the eye of a view from world space into the space of a mesh that is drawn with `model`, a column-major matrix. A uniform scale
 * cancels out. With a non-uniform one, an error may appear enlarged by the largest factor while the distance shrinks by the smallest, so
 * pixelsPerUnit is multiplied by largest / smallest: never too coarse. Shear is not considered. The result is also valid for
 * assetc_select_lod: pass its eye, pixelsPerUnit and maxPixels.
 */
ASSETC_API AssetcClusterView assetc_view_of_instance(const float model[16], const AssetcClusterView *world);
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

AssetcClusterView assetc_view_of_instance(const float model[16], const AssetcClusterView *world) {
  AssetcClusterView view = *world;
  double rows[3][3], from[3], smallest = 0, largest = 0, determinant = 0;
  int i, k;
  for (i = 0; i < 3; i++) {
    const float *a = model + (i + 1) % 3 * 4, *b = model + (i + 2) % 3 * 4, *own = model + i * 4;
    double scale = sqrt((double)own[0] * own[0] + (double)own[1] * own[1] + (double)own[2] * own[2]);
    if (i == 0 || scale < smallest) smallest = scale;
    if (i == 0 || scale > largest) largest = scale;
    /* A row of the inverse, times the determinant. */
    for (k = 0; k < 3; k++)
      rows[i][k] = (double)a[(k + 1) % 3] * b[(k + 2) % 3] - (double)a[(k + 2) % 3] * b[(k + 1) % 3];
    from[i] = (double)world->eye[i] - model[12 + i];
  }
  for (k = 0; k < 3; k++) determinant += rows[0][k] * model[k];
  for (i = 0; i < 3; i++) {
    double along = rows[i][0] * from[0] + rows[i][1] * from[1] + rows[i][2] * from[2];
    view.eye[i] = determinant == 0 ? 0 : (float)(along / determinant);
  }
  view.pixelsPerUnit = smallest == 0 ? HUGE_VALF : (float)(world->pixelsPerUnit * largest / smallest);
  return view;
}

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
