package io.wattune.collectors.writer;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.core.tunable.Tunable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A device in shadow: whatever asks for a write, none comes through. */
record ReadOnlyControls(DeviceControls open) implements DeviceControls {

  @Override
  public String device() {
    return open.device();
  }

  @Override
  public List<Control> controls() {
    return open.controls().stream().<Control>map(ReadOnly::new).toList();
  }

  @Override
  public @Nullable String runningActivity() {
    return open.runningActivity();
  }

  @Override
  public boolean saysWhatRuns() {
    return open.saysWhatRuns();
  }

  @Override
  public @Nullable String throttledBy() {
    return open.throttledBy();
  }

  @Override
  public void close() {
    open.close();
  }

  private record ReadOnly(Control control) implements Control {
    @Override
    public Tunable tunable() {
      return control.tunable();
    }

    @Override
    public long read() throws DeviceException {
      return control.read();
    }

    @Override
    public boolean isSure() {
      return control.isSure();
    }

    @Override
    public boolean readsWhatIsSet() {
      return control.readsWhatIsSet();
    }

    @Override
    public @Nullable String whyNotTuned() {
      return control.whyNotTuned();
    }

    @Override
    public void write(long value) throws DeviceException {
      throw new DeviceException(
          control.tunable().name() + " is not written: this writer is in shadow");
    }
  }
}
