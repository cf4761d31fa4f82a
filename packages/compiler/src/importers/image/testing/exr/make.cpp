// Made the fixtures of this folder, with OpenEXR 3.1.5 (libopenexr-dev): mkdir -p expected && g++ make.cpp $(pkg-config --cflags --libs OpenEXR) && ./a.out
// expected/<name>.f32 has the texels that OpenEXR's own reader decodes from each file: RGBA in little-endian floats, from the top.
#include <ImfArray.h>
#include <ImfChannelList.h>
#include <ImfDeepFrameBuffer.h>
#include <ImfDeepScanLineOutputFile.h>
#include <ImfFrameBuffer.h>
#include <ImfInputFile.h>
#include <ImfInputPart.h>
#include <ImfMultiPartInputFile.h>
#include <ImfMultiPartOutputFile.h>
#include <ImfOutputFile.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfRgbaFile.h>
#include <ImfTiledOutputFile.h>
#include <ImfTiledRgbaFile.h>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

using namespace Imf;
using namespace Imath;

const int W = 20, H = 38;
float texels[H][W][4];

// A gradient with noise, an area of one value, and a few values far apart; or few values, which PIZ makes smaller.
static void fill(bool few) {
  uint32_t state = 1;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      for (int c = 0; c < 4; c++) {
        state = state * 1664525u + 1013904223u;
        float noise = float(state >> 8) / 16777216.0f;
        float value = 0.05f + float(x * (c + 1)) / W + float(y) / H + noise * 0.2f;
        if (x > 7 && x < 17 && y > 3 && y < 17) value = 0.75f;
        if ((x + y * W) % 131 == 0) value = 3000.0f * (c + 1);
        if (few) value = 0.5f + float((x * (c + 1) + y * 2 + int(noise * 3)) % 24) / 16;
        texels[y][x][c] = c == 3 ? (value > 1 ? 1 : value) : value;
      }
}

static void save(const std::string &name, const std::vector<float> &values) {
  FILE *file = fopen(("expected/" + name + ".f32").c_str(), "wb");
  fwrite(values.data(), 4, values.size(), file);
  fclose(file);
}

static void readBack(const std::string &name, int part = 0, bool alpha = true) {
  MultiPartInputFile file((name + ".exr").c_str());
  InputPart input(file, part);
  Box2i d = input.header().dataWindow();
  std::vector<float> out(W * H * 4, 1.0f);
  char *base = (char *)out.data() - (d.min.x + d.min.y * W) * 16;
  FrameBuffer frame;
  const char *names[] = {"R", "G", "B", "A"};
  for (int c = 0; c < (alpha ? 4 : 3); c++) frame.insert(names[c], Slice(FLOAT, base + c * 4, 16, W * 16, 1, 1, c == 3 ? 1.0 : 0.0));
  input.setFrameBuffer(frame);
  input.readPixels(d.min.y, d.max.y);
  save(name, out);
}

// Channels of one type, in scan lines.
static void scan(const std::string &name, Compression compression, PixelType type, int channels, LineOrder order = INCREASING_Y) {
  Header header(W, H, 1, V2f(0, 0), 1, order, compression);
  const char *names[] = {"R", "G", "B", "A"};
  std::vector<float> floats(W * H * 4);
  std::vector<half> halfs(W * H * 4);
  std::vector<uint32_t> uints(W * H * 4);
  for (int i = 0; i < W * H * 4; i++) {
    floats[i] = (&texels[0][0][0])[i];
    halfs[i] = floats[i];
    uints[i] = uint32_t(floats[i] * 1000);
  }
  char *base = type == HALF ? (char *)halfs.data() : type == FLOAT ? (char *)floats.data() : (char *)uints.data();
  int size = type == HALF ? 2 : 4;
  FrameBuffer frame;
  for (int c = 0; c < channels; c++) {
    header.channels().insert(names[c], Channel(type));
    frame.insert(names[c], Slice(type, base + c * size, size * 4, size * 4 * W));
  }
  OutputFile file((name + ".exr").c_str(), header);
  file.setFrameBuffer(frame);
  file.writePixels(H);
}

static std::vector<Rgba> rgba() {
  std::vector<Rgba> out(W * H);
  for (int i = 0; i < W * H; i++) {
    const float *t = &texels[0][0][0] + i * 4;
    out[i] = Rgba(t[0], t[1], t[2], t[3]);
  }
  return out;
}

static void luminanceChroma(const std::string &name, Compression compression, RgbaChannels channels, int x0, int y0) {
  std::vector<Rgba> pixels = rgba();
  Box2i d(V2i(x0, y0), V2i(x0 + W - 1, y0 + H - 1));
  {
    RgbaOutputFile file((name + ".exr").c_str(), Header(d, d, 1, V2f(0, 0), 1, INCREASING_Y, compression), channels);
    file.setFrameBuffer(pixels.data() - x0 - y0 * W, 1, W);
    file.writePixels(H);
  }
  RgbaInputFile file((name + ".exr").c_str());
  std::vector<Rgba> read(W * H);
  file.setFrameBuffer(read.data() - x0 - y0 * W, 1, W);
  file.readPixels(d.min.y, d.max.y);
  std::vector<float> out;
  for (const Rgba &p : read) out.insert(out.end(), {p.r, p.g, p.b, p.a});
  save(name, out);
}

static void tiled(const std::string &name, Compression compression, LevelMode mode, LineOrder order) {
  std::vector<Rgba> pixels = rgba();
  {
    Header header(W, H, 1, V2f(0, 0), 1, order, compression);
    TiledRgbaOutputFile file((name + ".exr").c_str(), header, WRITE_RGBA, mode == MIPMAP_LEVELS ? 20 : 16, mode == MIPMAP_LEVELS ? 30 : 12, mode, ROUND_UP);
    for (int ly = 0; ly < file.numYLevels(); ly++)
      for (int lx = 0; lx < file.numXLevels(); lx++) {
        if (!file.isValidLevel(lx, ly)) continue;
        file.setFrameBuffer(pixels.data(), 1, W);
        file.writeTiles(0, file.numXTiles(lx) - 1, 0, file.numYTiles(ly) - 1, lx, ly);
      }
  }
  readBack(name);
}

static void multipart(const std::string &name) {
  std::vector<Header> headers(2, Header(W, H));
  headers[0].setName("depth");
  headers[0].setType(SCANLINEIMAGE);
  headers[0].channels().insert("Z", Channel(FLOAT));
  headers[0].channels().insert("ID", Channel(UINT));
  headers[1].setName("beauty");
  headers[1].setType(SCANLINEIMAGE);
  headers[1].compression() = ZIPS_COMPRESSION;
  for (const char *c : {"R", "G", "B"}) headers[1].channels().insert(c, Channel(FLOAT));
  {
    MultiPartOutputFile file((name + ".exr").c_str(), headers.data(), 2);
    OutputPart first(file, 0), second(file, 1);
    std::vector<uint32_t> ids(W * H, 7);
    FrameBuffer depth, colors;
    depth.insert("Z", Slice(FLOAT, (char *)&texels[0][0][0], 16, 16 * W));
    depth.insert("ID", Slice(UINT, (char *)ids.data(), 4, 4 * W));
    colors.insert("R", Slice(FLOAT, (char *)&texels[0][0][0], 16, 16 * W));
    colors.insert("G", Slice(FLOAT, (char *)&texels[0][0][1], 16, 16 * W));
    colors.insert("B", Slice(FLOAT, (char *)&texels[0][0][2], 16, 16 * W));
    first.setFrameBuffer(depth);
    second.setFrameBuffer(colors);
    first.writePixels(H);
    second.writePixels(H);
  }
  readBack(name, 1, false);
}

static void deep(const std::string &name) {
  Header header(4, 2);
  header.compression() = ZIPS_COMPRESSION;
  header.channels().insert("R", Channel(FLOAT));
  header.setType(DEEPSCANLINE);
  DeepScanLineOutputFile file((name + ".exr").c_str(), header);
  std::vector<unsigned int> counts(8, 1);
  std::vector<float> values(8, 0.5f);
  std::vector<float *> pointers;
  for (float &v : values) pointers.push_back(&v);
  DeepFrameBuffer frame;
  frame.insertSampleCountSlice(Slice(UINT, (char *)counts.data(), 4, 16));
  frame.insert("R", DeepSlice(FLOAT, (char *)pointers.data(), sizeof(float *), sizeof(float *) * 4, 4));
  file.setFrameBuffer(frame);
  file.writePixels(2);
}

int main() {
  fill(true);
  scan("piz-half", PIZ_COMPRESSION, HALF, 4);
  readBack("piz-half");
  scan("piz-float", PIZ_COMPRESSION, FLOAT, 3, DECREASING_Y);
  readBack("piz-float");
  scan("piz-uint", PIZ_COMPRESSION, UINT, 3);
  readBack("piz-uint");
  luminanceChroma("yc-zip", ZIP_COMPRESSION, WRITE_YC, 0, 0);
  tiled("mip-piz", PIZ_COMPRESSION, MIPMAP_LEVELS, INCREASING_Y);
  scan("rle", RLE_COMPRESSION, HALF, 3);
  readBack("rle");
  fill(false);
  scan("b44", B44_COMPRESSION, HALF, 3);
  readBack("b44");
  scan("pxr24-float", PXR24_COMPRESSION, FLOAT, 3);
  readBack("pxr24-float");
  scan("pxr24-half", PXR24_COMPRESSION, HALF, 4);
  readBack("pxr24-half");
  luminanceChroma("yca-b44a", B44A_COMPRESSION, WRITE_YCA, 4, -6);
  tiled("b44a-tiled", B44A_COMPRESSION, ONE_LEVEL, RANDOM_Y);
  tiled("rip-zip", ZIP_COMPRESSION, RIPMAP_LEVELS, INCREASING_Y);
  multipart("multipart");
  deep("deep");
  scan("dwaa-half", DWAA_COMPRESSION, HALF, 4);
  readBack("dwaa-half");
  scan("dwab-float", DWAB_COMPRESSION, FLOAT, 4);
  readBack("dwab-float");
  luminanceChroma("yca-dwaa", DWAA_COMPRESSION, WRITE_YCA, 4, -6);
  tiled("dwab-tiled", DWAB_COMPRESSION, ONE_LEVEL, RANDOM_Y);
}
