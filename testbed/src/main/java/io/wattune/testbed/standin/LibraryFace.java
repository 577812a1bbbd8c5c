package io.wattune.testbed.standin;

/** A device that a library reads and sets in the page itself. */
record LibraryFace(DeviceBlock block) implements DeviceFace {

  @Override
  public Registers registers() {
    return block.registers();
  }

  @Override
  public void show(SimulatedDevice device, long nowNanos) {}

  @Override
  public void close() {}
}
