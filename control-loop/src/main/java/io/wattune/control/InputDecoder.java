package io.wattune.control;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.DeviceId;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.NewestPower;
import io.wattune.schemas.codec.NewestPowerDecoder;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.SensitivityCodec;
import io.wattune.schemas.codec.UndecodableException;
import java.util.Optional;

/** Original bytes to what they say. One for each thread. */
final class InputDecoder {
  static final String NO_KEY = "no-key";
  static final String KEY_MISMATCH = "key-mismatch";

  private final NewestPowerDecoder power;
  private final CounterReadingCodec counters;
  private final SensitivityCodec sensitivities;
  private final DeviceDescriptorCodec descriptors;
  private final ActuationCodec actuations;

  InputDecoder(SchemaStore schemas) {
    power = new NewestPowerDecoder(schemas);
    counters = new CounterReadingCodec(schemas);
    sensitivities = new SensitivityCodec(schemas);
    descriptors = new DeviceDescriptorCodec(schemas);
    actuations = new ActuationCodec(schemas);
  }

  /**
   * Decodes an input.
   *
   * @throws UndecodableException where it cannot be used
   */
  Input decode(Envelope envelope) throws UndecodableException {
    String key = envelope.key();
    if (key == null) {
      throw new UndecodableException(
          NO_KEY, "the record has no key; the key must be the device, or the node");
    }
    return switch (envelope.kind()) {
      case POWER -> power(key, power.decode(envelope.value()));
      case COUNTERS -> {
        CounterReading reading = counters.decode(envelope.value());
        checkKey(key, reading.device());
        // The end of a trace without an interval says nothing of performance.
        yield reading.endNanos() == reading.startNanos()
            ? new Input.Nothing()
            : new Input.ForLoop(key, (loop, state) -> loop.onCounters(state, reading));
      }
      case SENSITIVITY -> {
        Sensitivity sensitivity = sensitivities.decode(envelope.value());
        checkKey(key, sensitivity.device());
        yield new Input.ForLoop(key, (loop, state) -> loop.onSensitivity(state, sensitivity));
      }
      case DESCRIPTOR -> descriptor(key, descriptors.decodeUnlessGone(envelope.value()));
      case ACTUATION -> {
        Actuation actuation = actuations.decode(envelope.value());
        String device = actuation.device();
        checkKey(key, device == null ? actuation.node() : device);
        checkKey(DeviceId.nodeOf(key), actuation.node());
        yield new Input.Answer(actuation);
      }
    };
  }

  private static Input power(String key, NewestPower newest) throws UndecodableException {
    checkKey(key, newest.device());
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
    checkKey(key, described.device());
    return new Input.ForLoop(key, (loop, state) -> loop.onDescriptor(state, described));
  }

  private static void checkKey(String key, String named) throws UndecodableException {
    if (!key.equals(named)) {
      throw new UndecodableException(
          KEY_MISMATCH,
          "the record's key is '" + key + "', but it is about '" + named + "': they must be equal");
    }
  }
}
