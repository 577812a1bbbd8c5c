package io.wattune.collectors.writer;

import io.wattune.collectors.nvml.FakeNvml;
import io.wattune.collectors.nvml.PlayedNvml;

/** With the driver's stand-in of this process: on every machine. */
class FakeNvidiaFaultsTest extends NvidiaFaultsContract {

  @Override
  PlayedNvml play(String script) {
    return new FakeNvml(script);
  }

  @Override
  String suffix() {
    return "";
  }
}
