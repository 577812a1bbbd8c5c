package io.wattune.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.device.LedgerRun;
import io.wattune.core.ledger.device.Profiles;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.Sensor;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a minute of event time costs the ledger, by what it looks at and not by the clock: pending
 * activities visited for each activity, entries put out, and activities held.
 */
@Tag("nightly")
class PendingCostTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int POLLS_A_SECOND = 10;

  /**
   * An activity is looked at when it comes and becomes final, by those about it, and with each
   * minute of the horizon.
   */
  private static final double MOST_VISITS = 800;

  /** Said once, said when it is final, and a part of the remainders. */
  private static final double MOST_ENTRIES = 3.2;

  private static final int WINDOW_ENTRIES = 200;

  @Test
  void aMinuteCostsTheSameHoweverManyArePending() {
    double few = new Load(16, 120).visitsOfAnActivity(4);
    double many = new Load(16, 300).visitsOfAnActivity(7);

    assertThat(few).isLessThan(MOST_VISITS);
    // Twice as many and more are pending; each is looked at with three more minutes, no more.
    assertThat(many).isLessThan(few + 30);
  }

  /** The rate of a process's kernels does not make one cost more. */
  @Test
  void aKernelCostsTheSameAtAHigherRate() {
    double slow = new Load(16, 120).visitsOfAnActivity(4);
    double fast = new Load(50, 120).visitsOfAnActivity(4);

    // Those that ran within the same seconds are more, up to what a fit looks at.
    assertThat(fast).isLessThan(2.2 * slow);
  }

  /** An hour of the demo's 24 kernels a second, of 16, and of 50. */
  @Test
  @Tag("soak")
  void anHourIsNeverRefusedAndCostsTheSameEachMinute() {
    for (int rate : new int[] {16, 24, 50}) {
      var load = new Load(rate, 600);
      double tenth = 0;
      for (int minute = 1; minute <= 60; minute++) {
        double visits = load.minute();
        tenth = minute == 12 ? visits : tenth;
        if (minute > 12) {
          assertThat(visits).as("%s a second, minute %s", rate, minute).isLessThan(1.1 * tenth);
          assertThat(load.held()).isLessThan(rate * 670);
        }
      }
    }
  }

  /** A process whose kernels follow each other, on a sensor that lags. */
  private static final class Load {
    private final int perSecond;
    private final LedgerRun run;
    private final long start = Sensor.nanos(100);
    private long sequence;
    private int minutes;

    Load(int perSecond, int horizonSeconds) {
      this.perSecond = perSecond;
      run = LedgerRun.given(Profiles.lag(0.05, 0.001, 0.2), horizonSeconds);
      run.onlyCounts = true;
      run.activity(
          new Activity(
              Polls.DEVICE, "p", Book.PROCESS, "train", start, Activity.RUNNING, null, Map.of()));
    }

    /** Visits for each activity, in the last of some minutes. */
    double visitsOfAnActivity(int count) {
      double last = 0;
      for (int i = 0; i < count; i++) {
        last = minute();
      }
      return last;
    }

    int held() {
      return run.state.activities.size();
    }

    double minute() {
      long visitsBefore = visits();
      long entriesBefore = run.entries;
      long from = start + minutes++ * 60L * SECOND;
      long each = SECOND / perSecond;
      for (int second = 0; second < 60; second++) {
        long at = from + second * SECOND;
        var polls = new Polls.Builder();
        for (int poll = 0; poll < POLLS_A_SECOND; poll++) {
          polls.add(at + poll * SECOND / POLLS_A_SECOND, 100_000 + 7919 * poll % 5000);
        }
        run.block(polls.build().block(sequence++, false));
        for (int kernel = 0; kernel < perSecond; kernel++) {
          long begin = at + kernel * each;
          Activity activity =
              new Activity(
                  Polls.DEVICE,
                  "k" + begin,
                  Book.KERNEL,
                  kernel % 2 == 0 ? "gemm" : "copy",
                  begin,
                  begin + each - 1_000_000L,
                  "p",
                  Map.of());
          run.activity(activity.atItsStart());
          run.activity(activity);
        }
      }
      assertThat(run.refused).isEmpty();
      int activities = 60 * perSecond;
      assertThat(run.entries - entriesBefore)
          .isLessThan((long) (MOST_ENTRIES * activities) + WINDOW_ENTRIES);
      return (double) (visits() - visitsBefore) / activities;
    }

    private long visits() {
      return Objects.requireNonNull(run.state.pending).visits();
    }
  }
}
