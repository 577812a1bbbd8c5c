package io.wattune.collectors.writer;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.running.RunningActivity;
import io.wattune.collectors.running.RunningWatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A device of which the node's agent may know what runs, where it does not say so itself. */
record ReportedActivityControls(DeviceControls open, RunningWatch running)
    implements DeviceControls {

  @Override
  public String device() {
    return open.device();
  }

  @Override
  public List<Control> controls() {
    return open.controls();
  }

  @Override
  public @Nullable String runningActivity() {
    String own = open.runningActivity();
    if (own != null || open.saysWhatRuns()) {
      return own;
    }
    RunningActivity reported = running.on(open.device());
    return reported == null ? null : reported.name();
  }

  @Override
  public boolean saysWhatRuns() {
    return true;
  }

  @Override
  public @Nullable String throttledBy() {
    return open.throttledBy();
  }

  @Override
  public void close() {
    open.close();
  }
}
