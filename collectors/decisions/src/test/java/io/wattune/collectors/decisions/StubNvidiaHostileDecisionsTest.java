package io.wattune.collectors.decisions;

import io.wattune.collectors.nvml.PlayedStub;

/** An NVIDIA GPU behind a library that a C compiler has made; skipped where there is none. */
class StubNvidiaHostileDecisionsTest extends HostileDecisionsContract {

  @Override
  HostileTarget target() throws Exception {
    return new NvidiaTarget(PlayedStub.play(folder, NvidiaTarget.SCRIPT));
  }

  @Override
  String suffix() {
    return ", to an NVIDIA GPU (compiled library)";
  }
}
