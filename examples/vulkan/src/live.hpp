// Follows `assetc watch --ui`. It replaces the pack as a whole, and only if everything was compiled: until then the last good scene stays.
#pragma once
#include <assetc.h>
#include <cstdio>
#include <utility>

struct Live {
  bool isStale = false; // the pack has changed, or may have

  explicit Live(uint16_t port) {
    AssetcLiveCallbacks callbacks{};
    callbacks.connected = callbacks.missed = [](void *user) { static_cast<Live *>(user)->isStale = true; };
    callbacks.built = [](void *user, int succeeded) {
      if (succeeded) static_cast<Live *>(user)->isStale = true;
      else print("the build failed: the last good scene stays");
    };
    assetc_live_open(&live, port, buffer, sizeof buffer, &callbacks, this);
  }
  ~Live() { assetc_live_close(&live); }
  Live(const Live &) = delete;

  /** Takes in what was reported. Waits at most this long for more. */
  void poll(uint32_t milliseconds) {
    bool wasConnected = isConnected;
    isConnected = assetc_live_poll(&live, milliseconds);
    if (isConnected != wasConnected) print(isConnected ? "following assetc watch" : "assetc watch is gone: waiting for it");
  }
  /** Until the pack has changed. */
  void wait() {
    while (!std::exchange(isStale, false)) poll(500);
  }

 private:
  AssetcLive live;
  bool isConnected = false;
  char buffer[1 << 16];
  static void print(const char *text) { std::puts(text), std::fflush(stdout); }
};
