package io.wattune.control;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.serving.ServingReading;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.NewestPower;
import io.wattune.schemas.codec.NewestPowerDecoder;
import io.wattune.schemas.codec.RecordKey;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.SensitivityCodec;
import io.wattune.schemas.codec.ServingReadingCodec;
import io.wattune.schemas.codec.UndecodableException;
import java.util.Optional;

/** Original bytes to what they say. One for each thread. */
final class InputDecoder {
  private final NewestPowerDecoder power;
  private final CounterReadingCodec counters;
  private final SensitivityCodec sensitivities;
  private final DeviceDescriptorCodec descriptors;
  private final ActuationCodec actuations;
  private final ServingReadingCodec serving;

  InputDecoder(SchemaStore schemas) {
    power = new NewestPowerDecoder(schemas);
    counters = new CounterReadingCodec(schemas);
    sensitivities = new SensitivityCodec(schemas);
    descriptors = new DeviceDescriptorCodec(schemas);
    actuations = new ActuationCodec(schemas);
    serving = new ServingReadingCodec(schemas);
  }

  /**
   * Decodes an input.
   *
   * @throws UndecodableException where it cannot be used
   */
  Input decode(Envelope envelope) throws UndecodableException {
    String key = RecordKey.require(envelope.key());
    return switch (envelope.kind()) {
      case POWER -> power(key, power.decode(envelope.value()));
      case COUNTERS -> {
        CounterReading reading = counters.decode(envelope.value());
        RecordKey.check(key, reading.device());
        // The end of a trace without an interval says nothing of performance.
        yield reading.endNanos() == reading.startNanos()
            ? new Input.Nothing()
            : new Input.ForLoop(key, (loop, state) -> loop.onCounters(state, reading));
      }
      case SENSITIVITY -> {
        Sensitivity sensitivity = sensitivities.decode(envelope.value());
        RecordKey.check(key, sensitivity.device());
        yield new Input.ForLoop(key, (loop, state) -> loop.onSensitivity(state, sensitivity));
      }
      case DESCRIPTOR -> descriptor(key, descriptors.decodeUnlessGone(envelope.value()));
      case ACTUATION -> {
        Actuation actuation = actuations.decode(envelope.value());
        RecordKey.check(key, actuation);
        yield new Input.NodeAnswer(actuation);
      }
      case SERVING -> {
        ServingReading reading = serving.decode(envelope.value());
        RecordKey.check(key, reading);
        yield new Input.ForLoops(
            reading.devices(), (loop, state) -> loop.onServing(state, reading));
      }
    };
  }

  private static Input power(String key, NewestPower newest) throws UndecodableException {
    RecordKey.check(key, newest.device());
    return newest.isKnown()
        ? new Input.ForLoop(
            key,
            (loop, state) ->
                loop.onPower(state, newest.timeNanos(), newest.watts(), newest.worst()))
        : new Input.Nothing();
  }

  private static Input descriptor(String key, Optional<DeviceDescriptor> descriptor)
      throws UndecodableException {
    if (descriptor.isEmpty()) {
      return new Input.Gone(key);
    }
    DeviceDescriptor described = descriptor.get();
    RecordKey.check(key, described);
    return new Input.ForLoop(key, (loop, state) -> loop.onDescriptor(state, described));
  }
}
