package io.wattune.collectors.writer;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.tunable.Setting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

/** The controls of one device, all set at the same time and each by itself. Used by one thread. */
final class DeviceLanes {
  private final Map<String, ControlLane> lanes = new HashMap<>();

  /**
   * Of a device.
   *
   * @param isReadOnly whether nothing is written, whoever asks for it
   */
  DeviceLanes(DeviceControls device, boolean isReadOnly, Executor threads, Runnable onLateAnswer) {
    for (Control control : device.controls()) {
      lanes.put(
          control.tunable().name(), new ControlLane(control, isReadOnly, threads, onLateAnswer));
    }
  }

  /**
   * Sets values, where a control does not have them yet, and reads them back.
   *
   * @param tries how often a control is tried that fails
   * @param limitNanos for how long all of them together are waited for
   * @return what became of each, in the order of the settings
   */
  List<ControlOutcome> put(List<Setting> settings, int tries, long limitNanos)
      throws InterruptedException {
    return all(settings, (lane, setting) -> lane.beginPut(setting, tries), limitNanos);
  }

  /**
   * The same, but what somebody else has set is left alone and answered with {@code
   * outside-change}.
   *
   * @param own the controls' own settings, by tunable
   */
  List<ControlOutcome> putCarefully(
      List<Setting> settings, Map<String, Setting> own, int tries, long limitNanos)
      throws InterruptedException {
    return all(
        settings,
        (lane, setting) ->
            lane.beginCarefulPut(
                setting, own.getOrDefault(setting.tunable(), setting).value(), tries),
        limitNanos);
  }

  /** Looks which settings do not stand any more; those are answered with outside-change. */
  List<ControlOutcome> look(List<Setting> standing, long limitNanos) throws InterruptedException {
    return all(standing, ControlLane::beginLook, limitNanos);
  }

  private List<ControlOutcome> all(
      List<Setting> settings, BiConsumer<ControlLane, Setting> begin, long limitNanos)
      throws InterruptedException {
    for (Setting setting : settings) {
      ControlLane lane = lanes.get(setting.tunable());
      if (lane != null) {
        begin.accept(lane, setting);
      }
    }
    long deadline = System.nanoTime() + limitNanos;
    List<ControlOutcome> outcomes = new ArrayList<>(settings.size());
    for (Setting setting : settings) {
      ControlLane lane = lanes.get(setting.tunable());
      outcomes.add(lane == null ? unknown(setting) : lane.await(deadline - System.nanoTime()));
    }
    return outcomes;
  }

  /** Whether a value of a control is neither its own nor comes from this writer. */
  boolean isForeign(String tunable, long value, long own) {
    ControlLane lane = lanes.get(tunable);
    return lane != null && lane.isForeign(value, own);
  }

  /** Whether this writer has set a control since it was last restored. */
  boolean hasWritten(String tunable) {
    ControlLane lane = lanes.get(tunable);
    return lane != null && lane.hasWritten();
  }

  /** Every control is restored, verified. */
  void markRestored() {
    lanes.values().forEach(ControlLane::markRestored);
  }

  /** Reads the values of some controls; what is read back is in the outcomes. */
  List<ControlOutcome> read(List<String> tunables, long limitNanos) throws InterruptedException {
    List<ControlLane> reading = tunables.stream().map(lanes::get).filter(Objects::nonNull).toList();
    reading.forEach(ControlLane::beginRead);
    long deadline = System.nanoTime() + limitNanos;
    List<ControlOutcome> outcomes = new ArrayList<>(reading.size());
    for (ControlLane lane : reading) {
      outcomes.add(lane.await(deadline - System.nanoTime()));
    }
    return outcomes;
  }

  private static ControlOutcome unknown(Setting setting) {
    return new ControlOutcome(
        setting.tunable(),
        setting.unit(),
        OptionalLong.of(setting.value()),
        OptionalLong.empty(),
        ControlStatus.FAILED,
        ActuationReason.UNKNOWN_CONTROL.code());
  }
}
