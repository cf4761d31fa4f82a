// Writes PNG files without compression: stored blocks need no library.
#include "frame.hpp"
#include <fstream>

static uint32_t crcOf(const std::string &bytes) {
  uint32_t crc = 0xffffffff;
  for (unsigned char byte : bytes) {
    crc ^= byte;
    for (int k = 0; k < 8; k++) crc = crc & 1 ? 0xedb88320u ^ (crc >> 1) : crc >> 1;
  }
  return ~crc;
}

static std::string bigEndian(uint32_t value) {
  return {char(value >> 24), char(value >> 16), char(value >> 8), char(value)};
}

static std::string chunk(const std::string &name, const std::string &data) {
  return bigEndian(uint32_t(data.size())) + name + data + bigEndian(crcOf(name + data));
}

void writePng(const std::string &path, const unsigned char *rgba, Extent extent) {
  std::string rows, packed = "\x78\x01";
  for (uint32_t y = 0; y < extent.height; y++) {
    rows += '\0';
    rows.append(reinterpret_cast<const char *>(rgba) + size_t(y) * extent.width * 4, size_t(extent.width) * 4);
  }
  uint32_t a = 1, b = 0;
  for (unsigned char byte : rows) b = (b + (a = (a + byte) % 65521)) % 65521;
  for (size_t at = 0; at < rows.size(); at += 65535) {
    size_t length = std::min<size_t>(65535, rows.size() - at);
    packed += char(at + length == rows.size());
    packed += {char(length), char(length >> 8), char(~length), char(~length >> 8)};
    packed += rows.substr(at, length);
  }
  std::ofstream out(path, std::ios::binary);
  out << "\x89PNG\r\n\x1a\n" << chunk("IHDR", bigEndian(extent.width) + bigEndian(extent.height) + std::string("\x08\x06\0\0\0", 5))
      << chunk("IDAT", packed + bigEndian(b << 16 | a)) << chunk("IEND", "");
  if (!out) throw std::runtime_error(path + " cannot be written");
}
