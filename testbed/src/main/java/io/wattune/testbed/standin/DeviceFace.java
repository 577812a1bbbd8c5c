package io.wattune.testbed.standin;

import java.io.IOException;

/** How the rest of the machine sees a device. For one thread. */
interface DeviceFace extends AutoCloseable {
  /** What is set on it now. */
  Registers registers() throws IOException;

  /** Shows how it is. */
  void show(SimulatedDevice device, long nowNanos) throws IOException;

  @Override
  void close() throws IOException;
}
