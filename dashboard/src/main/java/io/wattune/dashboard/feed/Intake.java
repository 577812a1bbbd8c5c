package io.wattune.dashboard.feed;

import io.wattune.core.component.ComponentPower;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.dashboard.state.LiveState;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ActivityEvent;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.ComponentPowerCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.FleetPowerCodec;
import io.wattune.schemas.codec.HeatCodec;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.RecordCodec;
import io.wattune.schemas.codec.RecordKey;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.SensitivityCodec;
import io.wattune.schemas.codec.SensorProfileCodec;
import io.wattune.schemas.codec.ServingReadingCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Decodes one record of a topic and adds it to the state. Used by one thread. */
final class Intake {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Map<Topic, Taking> takings = new EnumMap<>(Topic.class);

  /** Takes one record. */
  private interface Taking {
    void take(String key, byte @Nullable [] value, long writtenMillis) throws UndecodableException;
  }

  Intake(LiveState state, SchemaStore schemas) {
    var devices = new DeviceDescriptorCodec(schemas);
    takings.put(
        Topic.DEVICES,
        (key, value, millis) -> {
          if (value == null) {
            state.deviceGone(key);
          } else {
            DeviceDescriptor device = devices.decode(value);
            RecordKey.check(key, device);
            state.device(device);
          }
        });
    var holds = new HoldCodec(schemas);
    takings.put(
        Topic.HOLDS,
        (key, value, millis) -> {
          if (value == null) {
            state.holdGone(key);
          } else {
            state.hold(holds.decode(value).named(key));
          }
        });
    var power = new PowerBlockCodec(schemas);
    takings.put(Topic.POWER, (key, value, millis) -> state.power(power.decode(value)));
    takings.put(Topic.SMOOTHED, (key, value, millis) -> state.smoothed(power.decode(value)));
    var energy = new LedgerEntryCodec(schemas);
    takings.put(Topic.ENERGY, (key, value, millis) -> state.energy(energy.decode(value)));
    var activity = new ActivityCodec(schemas);
    takings.put(
        Topic.ACTIVITY,
        (key, value, millis) -> {
          if (activity.decode(value) instanceof ActivityEvent.Reported reported) {
            RecordKey.check(key, reported.device());
            state.activity(reported.activity());
          }
        });
    putRest(state, schemas);
  }

  private void putRest(LiveState state, SchemaStore schemas) {
    var profiles = new SensorProfileCodec(schemas);
    takings.put(Topic.PROFILES, (key, value, millis) -> state.profile(profiles.decode(value)));
    checked(
        Topic.COUNTERS, new CounterReadingCodec(schemas), CounterReading::device, state::counters);
    var servers = new ServingReadingCodec(schemas);
    takings.put(
        Topic.SERVING,
        (key, value, millis) -> {
          ServingReading reading = servers.decode(value);
          RecordKey.check(key, reading);
          state.serving(reading);
        });
    var sensitivities = new SensitivityCodec(schemas);
    takings.put(
        Topic.SENSITIVITIES,
        (key, value, millis) -> state.sensitivity(sensitivities.decode(value)));
    checked(
        Topic.COMPONENT_POWER,
        new ComponentPowerCodec(schemas),
        ComponentPower::device,
        state::components);
    checked(Topic.HEAT, new HeatCodec(schemas), HeatRecord::device, state::heat);
    var fleet = new FleetPowerCodec(schemas);
    takings.put(Topic.FLEET, (key, value, millis) -> state.fleet(fleet.decode(value)));
    var decisions = new DecisionCodec(schemas);
    takings.put(Topic.DECISIONS, (key, value, millis) -> state.decision(decisions.decode(value)));
    var actuations = new ActuationCodec(schemas);
    takings.put(
        Topic.ACTUATIONS,
        (key, value, millis) -> {
          Actuation actuation = actuations.decode(value);
          RecordKey.check(key, actuation);
          state.actuation(actuation);
        });
    var rejects = new RejectCodec(schemas);
    takings.put(
        Topic.REJECTS,
        (key, value, millis) -> state.reject(rejects.decode(value), millis * NANOS_PER_MILLI));
  }

  /** Takes values whose record must have their device as its key. */
  private <T> void checked(
      Topic topic, RecordCodec<T> codec, Function<T, String> device, Consumer<T> state) {
    takings.put(
        topic,
        (key, value, millis) -> {
          T decoded = codec.decode(value);
          RecordKey.check(key, device.apply(decoded));
          state.accept(decoded);
        });
  }

  /** The topics that are read. */
  Set<Topic> topics() {
    return takings.keySet();
  }

  /**
   * Takes a record.
   *
   * @throws UndecodableException where it cannot be read
   * @throws IllegalArgumentException where it says what cannot be
   */
  void take(Topic topic, @Nullable String key, byte @Nullable [] value, long writtenMillis)
      throws UndecodableException {
    Taking taking = takings.get(topic);
    if (taking != null) {
      taking.take(key == null ? "" : key, value, writtenMillis);
    }
  }
}
