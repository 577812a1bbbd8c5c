package io.wattune.collectors.decisions;

import io.wattune.collectors.nvml.FakeNvml;

/** An NVIDIA GPU behind the driver's stand-in of this process: on every machine. */
class FakeNvidiaHostileDecisionsTest extends HostileDecisionsContract {

  @Override
  HostileTarget target() {
    return new NvidiaTarget(new FakeNvml(NvidiaTarget.SCRIPT));
  }

  @Override
  String suffix() {
    return ", to an NVIDIA GPU";
  }
}
