package io.wattune.dashboard.api;

import io.wattune.core.counter.CounterValue;
import io.wattune.core.decision.HeatGuard;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.noisefloor.NoiseFloor;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.tunable.Tunable;
import io.wattune.dashboard.state.CounterNow;
import io.wattune.dashboard.state.DeviceDetail;
import io.wattune.dashboard.state.SettingNow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/devices/{id}}. */
record DeviceDetailAnswer(
    Described device,
    @Nullable Profile profile,
    List<Profile> profileHistory,
    @Nullable FloorAnswer noiseFloor,
    List<Sensitive> sensitivities,
    List<Counter> counters,
    @Nullable String workSignal,
    @Nullable InForceAnswer inForce,
    @Nullable HeatGuardAnswer heatGuard,
    @Nullable LeaseAnswer lease,
    List<HoldAnswer> holds,
    List<DecisionAnswer> decisions,
    List<ActuationAnswer> actuations,
    @Nullable SavedAnswer saved,
    @Nullable ComponentsAnswer components,
    @Nullable HeatAnswer heat) {

  /** A device as in the fleet, and what only its own page shows. */
  record Described(
      @com.fasterxml.jackson.annotation.JsonUnwrapped FleetAnswer.Device now,
      String driver,
      @Nullable String parent,
      List<String> signals,
      List<TunableState> tunables) {}

  /** A tunable. */
  record TunableState(
      String name,
      String unit,
      long lowest,
      long highest,
      long step,
      List<Long> values,
      @Nullable Long own,
      @Nullable Long current,
      boolean writable) {}

  /** A sensor profile; {@code windowSeconds} is null where the class has no window. */
  record Profile(
      String signal,
      @com.fasterxml.jackson.annotation.JsonProperty("class") String sensorClass,
      String source,
      double timeConstantSeconds,
      double timeConstantErrorSeconds,
      @Nullable Double windowSeconds,
      double updatePeriodSeconds,
      double delaySeconds,
      double gain,
      double gainError,
      double offsetWatts,
      double offsetErrorWatts,
      double noiseWatts,
      int steps,
      @Nullable Number validFromMs,
      @Nullable Number driftedAtMs) {

    static Profile of(SensorProfile profile) {
      return new Profile(
          profile.signal(),
          profile.sensorClass().label(),
          Units.of(profile.source()),
          profile.response().timeConstantSeconds(),
          profile.response().timeConstantErrorSeconds(),
          profile.response().windowSeconds(),
          profile.updatePeriodSeconds(),
          profile.delaySeconds(),
          profile.gain(),
          profile.gainError(),
          profile.offsetWatts(),
          profile.offsetErrorWatts(),
          profile.noiseWatts(),
          profile.steps(),
          Units.msOrNull(profile.validFromNanos()),
          profile.driftedAtNanos() == SensorProfile.NEVER
              ? null
              : Units.ms(profile.driftedAtNanos()));
    }
  }

  /** A sensitivity; {@code activity} is null for the device as a whole. */
  record Sensitive(
      @Nullable String activity,
      String tunable,
      double value,
      double raw,
      @Nullable Double standardError,
      String bin,
      String model,
      String quality,
      Number basedOnMs) {

    static Sensitive of(Sensitivity sensitivity) {
      return new Sensitive(
          sensitivity.activityName(),
          sensitivity.tunable(),
          sensitivity.value(),
          sensitivity.raw(),
          sensitivity.standardError().isPresent()
              ? Units.finite(sensitivity.standardError().getAsDouble())
              : null,
          Units.of(sensitivity.bin()),
          sensitivity.model(),
          Units.of(sensitivity.quality()),
          Units.ms(sensitivity.basedOnNanos()));
    }
  }

  /** The newest value of a counter. */
  record Counter(
      String name, String unit, String kind, double value, Number atMs, @Nullable String activity) {

    static Counter of(CounterNow counter) {
      CounterValue value = counter.value();
      return new Counter(
          value.counter(),
          Units.of(value.unit()),
          Units.of(value.kind()),
          value.value(),
          Units.ms(counter.atNanos()),
          counter.activity());
    }
  }

  static DeviceDetailAnswer of(
      DeviceDetail detail, @Nullable NoiseFloor floor, long sinceNanos, long nowNanos) {
    HeatGuard guard = detail.device().heat();
    List<Profile> profiles = detail.profiles().stream().map(Profile::of).toList();
    return new DeviceDetailAnswer(
        described(detail),
        profiles.isEmpty() ? null : profiles.get(0),
        profiles,
        floor == null ? null : FloorAnswer.of(floor),
        detail.sensitivities().stream().map(Sensitive::of).toList(),
        detail.counters().stream().map(Counter::of).toList(),
        detail.workSignal() == null ? null : Units.of(detail.workSignal()),
        detail.inForce() == null ? null : InForceAnswer.of(detail.inForce()),
        guard == null ? null : HeatGuardAnswer.of(guard),
        detail.lease() == null ? null : LeaseAnswer.of(detail.lease(), nowNanos),
        detail.holds().stream().map(HoldAnswer::of).toList(),
        detail.decisions().stream().map(DecisionAnswer::of).toList(),
        detail.actuations().stream().map(ActuationAnswer::of).toList(),
        detail.saving() == null ? null : SavedAnswer.of(detail.saving(), sinceNanos),
        detail.components() == null ? null : ComponentsAnswer.of(detail.components()),
        detail.heat().isEmpty() ? null : HeatAnswer.of(detail.heat()));
  }

  private static Described described(DeviceDetail detail) {
    DeviceDescriptor descriptor = detail.descriptor();
    FleetAnswer.Device now = FleetAnswer.Device.of(detail.device());
    if (descriptor == null) {
      return new Described(now, "", null, List.of(), List.of());
    }
    Map<String, Long> current = new HashMap<>();
    for (SettingNow each : detail.device().settings()) {
      if (each.value() != null) {
        current.put(each.tunable(), each.value());
      }
    }
    List<TunableState> knobs = new ArrayList<>();
    for (Tunable each : descriptor.tunables()) {
      knobs.add(knob(each, current.get(each.name())));
    }
    return new Described(
        now,
        descriptor.driver(),
        descriptor.parent(),
        descriptor.signals().stream().map(signal -> signal.name()).toList(),
        knobs);
  }

  private static TunableState knob(Tunable tunable, @Nullable Long current) {
    return new TunableState(
        tunable.name(),
        Units.of(tunable.unit()),
        tunable.grid().lowest(),
        tunable.grid().highest(),
        tunable.grid().step(),
        tunable.grid().values(),
        Units.orNull(tunable.ownValue()),
        current,
        tunable.isWritable());
  }
}
