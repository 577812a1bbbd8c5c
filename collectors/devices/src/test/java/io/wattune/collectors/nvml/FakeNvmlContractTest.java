package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.Nvml;

class FakeNvmlContractTest extends NvmlContract {
  private FakeNvml fake;

  @Override
  Nvml play(String script) {
    fake = new FakeNvml(script);
    fake.setMillis(0);
    return fake;
  }

  @Override
  void setMillis(long millis) {
    fake.setMillis(millis);
  }
}
