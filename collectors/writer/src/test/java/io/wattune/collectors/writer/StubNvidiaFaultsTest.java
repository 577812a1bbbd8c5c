package io.wattune.collectors.writer;

import io.wattune.collectors.nvml.PlayedNvml;
import io.wattune.collectors.nvml.PlayedStub;

/** Through the binding, with a library that a C compiler has made; skipped where there is none. */
class StubNvidiaFaultsTest extends NvidiaFaultsContract {

  @Override
  PlayedNvml play(String script) throws Exception {
    return PlayedStub.play(folder, script);
  }

  @Override
  String suffix() {
    return " (compiled library)";
  }
}
