package io.wattune.streams.ledger;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DetectedDevices;
import io.wattune.core.ledger.DetectionState;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.device.DeviceLedger;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.ring.InMemoryChunkStore;
import io.wattune.core.ring.RingState;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.streams.ledger.SimulatedSensor.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the ledger remembers of a device, in bytes as the job's checkpoints hold it. The horizon's
 * data are bounded by the horizon: its samples, its activities (some 320 bytes each), its seconds
 * of an energy counter (36 bytes each). Seconds in which readings may have missed what drifts
 * through a sensor's updates (4 bytes each) are bounded by the longest window.
 */
class StateSizeTest {
  /** A load every four seconds: an hour. */
  private static final int LOADS = 900;

  /** Calibration has looked at as many edges as it does in a row. */
  private static final int SETTLED = 500;

  private static final int LOOK_EVERY = 10;

  /** A minute that is not final, and what look-ups at its start need before it. */
  private static final int OPEN_SECONDS = 90;

  private static final Size<DeviceState> DEVICE = new Size<>(DeviceState.class);
  private static final Size<DetectionState> DETECTION = new Size<>(DetectionState.class);
  private static final Size<RingState> RING = new Size<>(RingState.class);
  private static final Size<PendingActivity> ACTIVITY = new Size<>(PendingActivity.class);

  static Stream<Response> sensors() {
    return Stream.of(
        new Response("lag of 0.84 s", 0.84, 0, 15, false),
        new Response("boxcar 25/100 ms", 0, 25, 100, true));
  }

  static Stream<Response> moreSensors() {
    return Stream.of(
        new Response("pass-through", 0, 0, 15, false),
        new Response("lag of 0.1 s", 0.1, 0, 15, false),
        new Response("boxcar 10/20 ms", 0, 10, 20, true),
        new Response("boxcar 100/100 ms", 0, 100, 100, true),
        new Response("boxcar 1000/100 ms", 0, 1000, 100, true));
  }

  @ParameterizedTest
  @Tag("nightly")
  @MethodSource("sensors")
  void whatIsKeptBesideTheHorizonIsBounded(Response response) {
    check(response);
  }

  @ParameterizedTest
  @Tag("nightly")
  @MethodSource("moreSensors")
  void whatIsKeptBesideTheHorizonOfOtherSensorsIsBounded(Response response) {
    check(response);
  }

  private static void check(Response response) {
    var state = new DeviceState();
    var out = new Nowhere();
    var ledger =
        new DeviceLedger(
            LedgerSettings.DEFAULT,
            SimulatedSensor.DEVICE,
            state,
            new InMemoryChunkStore(),
            out,
            new PowerColumns());
    var sensor = new SimulatedSensor(response, 10, 1);
    int most = 0;
    int mostSeconds = 0;
    for (int load = 0; load < LOADS; load++) {
      ledger.activity(sensor.load());
      ledger.readings(sensor.block().named("NVIDIA H100 80GB HBM3"));
      if (load >= SETTLED && load % LOOK_EVERY == 0) {
        most = Math.max(most, DEVICE.bytes(state) - horizonBytes(state));
        mostSeconds = Math.max(mostSeconds, state.aliased.length);
      }
    }
    assertThat(out.profiles).as("profiles learned").isPositive();
    assertThat(most).isLessThan(4352);
    assertThat(mostSeconds).as("seconds of an open minute").isLessThanOrEqualTo(OPEN_SECONDS);
  }

  /**
   * Where loads are detected, what that remembers comes on top: sixteen samples, and nine levels of
   * idle and of load.
   */
  @Test
  @Tag("nightly")
  void whatDetectionRemembersStaysUnder640Bytes() {
    var state = new DeviceState();
    var settings = LedgerSettings.DEFAULT.detecting(DetectedDevices.ALL);
    var ledger =
        new DeviceLedger(
            settings,
            SimulatedSensor.DEVICE,
            state,
            new InMemoryChunkStore(),
            new Nowhere(),
            new PowerColumns());
    var sensor = new SimulatedSensor(new Response("pass-through", 0, 0, 15, false), 10, 1);
    int most = 0;
    for (int load = 0; load < 100; load++) {
      sensor.load();
      ledger.readings(sensor.block());
      most = Math.max(most, DETECTION.bytes(requireNonNull(state.detection)));
    }
    assertThat(state.activities.size() + state.recent.length).as("loads detected").isPositive();
    assertThat(most).isLessThan(640);
  }

  /** Samples, activities that are not final, and the counter's seconds: what a horizon holds. */
  private static int horizonBytes(DeviceState state) {
    int bytes = RING.bytes(state.ring);
    for (PendingActivity pending : state.activities) {
      bytes += ACTIVITY.bytes(pending);
    }
    bytes += Long.BYTES * state.counter.secondMicrojoules.length;
    bytes += Integer.BYTES * state.counter.secondSpreadMicros.length;
    bytes += Float.BYTES * state.counter.secondWatts.length;
    bytes += Float.BYTES * state.counter.secondChangeWatts.length;
    bytes += Long.BYTES * state.counter.secondCorrections.length;
    bytes += Integer.BYTES * state.counter.secondsByCounter.length;
    bytes += Float.BYTES * state.aliased.length;
    return bytes + Integer.BYTES * state.counter.secondStretch.length;
  }

  /** Bytes by Flink's own serializer of a type, which the job uses. */
  private static final class Size<T> {
    private final TypeSerializer<T> serializer;

    Size(Class<T> type) {
      serializer = TypeInformation.of(type).createSerializer(new SerializerConfigImpl());
    }

    int bytes(T value) {
      var out = new DataOutputSerializer(8192);
      try {
        serializer.serialize(value, out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return out.length();
    }
  }

  private static final class Nowhere implements LedgerOutput {
    int profiles;

    @Override
    public void entry(LedgerEntry entry) {}

    @Override
    public void profile(SensorProfile profile) {
      profiles++;
    }

    @Override
    public void refused(Activity activity, String detail) {
      throw new AssertionError(detail);
    }

    @Override
    public void outOfBalance(Book book, long atNanos, long microjoulesTooMany) {
      throw new AssertionError(book + " does not add up");
    }
  }
}
