package io.wattune.collectors.nodepower;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.PoweredDevice;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.schemas.thread.Worker;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The reader's face of a node's meter. A thread of its own asks, since an answer may take longer
 * than a device may hang; the agent takes what came, with its time: the middle between question and
 * answer. An answer is taken once; an error holds until the next answer.
 */
final class MeterSource extends PoweredDevice {
  static final String VENDOR = "node";
  static final String PERIOD = "pollPeriodMillis";

  /** A management controller averages over seconds, and has other work. */
  static final long INITIAL_MILLIS = 5_000;

  static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long LONGEST_MILLIS = 600_000;

  /** Something that the controller said. */
  private record Answer(long timeNanos, int milliwatts, @Nullable DeviceException failure) {}

  private final String model;
  private final NodeMeter meter;
  private final LongSupplier epochNanos;
  private final Worker worker;
  private @Nullable Answer newest;
  private @Nullable DeviceException failure;
  private long handedOutNanos = Long.MIN_VALUE;

  private MeterSource(
      String device, String model, NodeMeter meter, Signal signal, LongSupplier epochNanos) {
    super(device, signal, null);
    this.model = model;
    this.meter = meter;
    this.epochNanos = epochNanos;
    this.worker = Worker.of("meter-" + device, this::turn, failure -> {});
  }

  /** Begins to ask, as often as the settings say. */
  static MeterSource start(
      DeviceSettings settings,
      String model,
      String signal,
      NodeMeter meter,
      LongSupplier epochNanos)
      throws DeviceException {
    long period = settings.wholeNumber(PERIOD, INITIAL_MILLIS, 1, LONGEST_MILLIS);
    var source =
        new MeterSource(
            settings.device(),
            model,
            meter,
            new Signal(signal, SignalUnit.MILLIWATTS, period * NANOS_PER_MILLI),
            epochNanos);
    source.worker.start();
    return source;
  }

  private long turn() throws InterruptedException {
    long begun = System.nanoTime();
    put(ask());
    return Math.max(0, signal().pollPeriodNanos() - (System.nanoTime() - begun));
  }

  private Answer ask() throws InterruptedException {
    long asked = epochNanos.getAsLong();
    try {
      int milliwatts = meter.milliwatts();
      long answered = epochNanos.getAsLong();
      return new Answer(asked + Math.max(0, answered - asked) / 2, milliwatts, null);
    } catch (DeviceException e) {
      return new Answer(asked, 0, e);
    } catch (RuntimeException | LinkageError e) {
      return new Answer(
          asked, 0, new DeviceException("the meter of " + device() + " failed: " + e, e));
    }
  }

  private synchronized void put(Answer answer) {
    newest = answer;
  }

  private synchronized @Nullable Answer take() {
    Answer taken = newest;
    newest = null;
    return taken;
  }

  @Override
  public DeviceDescriptor describe(long nowNanos) {
    return described(VENDOR, model, "", nowNanos, List.of());
  }

  @Override
  public boolean keepsReadings() {
    return true;
  }

  /**
   * While the meter fails each call does, also before it has been asked again: or else it would
   * seem to come back in between.
   */
  @Override
  public int readKept(KeptSink sink) throws DeviceException {
    Answer answer = take();
    failure = answer == null ? failure : answer.failure;
    if (failure != null) {
      throw failure;
    }
    if (answer == null) {
      return 0;
    }
    boolean isLater = answer.timeNanos > handedOutNanos;
    handedOutNanos = answer.timeNanos; // After a step of the clock the next one counts.
    if (isLater) {
      sink.reading(answer.timeNanos, answer.milliwatts);
    }
    return isLater ? 1 : 0;
  }

  @Override
  public void close() {
    worker.interrupt();
  }
}
