package io.wattune.testbed.standin;

import io.wattune.testbed.SeededNoise;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that works on a simulated device in steps, as fast as the device's clocks allow, and
 * reports it as it was asked to; see {@link LoadOptions#USAGE}. Two steps and a fifth of a second
 * of work are handed in ahead, so that the device never waits for it, also on a busy machine, but
 * for the pauses that a phase has.
 */
public final class LoadProgram {
  private static final int AHEAD = 2;
  private static final double AHEAD_SECONDS = 0.2;
  private static final double SECONDS = 1e-9;

  private final LoadOptions options;
  private final DeviceQueue queue;
  private final StepReport report;
  private final SeededNoise noise = new SeededNoise(7);
  private final long beganNanos = System.nanoTime();
  private long handedIn;
  private long done;
  private double handedInWork;

  private LoadProgram(LoadOptions options, DeviceQueue queue, StepReport report) {
    this.options = options;
    this.queue = queue;
    this.report = report;
  }

  /** Runs. */
  public static void main(String[] arguments) throws IOException {
    LoadOptions options;
    try {
      options = LoadOptions.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + "\n" + LoadOptions.USAGE);
      System.exit(2);
      throw e;
    }
    if (options.untilClosed()) {
      Lifeline.endWithStandardInput();
    }
    DeviceQueue queue = DeviceQueue.open(options.page(), options.place());
    try (StepReport report = report(options, queue)) {
      new LoadProgram(options, queue, report).run();
    }
  }

  private static StepReport report(LoadOptions options, DeviceQueue queue) throws IOException {
    return switch (options.mode()) {
      case SILENT -> StepReport.NONE;
      case SOCKET ->
          new SocketReport(Objects.requireNonNull(options.socket()), options.name(), queue.uuid());
      case SERVER -> {
        var page = new CounterPage(options.port(), options.name());
        System.out.println("metrics " + page.address());
        yield page;
      }
      case PROGRESS -> new PrintedProgress(System.out, System.err);
    };
  }

  private void run() throws IOException {
    while (!isOver()) {
      for (LoadOptions.LoadPhase phase : options.phases()) {
        run(phase);
      }
    }
    double seconds = (System.nanoTime() - beganNanos) * SECONDS;
    System.out.println(
        String.format(
            Locale.ROOT,
            "%d steps, %.3f s of work at the highest clocks in %.3f s",
            done,
            queue.delivered(),
            seconds));
  }

  private boolean isOver() {
    return options.forSeconds() > 0
        && (System.nanoTime() - beganNanos) * SECONDS >= options.forSeconds();
  }

  private void run(LoadOptions.LoadPhase phase) throws IOException {
    int ahead = phase.idleSeconds() > 0 ? 1 : ahead();
    var ends = new ArrayDeque<Double>();
    long startNanos = epochNanos();
    for (int step = 0; (step < phase.steps() && !isOver()) || !ends.isEmpty(); ) {
      while (ends.size() < ahead && step < phase.steps() && !isOver()) {
        ends.add(handIn(phase.mix()));
        step++;
      }
      if (ends.isEmpty()) {
        return;
      }
      queue.await(ends.remove());
      long endNanos = epochNanos();
      report.done(new StepReport.Step(done++, startNanos, Math.max(endNanos, startNanos + 1)));
      if (phase.idleSeconds() > 0) {
        pause(phase.idleSeconds());
        endNanos = epochNanos();
      }
      startNanos = endNanos;
    }
  }

  private int ahead() {
    return Math.max(AHEAD, (int) Math.ceil(AHEAD_SECONDS / options.stepSeconds()));
  }

  private double handIn(CardModel.Mix mix) {
    double length =
        options.stepSeconds() * Math.max(0.1, 1 + options.noise() * noise.gaussian(handedIn++));
    queue.ask(length, mix);
    handedInWork += length;
    return handedInWork;
  }

  private static void pause(double seconds) {
    long until = System.nanoTime() + (long) (seconds / SECONDS);
    while (System.nanoTime() - until < 0) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }

  private static long epochNanos() {
    var now = java.time.Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }
}
