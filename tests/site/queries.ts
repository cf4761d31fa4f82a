// What people type, and the page that has to be among the first three.

export const QUERIES: readonly (readonly [typed: string, page: string])[] = [
  ['hmesh', 'formats/hmesh.html'],
  ['BC7', 'guide/textures.html'],
  ['CMake', 'guide/cmake.html'],
  ['texture/not-square', 'errors/texture/not-square.html'],
  ['why rebuilt', 'guide/caching.html'],
  ['three.js loader', 'guide/three.html'],
  ['hot reload', 'guide/vite.html'],
  ['write a plugin', 'guide/plugins.html'],
  ['level of detail', 'guide/clusters.html'],
  ['shared cache', 'guide/teams.html'],
  ['normal map', 'guide/textures.html'],
  ['incremental cache', 'guide/caching.html'],
];
