// Pictures without a window. With --live, each change of the assets makes the next one.
#include <fstream>
#include "options.hpp"

static uint32_t crcOf(const std::string &bytes) {
  uint32_t crc = 0xffffffff;
  for (unsigned char byte : bytes) {
    crc ^= byte;
    for (int k = 0; k < 8; k++) crc = crc & 1 ? 0xedb88320u ^ (crc >> 1) : crc >> 1;
  }
  return ~crc;
}

static std::string bigEndian(uint32_t value) { return {char(value >> 24), char(value >> 16), char(value >> 8), char(value)}; }

static std::string chunk(const std::string &name, const std::string &data) {
  return bigEndian(uint32_t(data.size())) + name + data + bigEndian(crcOf(name + data));
}

/** A PNG of RGBA without compression: stored blocks need no library. */
static void writePng(const std::string &path, const char *rgba, VkExtent2D extent) {
  size_t rowBytes = size_t(extent.width) * 4, length = rowBytes + 1; // of a block
  std::string packed = "\x78\x01";
  uint32_t a = 1, b = 0; // Adler-32
  for (uint32_t y = 0; y < extent.height; y++) {
    std::string row = '\0' + std::string(rgba + y * rowBytes, rowBytes); // a block per row
    for (unsigned char byte : row) b = (b + (a = (a + byte) % 65521)) % 65521;
    packed += {char(y + 1 == extent.height), char(length), char(length >> 8), char(~length), char(~length >> 8)};
    packed += row;
  }
  std::ofstream out(path, std::ios::binary);
  out << "\x89PNG\r\n\x1a\n" << chunk("IHDR", bigEndian(extent.width) + bigEndian(extent.height) + std::string("\x08\x06\0\0\0", 5))
      << chunk("IDAT", packed + bigEndian(b << 16 | a)) << chunk("IEND", "");
  if (!out) throw std::runtime_error(path + " cannot be written");
}

int runHeadless(const Options &options) {
  Device gpu({});
  Live live(options.port);
  if (options.port) live.wait(); // the watch answers; otherwise a change might be missed
  Renderer renderer(gpu, options.shaders, options.assets);
  Target target(gpu, options.extent);
  Buffer picture(gpu, size_t(options.extent.width) * options.extent.height * 4);
  for (uint32_t frame = 0; frame < std::max(1u, options.frames); frame++) {
    if (frame > 0 && options.port) live.wait(), renderer.reload(options.assets);
    gpu.begin();
    renderer.record(target, std::max(0.0f, options.time));
    VkBufferImageCopy copy{0, 0, 0, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, {}, {options.extent.width, options.extent.height, 1}};
    vkCmdCopyImageToBuffer(gpu.commands, target.color.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, picture.buffer, 1, &copy);
    gpu.barrier();
    gpu.submit();
    writePng(options.headless, static_cast<char *>(picture.mapped), options.extent);
    std::printf("frame %u: %u meshlets%s, %u hidden, %u draws of a coarser level, %u validation messages\n", frame, renderer.counts.meshlets,
                gpu.drawMeshTasks ? " by mesh shaders" : "", renderer.counts.hiddenMeshlets, renderer.counts.reducedDraws, gpu.validationMessages);
    std::fflush(stdout);
  }
  return gpu.validationMessages == 0 ? 0 : 2;
}
