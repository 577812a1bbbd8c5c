package io.wattune.collectors.nvml;

/** Works a load through its phases while somebody polls: asked at each poll, acts at each edge. */
final class LoadSwitch {
  private final GpuLoad load;
  private final LoadPhases phases;
  private boolean isOn;

  LoadSwitch(GpuLoad load, LoadPhases phases) {
    this.load = load;
    this.phases = phases;
    load.work(false);
  }

  /** It is this long since the start. */
  void at(long nanos) {
    boolean on = phases.isOn(nanos);
    if (on != isOn) {
      isOn = on;
      load.work(on);
    }
  }
}
