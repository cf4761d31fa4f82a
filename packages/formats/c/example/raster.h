/* A small triangle rasterizer: depth by 1/w, perspective-correct weights. Everything is in doubles, so that the twin in TypeScript
 * (tests/c-library/draw-model.ts) draws the same picture. Triangles that extend behind the eye are skipped. */
#ifndef RASTER_H
#define RASTER_H

#include <stddef.h>
#include <stdint.h>

typedef struct Canvas {
  int width;
  int height;
  double *color; /* RGB, 0 to 1. */
  double *depth; /* 1/w; larger is nearer. */
} Canvas;

typedef struct Corner {
  double clip[3]; /* x y w. */
  double normal[3];
  double uv[2];
} Corner;

/* RGB of a point with this normal and these texture coordinates. */
typedef void (*Shade)(const void *user, const double normal[3], const double uv[2], double rgb[3]);

static double edge(const double a[2], const double b[2], double x, double y) {
  return (a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y);
}

static int limit(double value, int low, int high) {
  return value < low ? low : value > high ? high : (int)value;
}

static void draw_pixel(Canvas *canvas, const Corner *corners, const double weights[3], size_t pixel, Shade shade, const void *user) {
  double normal[3], uv[2];
  int i;
  for (i = 0; i < 3; i++)
    normal[i] = corners[0].normal[i] * weights[0] + corners[1].normal[i] * weights[1] + corners[2].normal[i] * weights[2];
  for (i = 0; i < 2; i++)
    uv[i] = corners[0].uv[i] * weights[0] + corners[1].uv[i] * weights[1] + corners[2].uv[i] * weights[2];
  shade(user, normal, uv, canvas->color + pixel * 3);
}

/* Front faces are counter-clockwise. */
static void draw_triangle(Canvas *canvas, const Corner corners[3], int bothSides, Shade shade, const void *user) {
  double at[3][2], area, low[2], high[2];
  int i, x, y, axis;
  for (i = 0; i < 3; i++) {
    if (corners[i].clip[2] < 0.001) return;
    at[i][0] = (corners[i].clip[0] / corners[i].clip[2] * 0.5 + 0.5) * canvas->width;
    at[i][1] = (0.5 - corners[i].clip[1] / corners[i].clip[2] * 0.5) * canvas->height;
  }
  area = edge(at[0], at[1], at[2][0], at[2][1]);
  if (area == 0 || (area > 0 && !bothSides)) return;
  for (axis = 0; axis < 2; axis++) {
    low[axis] = high[axis] = at[0][axis];
    for (i = 1; i < 3; i++) {
      if (at[i][axis] < low[axis]) low[axis] = at[i][axis];
      if (at[i][axis] > high[axis]) high[axis] = at[i][axis];
    }
  }
  for (y = limit(low[1], 0, canvas->height); y < limit(high[1] + 1, 0, canvas->height); y++)
    for (x = limit(low[0], 0, canvas->width); x < limit(high[0] + 1, 0, canvas->width); x++) {
      double weights[3], inverseDepth, px = x + 0.5, py = y + 0.5;
      size_t pixel = (size_t)y * (size_t)canvas->width + (size_t)x;
      weights[0] = edge(at[1], at[2], px, py) / area;
      weights[1] = edge(at[2], at[0], px, py) / area;
      weights[2] = 1 - weights[0] - weights[1];
      if (weights[0] < 0 || weights[1] < 0 || weights[2] < 0) continue;
      for (i = 0; i < 3; i++) weights[i] /= corners[i].clip[2];
      inverseDepth = weights[0] + weights[1] + weights[2];
      if (inverseDepth <= canvas->depth[pixel]) continue;
      canvas->depth[pixel] = inverseDepth;
      for (i = 0; i < 3; i++) weights[i] /= inverseDepth;
      draw_pixel(canvas, corners, weights, pixel, shade, user);
    }
}

#endif
