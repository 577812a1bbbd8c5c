package io.wattune.core.ledger.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.meter.DrawnSensor;
import io.wattune.core.meter.Interval;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.Sensor;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * From a meter to entries: sensors of any class are calibrated beside a meter, and the ledger keeps
 * their energies with what the calibration has found.
 */
class MeteredLedgerTest {
  private static final class Tally {
    private final double[] off;
    private int entries;
    private int within;
    private int sums;
    private int sumsWithin;
    private double joules;
    private double truth;
    private double common;
    private double variance;

    Tally(int sensors) {
      off = new double[sensors];
    }

    void add(LedgerEntry entry, double own) {
      double error = entry.standardErrorMicrojoules() * 1e-6;
      double scale = entry.scaleErrorMicrojoules() * 1e-6;
      entries++;
      within += Math.abs(entry.energyMicrojoules() * 1e-6 - own) <= 2 * error ? 1 : 0;
      joules += entry.energyMicrojoules() * 1e-6;
      truth += own;
      common += scale;
      variance += Math.max(0, error * error - scale * scale);
    }

    void sum() {
      double error = Math.sqrt(common * common + variance);
      off[sums++] = Math.abs(joules / truth - 1);
      sumsWithin += Math.abs(joules - truth) <= 2 * error ? 1 : 0;
      joules = truth = common = variance = 0;
    }

    double share() {
      return (double) within / entries;
    }

    double quantile(double share) {
      double[] sorted = Arrays.copyOf(off, sums);
      Arrays.sort(sorted);
      return sorted[(int) (share * sums)];
    }
  }

  @Test
  @Tag("nightly")
  void entriesAndSumsOfManySensorsLieWithinTwoErrors() {
    check(30);
  }

  private static void check(int sensors) {
    Tally spans = new Tally(sensors);
    Tally kernels = new Tally(sensors);
    Tally windows = new Tally(sensors);
    for (int seed = 0; seed < sensors; seed++) {
      DrawnSensor drawn = new DrawnSensor(500 + seed, seed % 3);
      SensorProfile profile =
          drawn.calibration().applied(ProfileChoice.prior(Polls.DEVICE, Polls.SIGNAL));
      LedgerRun run = LedgerRun.given(profile, 600);
      for (int i = 0; i < drawn.activities.size(); i++) {
        Interval one = drawn.activities.get(i);
        for (Book book : new Book[] {Book.SPAN, Book.KERNEL}) {
          run.activity(
              new Activity(
                  Polls.DEVICE,
                  book.label() + i,
                  book,
                  "load",
                  one.startNanos(),
                  one.endNanos(),
                  null,
                  Map.of()));
        }
      }
      run.take(drawn.polls, 40).end();
      for (int i = 0; i < drawn.activities.size(); i++) {
        Interval one = drawn.activities.get(i);
        double own = joules(drawn, one.startNanos(), one.endNanos());
        spans.add(run.of(Book.SPAN, Book.SPAN.label() + i), own);
        kernels.add(run.of(Book.KERNEL, Book.KERNEL.label() + i), own);
      }
      for (LedgerEntry window : run.book(Book.WINDOW1S)) {
        double from = (window.startNanos() - Sensor.nanos(0)) * 1e-9;
        if (from >= 1 && from + 2 <= drawn.power.seconds()) {
          windows.add(window, drawn.power.joules(from, from + 1));
        }
      }
      kernels.sum();
      spans.sum();
      windows.sum();
    }
    for (Tally tally : new Tally[] {kernels, spans, windows}) {
      assertThat(tally.share()).as("entries").isGreaterThan(0.95);
      assertThat(tally.sumsWithin).as("sums").isGreaterThanOrEqualTo(sensors * 19 / 20);
    }
    assertThat(kernels.quantile(0.5)).as("kernels in sum, median").isLessThan(0.01);
    assertThat(kernels.quantile(0.95)).as("kernels in sum").isLessThan(0.03);
  }

  private static double joules(DrawnSensor drawn, long fromNanos, long toNanos) {
    long zero = Sensor.nanos(0);
    return drawn.power.joules((fromNanos - zero) * 1e-9, (toNanos - zero) * 1e-9);
  }
}
