// Column-major 4×4 matrices for column vectors, as Vulkan and the files use them.
#pragma once
#include <array>
#include <cmath>

using Matrix = std::array<float, 16>;
using Vector = std::array<float, 3>;

inline Vector operator-(Vector a, Vector b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline float dot(Vector a, Vector b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Vector cross(Vector a, Vector b) { return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}; }
inline Vector operator/(Vector v, float s) { return {v[0] / s, v[1] / s, v[2] / s}; }
inline Vector normalize(Vector v) { return v / std::sqrt(dot(v, v)); }

inline Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix m{};
  for (int column = 0; column < 4; column++)
    for (int row = 0; row < 4; row++)
      for (int k = 0; k < 4; k++) m[column * 4 + row] += a[k * 4 + row] * b[column * 4 + k];
  return m;
}

/** Translation, then a turn about +Y, then a uniform scale. */
inline Matrix place(Vector at, float turn, float scale) {
  float c = std::cos(turn) * scale, s = std::sin(turn) * scale;
  return {c, 0, -s, 0, 0, scale, 0, 0, s, 0, c, 0, at[0], at[1], at[2], 1};
}

inline Matrix lookAt(Vector eye, Vector target) {
  Vector z = normalize(eye - target), x = normalize(cross({0, 1, 0}, z)), y = cross(z, x);
  return {x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, -dot(x, eye), -dot(y, eye), -dot(z, eye), 1};
}

/** Depth from 1 (near) to 0 (infinitely far). Vulkan's clip space has y down. */
inline Matrix perspective(float fovY, float aspect, float near) {
  float f = 1 / std::tan(fovY / 2);
  return {f / aspect, 0, 0, 0, 0, -f, 0, 0, 0, 0, 0, -1, 0, 0, near, 0};
}
