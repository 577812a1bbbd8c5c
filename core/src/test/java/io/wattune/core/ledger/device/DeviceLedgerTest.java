package io.wattune.core.ledger.device;

import static io.wattune.core.simulated.Sensor.every;
import static io.wattune.core.simulated.Sensor.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.device.DeviceLedger.BlockFate;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TraceSummary;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.ring.RingChunk;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Sensor;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DeviceLedgerTest {
  private static final double FOREVER = Double.POSITIVE_INFINITY;

  // ---- windows

  @Test
  void reportsAWindowHalfASecondAfterItsEndAndMakesItFinalAfterTheHorizon() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1), 20);
    Polls polls = flat(0, 30);

    run.take(polls.without(nanos(1.49), Long.MAX_VALUE));
    assertThat(run.book(Book.WINDOW1S)).isEmpty();
    run.take(polls.without(Long.MIN_VALUE, nanos(1.49)).without(nanos(1.52), Long.MAX_VALUE));
    assertThat(run.book(Book.WINDOW1S)).hasSize(1);
    assertThat(run.of(Book.WINDOW1S, window(0)).isFinal()).isFalse();

    run.take(polls.without(Long.MIN_VALUE, nanos(1.52)).without(nanos(20.99), Long.MAX_VALUE));
    assertThat(run.of(Book.WINDOW1S, window(0)).isFinal()).isFalse();
    run.take(polls.without(Long.MIN_VALUE, nanos(20.99)).without(nanos(21.02), Long.MAX_VALUE));
    assertThat(run.of(Book.WINDOW1S, window(0)).isFinal()).isTrue();
    assertThat(run.of(Book.WINDOW1S, window(1)).isFinal()).isFalse();
  }

  @Test
  void aWindowIsReportedWhenASlowSensorHasShownAllOfIt() {
    var polls = new Polls.Builder();
    for (int i = 0; i < 1200; i++) {
      polls.add(nanos(0.02 * i), (i / 13) % 2 == 0 ? 100_000 : 250_000);
    }

    LedgerRun run = LedgerRun.given(Profiles.delayed(0, 0.9, 0.01)).take(polls.build()).end();

    for (int second = 1; second < 20; second++) {
      String id = run.of(Book.WINDOW1S, window(second)).entryId();
      List<Long> reported =
          run.all.stream()
              .filter(entry -> entry.entryId().equals(id))
              .map(LedgerEntry::energyMicrojoules)
              .toList();
      assertThat(reported).as("second %s", second).hasSizeGreaterThan(1);
      assertThat(reported.get(0)).isEqualTo(reported.get(reported.size() - 1));
    }
  }

  @Test
  void windowsAreAlignedToTheEpochAndSayHowMuchOfThemWasSeen() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1)).take(flat(2.5, 25)).end();

    assertThat(run.book(Book.WINDOW60S)).hasSize(1);
    assertThat(run.book(Book.WINDOW10S)).hasSize(3);
    assertThat(run.book(Book.WINDOW1S)).hasSize(23).allMatch(LedgerEntry::isFinal);
    LedgerEntry first = run.of(Book.WINDOW1S, window(2));
    assertThat(first.startNanos()).isEqualTo(nanos(2));
    assertThat(first.endNanos()).isEqualTo(nanos(3));
    assertThat(first.coverage()).isCloseTo(0.5, within(0.01));
    assertThat(first.quality()).isEqualTo(Quality.GAP);
    assertThat(first.energyMicrojoules() * 1e-6).isCloseTo(25, within(0.5));
    assertThat(run.of(Book.WINDOW1S, window(3)).quality()).isEqualTo(Quality.MEASURED);
    assertThat(run.of(Book.WINDOW1S, window(3)).meanPowerWatts()).isCloseTo(50, within(0.1));
    assertThat(first.entryId()).isEqualTo("window1s/node-1/GPU-0/power/" + nanos(2));
    assertThat(first.activityId()).isNull();
  }

  @Test
  void aFlatTraceCountsUpToItsLastPoll() {
    var polls = new Polls.Builder();
    for (int i = 0; i <= 498; i++) {
      polls.add(Sensor.nanos(0.01 * i), 100_000);
    }
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0)).take(polls.build());
    LedgerEntry whole = run.span("whole", 0, 4.98).end().span("whole");

    assertThat(whole.energyMicrojoules()).isEqualTo(498_000_000L);
    assertThat(whole.rawEnergyMicrojoules()).isEqualTo(498_000_000L);
    assertThat(whole.coverage()).isEqualTo(1);
  }

  @Test
  void leavesOutWindowsOfWhichNothingWasSeen() {
    Polls polls = flat(0, 300).without(nanos(30), nanos(200.5));

    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1)).take(polls).end();

    assertThat(run.book(Book.WINDOW1S)).hasSize(130);
    assertThat(run.book(Book.WINDOW60S)).hasSize(3); // 0, 180, 240: 60 and 120 are dark
    assertThat(Objects.requireNonNull(run.summary()).gaps()).isEqualTo(1);
  }

  @Test
  void windowsThatWereDarkWhileReadingsWereMissingGetTheBridgedEnergy() {
    var polls = new Polls.Builder();
    Polls source = flat(0, 100);
    for (int i = 0; i < source.size(); i++) {
      long t = source.timesNanos()[i];
      boolean missing = t > nanos(20.5) && t < nanos(50.5);
      polls.add(t, missing ? PollBlock.MISSING : source.values()[i]);
    }

    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1), 70).take(polls.build()).end();

    assertThat(run.book(Book.WINDOW1S)).hasSize(100);
    assertThat(run.bookMicrojoules(Book.WINDOW1S))
        .isEqualTo(run.bookMicrojoules(Book.WINDOW60S))
        .isEqualTo(run.bookMicrojoules(Book.WINDOW10S));
    assertThat(run.of(Book.WINDOW1S, window(30)).coverage()).isZero();
    assertThat(run.of(Book.WINDOW1S, window(30)).quality()).isEqualTo(Quality.GAP);
    assertThat(run.of(Book.WINDOW1S, window(30)).meanPowerWatts()).isCloseTo(50, within(0.2));
  }

  @Test
  void noBridgeIsBuiltOverWindowsThatAreFinal() {
    var polls = new Polls.Builder();
    Polls source = flat(0, 100);
    for (int i = 0; i < source.size(); i++) {
      long t = source.timesNanos()[i];
      boolean missing = t > nanos(20.5) && t < nanos(50.5);
      polls.add(t, missing ? PollBlock.MISSING : source.values()[i]);
    }

    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1), 10).take(polls.build()).end();

    assertThat(run.bookMicrojoules(Book.WINDOW1S))
        .isEqualTo(run.bookMicrojoules(Book.WINDOW60S))
        .isEqualTo(run.bookMicrojoules(Book.WINDOW10S));
    assertThat(run.bookMicrojoules(Book.WINDOW1S) * 1e-6).isCloseTo(70 * 50, within(4.0));
  }

  /** Windows of seconds once lacked energy that those of minutes had. */
  @Test
  void norWhereTheSensorIsPolledSeldomAndGivesNoReading() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1), 15);
    var polls = new Polls.Builder();
    for (int i = 0; i < 30; i++) {
      polls.add(nanos(10 * i), i % 10 > 7 ? PollBlock.MISSING : 50_000 + 100 * i);
    }
    run.take(polls.build(), 1).end();

    assertThat(run.bookMicrojoules(Book.WINDOW1S)).isEqualTo(run.bookMicrojoules(Book.WINDOW60S));
    assertThat(run.bookMicrojoules(Book.WINDOW10S)).isEqualTo(run.bookMicrojoules(Book.WINDOW60S));
    assertThat(run.of(Book.WINDOW60S, Long.toString(nanos(60))).quality()).isEqualTo(Quality.GAP);
  }

  @Test
  void crossesAGapOfYearsInNoTime() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1));
    double years = 5 * 365.0 * 86_400 + 0.5;

    run.take(flat(0, 3)).take(flat(years, years + 2.5)).end();

    assertThat(run.book(Book.WINDOW1S)).hasSize(6);
    assertThat(run.all.size()).isLessThan(40);
    assertThat(run.state.outOfOrder).isEqualTo(1); // the first reading after the gap
  }

  @Test
  void crossesAGapOfDaysWithMissingReadingsAsFast() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1)).take(flat(0, 3));
    var missing = new Polls.Builder();
    for (int hour = 1; hour < 24 * 30; hour++) {
      missing.add(nanos(3600.0 * hour), PollBlock.MISSING);
    }

    run.take(missing.build()).take(flat(30 * 86_400.5, 30 * 86_400.5 + 2)).end();

    assertThat(run.book(Book.WINDOW1S)).hasSize(6);
    assertThat(run.summary())
        .isEqualTo(
            new TraceSummary(
                run.state.readings,
                run.state.ring.samples,
                run.state.repeats,
                719,
                0,
                0,
                0,
                1,
                run.all.size()));
  }

  // ---- activities

  @Test
  void anActivityMayComeBeforeWhileOrAfterItIsRead() {
    LedgerRun before = LedgerRun.given(Profiles.passThrough(0.1)).span("a", 5, 8).take(flat(0, 20));
    LedgerRun during =
        LedgerRun.given(Profiles.passThrough(0.1))
            .take(flat(0, 6))
            .span("a", 5, FOREVER)
            .take(flat(6, 7))
            .span("a", 5, 8)
            .take(flat(7, 20));
    LedgerRun after = LedgerRun.given(Profiles.passThrough(0.1)).take(flat(0, 20)).span("a", 5, 8);

    for (LedgerRun run : List.of(before, during, after)) {
      assertThat(run.span("a").isFinal()).isFalse();
      assertThat(run.joules("a")).isCloseTo(150, within(0.5));
      run.end();
      assertThat(run.span("a").isFinal()).isTrue();
      assertThat(run.joules("a")).isCloseTo(150, within(0.5));
      assertThat(run.refused).isEmpty();
    }
  }

  @Test
  void carriesOverWhatTheActivitySays() {
    var activity =
        new Activity(
            Polls.DEVICE,
            "k7",
            Book.KERNEL,
            "sgemm",
            nanos(1),
            nanos(2),
            "p1",
            Map.of("user", "u"));

    LedgerEntry entry =
        LedgerRun.given(Profiles.passThrough(0.1))
            .activity(activity)
            .take(flat(0, 5))
            .end()
            .of(Book.KERNEL, "k7");

    assertThat(entry.entryId()).isEqualTo("kernel/node-1/GPU-0/power/k7");
    assertThat(entry.activityId()).isEqualTo("k7");
    assertThat(entry.parentId()).isEqualTo("p1");
    assertThat(entry.name()).isEqualTo("sgemm");
    assertThat(entry.labels()).containsEntry("user", "u");
    assertThat(entry.device()).isEqualTo(Polls.DEVICE);
    assertThat(entry.signal()).isEqualTo(Polls.SIGNAL);
    assertThat(entry.profileId()).isEqualTo("given");
  }

  @Test
  void booksOverlappingActivitiesEachInFull() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1)).take(flat(0, 20));
    run.span("a", 2, 10).span("b", 5, 12).activity(LedgerRun.activity("a", Book.JOB, 3, 4)).end();

    assertThat(run.joules("a")).isCloseTo(400, within(0.5));
    assertThat(run.joules("b")).isCloseTo(350, within(0.5));
    assertThat(run.of(Book.JOB, "a").meanPowerWatts()).isCloseTo(50, within(0.1));
  }

  @Test
  void anActivityLongerThanTheHorizonHasTheSameEnergyAsWithALongHorizon() {
    Polls polls = busy(0, 200);
    LedgerRun small = LedgerRun.given(Profiles.lag(0.84, 0.02, 0.1), 5);
    LedgerRun large = LedgerRun.given(Profiles.lag(0.84, 0.02, 0.1), 600);
    for (LedgerRun run : List.of(small, large)) {
      run.activity(LedgerRun.activity("job", Book.JOB, 3.21, FOREVER))
          .take(polls.range(0, polls.size() - 3000));
      run.activity(LedgerRun.activity("job", Book.JOB, 3.21, 195.4));
      run.take(polls.range(polls.size() - 3000, polls.size())).end();
    }

    assertThat(small.of(Book.JOB, "job").energyMicrojoules())
        .isEqualTo(large.of(Book.JOB, "job").energyMicrojoules());
    assertThat(small.of(Book.JOB, "job").rawEnergyMicrojoules())
        .isEqualTo(large.of(Book.JOB, "job").rawEnergyMicrojoules());
    assertThat(small.store.size()).isLessThan(large.store.size());
  }

  @Test
  void refusesAnActivityWhoseStartComesTooLate() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1), 10).take(flat(0, 30));
    run.span("late", 5, 25).span("in time", 21, 25).end();

    assertThat(run.newest.keySet()).noneMatch(id -> id.endsWith("/late"));
    assertThat(run.joules("in time")).isCloseTo(200, within(0.5));
    assertThat(run.refused).hasSize(1);
    assertThat(run.refused.get(0)).contains("n-late", "horizon", "send");
    assertThat(run.state.refusedActivities).isEqualTo(1);
    assertThat(Objects.requireNonNull(run.summary()).lateActivities()).isEqualTo(1);
  }

  @Test
  void refusesAnEndThatComesTooLateAndForgetsTheActivity() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1), 10);
    run.span("a", 1, FOREVER).take(flat(0, 30)).span("a", 1, 15);

    assertThat(run.refused).hasSize(1);
    assertThat(run.refused.get(0)).contains("its end came after the horizon");
    assertThat(run.state.activities).isEmpty();
  }

  @Test
  void anEndThatComesTooLateLeavesTheOneThatCameInTime() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1), 5).take(flat(0, 3));
    run.span("a", 1, 2).take(flat(3, 6.5));

    run.span("a", 1, 1.2).take(flat(6.5, 10)).end();

    assertThat(run.refused).hasSize(1);
    assertThat(run.span("a").isFinal()).isTrue();
    assertThat(run.span("a").endNanos()).isEqualTo(nanos(2));
  }

  @Test
  void refusesAnotherStartOfAnActivityWhoseStartHasLeftTheHorizon() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1), 10);
    run.span("a", 1, FOREVER).take(flat(0, 30)).span("a", 25, 28).span("a", 1, 28).end();

    assertThat(run.refused).hasSize(1);
    assertThat(run.joules("a")).isCloseTo(27 * 50, within(1.0));
  }

  @Test
  void takesANewerVersionOfAnActivityAndReportsItAgain() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1)).take(flat(0, 20)).span("a", 5, 8);
    int revision = run.span("a").revision();

    run.span("a", 5, 10);

    assertThat(run.joules("a")).isCloseTo(250, within(0.5));
    assertThat(run.span("a").revision()).isGreaterThan(revision);
  }

  @Test
  void ignoresRepeatsAndOlderVersions() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1)).take(flat(0, 20)).span("a", 5, 8);
    int entries = run.all.size();

    run.span("a", 5, 8).span("a", 5, FOREVER);

    assertThat(run.all).hasSize(entries);
    assertThat(run.refused).isEmpty();
    run.end();
    assertThat(run.joules("a")).isCloseTo(150, within(0.5));
  }

  @Test
  void anActivityThatStillRunsAtTheEndIsBookedUpToTheNewestSample() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1)).span("a", 5, FOREVER);
    run.take(flat(0, 20)).end();

    assertThat(run.joules("a")).isCloseTo(15 * 50, within(2.0));
    assertThat(run.span("a").endNanos()).isEqualTo(run.state.ring.newestNanos);
    assertThat(run.span("a").isFinal()).isTrue();
  }

  @Test
  void anActivityOutsideOfAllReadingsIsInvalidAndHasNoEnergy() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1));
    run.span("before", -9, -5).span("after", 30, 40).span("runs after", 30, FOREVER);
    run.take(flat(0, 20)).end();

    for (String id : List.of("before", "after", "runs after")) {
      assertThat(run.joules(id)).as(id).isZero();
      assertThat(run.span(id).quality()).isEqualTo(Quality.INVALID);
      assertThat(run.span(id).coverage()).isZero();
    }
  }

  @Test
  void refusesActivitiesOfADeviceWithoutReadings() {
    LedgerRun run = LedgerRun.learning().span("a", 1, 2).end();

    assertThat(run.refused).hasSize(1);
    assertThat(run.refused.get(0)).contains("no reading");
    assertThat(run.all).isEmpty();
    assertThat(Objects.requireNonNull(run.summary()).lateActivities()).isEqualTo(1);

    LedgerRun missing = LedgerRun.learning().span("a", 1, 2);
    missing.take(new Polls(new long[] {nanos(1)}, new int[] {PollBlock.MISSING})).end();
    assertThat(missing.refused).hasSize(1);
    assertThat(missing.all).isEmpty();
  }

  @Test
  void boundsTheActivitiesThatMayBeOpen() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1)).take(flat(0, 2));
    for (int i = 0; i < ActivityBooks.MOST_PENDING + 5; i++) {
      run.span("a" + i, 1, FOREVER);
    }

    assertThat(run.state.activities).hasSize(ActivityBooks.MOST_PENDING);
    assertThat(run.refused).hasSize(5);
    assertThat(run.refused.get(0)).contains("50000", "send their ends");
    run.span("a0", 1, 1.4);
    assertThat(run.joules("a0")).isCloseTo(20, within(0.2));
  }

  // ---- learning

  @Test
  void aProfileLearnedInMidTraceMendsWhatWasReported() {
    Sensor sensor = Sensor.k20(0.05);
    PowerTrace power = PowerTrace.from(24).hold(20).level(158, 8).level(24, 20);
    Polls polls = sensor.poll(power, 0, 48, sensor.inRuns(), 1);
    LedgerRun run = LedgerRun.learning().span("k", 20, 21);

    run.take(polls.without(nanos(21.7), Long.MAX_VALUE));
    assertThat(run.profiles).isEmpty();
    assertThat(run.span("k").quality()).isEqualTo(Quality.ESTIMATED);
    assertThat(run.joules("k")).isCloseTo(run.rawJoules("k"), within(2.0));
    run.take(polls.without(Long.MIN_VALUE, nanos(21.7)));

    assertThat(run.profiles).hasSize(1);
    SensorProfile learned = run.profiles.get(0);
    assertThat(learned.sensorClass()).isEqualTo(SensorClass.FIRST_ORDER_LAG);
    assertThat(learned.source()).isEqualTo(ProfileSource.LEARNED);
    assertThat(learned.response().timeConstantSeconds()).isCloseTo(0.84, within(0.03));
    assertThat(learned.updatePeriodSeconds()).isCloseTo(Sensor.K20_PERIOD, within(0.0003));
    assertThat(learned.validFromNanos()).isEqualTo(run.state.ring.firstNanos);
    assertThat(run.span("k").isFinal()).isFalse();
    assertThat(run.span("k").quality()).isEqualTo(Quality.CORRECTED);
    assertThat(run.joules("k")).isCloseTo(158, within(5.0));
    assertThat(run.of(Book.WINDOW1S, window(20)).meanPowerWatts()).isCloseTo(158, within(4.0));
    assertThat(run.of(Book.WINDOW1S, window(5)).profileId()).isEqualTo(learned.profileId());
    assertThat(run.newestPower().get(sampleBefore(run, 21))).contains(learned.profileId());
    TruePower last = run.power.get(run.power.size() - 1);
    assertThat(last.revision()).isEqualTo(1);
    assertThat(last.profileId()).isEqualTo(learned.profileId());
  }

  @Test
  void aProfileLearnedLateHoldsFromTheHorizonOnAndEnergyStaysWhole() {
    Sensor sensor = Sensor.k20(0.05);
    PowerTrace power = PowerTrace.from(24);
    while (power.seconds() < 60) {
      power.level(40 + power.seconds(), 0.3).level(90, 0.4); // teaches nothing
    }
    power.level(24, 6).level(158, 8).level(24, 10);
    Polls polls = sensor.poll(power, 0, 84, sensor.inRuns(), 1);
    LedgerRun run = LedgerRun.learning(20.3).span("all", -1, 300).take(polls).end();

    SensorProfile learned = run.profiles.get(0);
    double from = (learned.validFromNanos() - Sensor.EPOCH_NANOS) * 1e-9;
    assertThat(from).isBetween(45.0, 60.0);
    assertThat(run.bookMicrojoules(Book.WINDOW1S))
        .isEqualTo(run.bookMicrojoules(Book.WINDOW10S))
        .isEqualTo(run.bookMicrojoules(Book.WINDOW60S))
        .isEqualTo(run.span("all").energyMicrojoules());
    LedgerEntry before = run.of(Book.WINDOW1S, window((int) from - 1));
    LedgerEntry straddling = run.of(Book.WINDOW1S, window((int) from));
    LedgerEntry after = run.of(Book.WINDOW1S, window((int) from + 1));
    assertThat(before.quality()).isEqualTo(Quality.ESTIMATED);
    assertThat(straddling.quality()).isEqualTo(Quality.ESTIMATED);
    assertThat(after.quality()).isEqualTo(Quality.CORRECTED);
    double joules = power.joules(from + 1, from + 2);
    assertThat(after.startNanos()).isEqualTo(nanos((int) from + 1));
    assertThat(after.energyMicrojoules() * 1e-6)
        .isCloseTo(power.joules((int) from + 1, (int) from + 2), within(0.1 * joules));
  }

  @Test
  void learnsNothingWhereAProfileWasGiven() {
    Sensor sensor = Sensor.k20(0.05);
    PowerTrace power = PowerTrace.from(24).hold(5).level(158, 8).level(24, 10);
    Polls polls = sensor.poll(power, 0, 20, sensor.inRuns(), 1);

    LedgerRun given = LedgerRun.given(Profiles.passThrough(0.1)).take(polls).end();
    LedgerRun none =
        new LedgerRun(new LedgerSettings(600_000_000_000L, ProfileChoice.NONE)).take(polls).end();

    for (LedgerRun run : List.of(given, none)) {
      assertThat(run.profiles).allMatch(Profiles.passThrough(0.1)::equals);
      assertThat(run.state.profiles).hasSize(1);
      assertThat(run.of(Book.WINDOW1S, window(6)).quality()).isEqualTo(Quality.MEASURED);
    }
  }

  @Test
  void aSecondProfileDoesNotTouchWhatIsFinal() {
    // A board that is changed for another: pass-through, then a lag of 0.84 s.
    Response changing =
        (power, t) -> (t < 30 ? Response.passThrough() : Response.lag(0.84)).at(power, t);
    Sensor sensor = new Sensor(changing, 0.0152, 0.004, 0.05, 0.001);
    PowerTrace power = PowerTrace.from(24);
    for (int i = 0; i < 8; i++) {
      power.level(24, 5).level(140, 6);
    }
    Polls polls = sensor.poll(power, 0, 88, every(0.001, 0.003), 1);

    LedgerRun run = LedgerRun.learning(10).take(polls).end(); // LedgerRun checks revisions

    assertThat(run.profiles).hasSizeGreaterThanOrEqualTo(2);
    assertThat(run.profiles.get(0).sensorClass()).isEqualTo(SensorClass.PASS_THROUGH);
    assertThat(run.profiles.get(run.profiles.size() - 1).sensorClass())
        .isEqualTo(SensorClass.FIRST_ORDER_LAG);
    assertThat(run.bookMicrojoules(Book.WINDOW1S)).isEqualTo(run.bookMicrojoules(Book.WINDOW60S));
    for (int second = 70; second < 86; second++) {
      LedgerEntry entry = run.of(Book.WINDOW1S, window(second));
      assertThat(entry.meanPowerWatts())
          .isCloseTo(power.joules(second, second + 1), within(6.0)); // 5 % of C times 116 W
    }
  }

  // ---- blocks

  @Test
  void dropsBlocksThatCameBeforeAndCountsThem() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1));
    Polls polls = flat(0, 3);

    assertThat(run.block(polls.range(0, 500).block(0, false))).isEqualTo(BlockFate.ACCEPTED);
    assertThat(run.block(polls.range(0, 500).block(0, false))).isEqualTo(BlockFate.REPEATED);
    assertThat(run.block(polls.range(500, 900).block(1, false))).isEqualTo(BlockFate.ACCEPTED);
    assertThat(run.block(polls.range(0, 500).block(0, false))).isEqualTo(BlockFate.REPEATED);
    assertThat(run.block(polls.range(400, 1000).block(2, false)))
        .isEqualTo(BlockFate.PARTLY_OUT_OF_ORDER);

    assertThat(run.state.repeatedBlocks).isEqualTo(2);
    assertThat(run.state.outOfOrder).isEqualTo(500);
    assertThat(run.state.readings).isEqualTo(1500);
  }

  @Test
  void takesBlocksOfASourceThatCountsFromZeroAgain() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1));
    Polls polls = flat(0, 3);
    run.block(polls.range(0, 500).block(77, false));

    assertThat(run.block(polls.range(500, 900).block(0, false))).isEqualTo(BlockFate.ACCEPTED);
    assertThat(run.state.readings).isEqualTo(900);
  }

  @Test
  void dropsBlocksOfAnotherSignalOrUnit() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1));
    Polls polls = flat(0, 3);
    run.block(polls.range(0, 500).block(0, false));
    Polls rest = polls.range(500, 900);
    var otherSignal =
        new PollBlock(
            Polls.DEVICE,
            1,
            "memory",
            PowerUnit.MILLIWATTS,
            rest.timesNanos(),
            rest.values(),
            false);

    assertThat(run.block(otherSignal)).isEqualTo(BlockFate.SIGNAL_CHANGED);
    assertThat(run.block(rest.block(1, PowerUnit.MICROWATTS, false)))
        .isEqualTo(BlockFate.SIGNAL_CHANGED);
    assertThat(run.state.readings).isEqualTo(500);
    assertThat(run.block(rest.block(1, false))).isEqualTo(BlockFate.ACCEPTED);
  }

  @Test
  void heedsTheEndMarkerOfABlockOfAnotherSignal() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1)).take(flat(0, 3));
    PollBlock last = flat(3, 4).block(99, true);

    BlockFate fate =
        run.block(
            new PollBlock(
                last.device(), 99, "other", last.unit(), last.timesNanos(), last.values(), true));
    run.endActivities();

    assertThat(fate).isEqualTo(BlockFate.SIGNAL_CHANGED);
    assertThat(run.summary()).isNotNull();
  }

  @Test
  void readsMicrowatts() {
    LedgerRun run = LedgerRun.learning();
    var polls = new Polls.Builder();
    for (int i = 0; i < 1000; i++) {
      polls.add(nanos(i * 0.01), 50_000_000 + i % 7 * 1000);
    }
    run.block(polls.build().block(0, PowerUnit.MICROWATTS, false));
    run.span("a", 1, 3).end();

    assertThat(run.joules("a")).isCloseTo(100, within(0.02));
    assertThat(run.power.get(0).rawMilliwatts()[10]).isBetween(50_000, 50_006);
  }

  @Test
  void heedsTheEndMarkerOfABlockThatCameBefore() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1));
    Polls polls = flat(0, 3);
    run.block(polls.block(0, false));

    assertThat(run.block(polls.block(0, true))).isEqualTo(BlockFate.REPEATED);
    run.endActivities();

    assertThat(run.state.isFinished()).isTrue();
    assertThat(run.book(Book.WINDOW1S)).hasSize(3).allMatch(LedgerEntry::isFinal);
  }

  @Test
  void takesNothingAfterTheEndOfTheTrace() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1)).take(flat(0, 3)).end();
    int entries = run.all.size();
    int blocks = run.power.size();

    assertThat(run.block(flat(3, 9).block(99, true))).isEqualTo(BlockFate.REPEATED);
    run.span("a", 1, 2).endActivities().endReadings();

    assertThat(run.all).hasSize(entries);
    assertThat(run.power).hasSize(blocks);
    assertThat(run.refused).hasSize(1);
    assertThat(run.refused.get(0)).contains("ended");
  }

  @Test
  void waitsForBothEndMarkersInEitherOrder() {
    LedgerRun one = LedgerRun.given(Profiles.passThrough(0.1)).take(flat(0, 3)).endReadings();
    assertThat(one.book(Book.WINDOW60S)).isEmpty();
    one.span("a", 1, 2).endActivities();
    LedgerRun other = LedgerRun.given(Profiles.passThrough(0.1)).endActivities();
    other.span("a", 1, 2).take(flat(0, 3));
    assertThat(other.book(Book.WINDOW60S)).isEmpty();
    other.endReadings();

    assertThat(one.newest.keySet()).isEqualTo(other.newest.keySet());
    assertThat(one.book(Book.WINDOW60S)).hasSize(1).allMatch(LedgerEntry::isFinal);
    assertThat(one.span("a").energyMicrojoules()).isEqualTo(other.span("a").energyMicrojoules());
  }

  @Test
  void countsEveryReadingOnce() {
    LedgerRun run = LedgerRun.learning();
    RandomTrace trace = RandomTrace.of(5);
    run.take(trace.polls()).end();

    TraceSummary summary = Objects.requireNonNull(run.summary());
    assertThat(summary.readings()).isEqualTo(trace.polls().size());
    assertThat(summary.samples() + summary.repeats() + summary.missing() + summary.outOfOrder())
        .isEqualTo(summary.readings());
    assertThat(summary.missing()).isPositive();
    assertThat(summary.energyRecords()).isEqualTo(run.all.size());
    assertThat(run.newestPower()).hasSize((int) summary.samples());
  }

  // ---- state and cost

  @Test
  void stateStopsGrowingOnceTheHorizonIsFull() {
    LedgerRun run = LedgerRun.learning(10);
    int[] chunks = new int[4];
    for (int part = 0; part < 4; part++) {
      for (int i = 0; i < 100; i++) {
        double at = part * 100 + i;
        run.span("a" + part + "-" + i, at, at + 0.7);
        run.take(busy(at, at + 1));
      }
      chunks[part] = run.store.size();
    }

    // 83 s are kept, at 66 samples a second.
    int kept = 83 * 66 / RingChunk.CAPACITY;
    assertThat(chunks[1]).isCloseTo(chunks[3], within(2)).isBetween(kept - 4, kept + 5);
    assertThat(run.state.activities).hasSizeLessThanOrEqualTo(12);
    assertThat(run.state.profiles.size()).isLessThanOrEqualTo(2);
    assertThat(run.state.ring.fullBases.length).isLessThan(100);
  }

  @Test
  void doesNoWorkForAPollThatMakesNothingDue() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1)).take(flat(0, 10.7));
    long due = run.state.dueNanos;
    int entries = run.all.size();

    run.take(flat(10.7, 11.4), 1);

    assertThat(due).isEqualTo(nanos(11.5));
    assertThat(run.state.dueNanos).isEqualTo(due);
    assertThat(run.all).hasSize(entries);
  }

  @Test
  void allocatesNothingPerPoll() {
    Sensor sensor = Sensor.k20(0.05);
    PowerTrace power = PowerTrace.from(30).hold(5).level(150, 20).level(40, 35);
    List<PollBlock> blocks = sensor.poll(power, 0, 60, sensor.inRuns(), 1).blocks(256);
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int warmUp = 0; warmUp < 3; warmUp++) {
      LedgerRun run = LedgerRun.given(Profiles.lag(0.84, 0.02, 0.1), 10);
      long polls = 0;
      long before = threads.getCurrentThreadAllocatedBytes();
      for (PollBlock block : blocks) {
        run.block(block);
        polls += block.polls();
      }
      long bytes = threads.getCurrentThreadAllocatedBytes() - before;

      // A sample in 38 polls goes into a chunk and a power column, 42 bytes; a second has an entry
      // in 2500 polls. Anything made for each poll would add 16 bytes at least.
      assertThat((double) bytes / polls).isLessThan(8);
    }
  }

  // ---- hostile values

  @Test
  void survivesTheLargestAndSmallestValues() {
    LedgerRun run = LedgerRun.learning();
    var polls = new Polls.Builder();
    for (int i = 0; i < 5000; i++) {
      polls.add(nanos(i * 0.01), i % 3 == 0 ? Integer.MIN_VALUE + 1 : Integer.MAX_VALUE - i);
    }
    run.span("a", 1, 40).take(polls.build()).end();

    double mean = 2_147_483.647 / 3;
    assertThat(run.span("a").meanPowerWatts()).isCloseTo(mean, within(0.05 * mean));
    assertThat(run.span("a").standardErrorMicrojoules()).isPositive();
  }

  @Test
  void survivesTimesThatNoClockShows() {
    LedgerRun run = LedgerRun.learning();
    var polls = new Polls.Builder();
    for (long time : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE, 0, 1000}) {
      polls.add(time / 1000 * 1000, 5).add(time, 6);
    }
    run.take(polls.build());
    run.take(flat(0, 2)).end();

    TraceSummary summary = Objects.requireNonNull(run.summary());
    assertThat(summary.samples() + summary.repeats() + summary.missing() + summary.outOfOrder())
        .isEqualTo(summary.readings());
    assertThat(run.book(Book.WINDOW1S)).isNotEmpty();
  }

  @Test
  void refusesActivitiesAtTheEndOfTime() {
    LedgerRun run = LedgerRun.learning().take(flat(0, 3));
    run.activity(raw("a", Long.MAX_VALUE - 5, Long.MAX_VALUE - 1));
    run.activity(raw("b", Long.MIN_VALUE, Long.MIN_VALUE + 9));
    run.activity(raw("c", nanos(1), Long.MAX_VALUE - 1));
    run.activity(raw("d", Long.MAX_VALUE - 5, Activity.RUNNING));
    run.take(flat(3, 6)).end();

    assertThat(run.refused).hasSize(4);
    assertThat(run.book(Book.SPAN)).isEmpty();
  }

  @Test
  void oneReadingYearsAheadDoesNotStopTheDevice() {
    LedgerRun run = LedgerRun.learning().take(flat(0, 3));
    run.take(new Polls(new long[] {nanos(9e8)}, new int[] {50_000})).take(flat(3, 6)).end();

    assertThat(run.book(Book.WINDOW1S)).hasSize(6);
    assertThat(run.state.outOfOrder).isEqualTo(1);
  }

  @Test
  void refusesSettingsThatCannotWork() {
    assertThatThrownBy(() -> new LedgerSettings(999_999_999L, ProfileChoice.AUTO))
        .hasMessageContaining("at least 1 s");
    assertThatThrownBy(() -> new LedgerSettings(Long.MAX_VALUE, ProfileChoice.AUTO))
        .hasMessageContaining("at most a year");
    var late = new ProfileChoice(true, List.of(Profiles.delayed(0, 0.8, 0)));
    assertThatThrownBy(() -> new LedgerSettings(1_000_000_000L, late))
        .hasMessageContaining("delay");
    var later = new ProfileChoice(true, List.of(Profiles.delayed(0, -1.5, 0)));
    assertThatThrownBy(() -> new LedgerSettings(600_000_000_000L, later))
        .hasMessageContaining("delay");
  }

  private static Activity raw(String id, long startNanos, long endNanos) {
    return new Activity(Polls.DEVICE, id, Book.SPAN, id, startNanos, endNanos, null, Map.of());
  }

  private static String window(int second) {
    return Long.toString(nanos(second));
  }

  private static long sampleBefore(LedgerRun run, double seconds) {
    return run.newestPower().keySet().stream()
        .filter(t -> t < nanos(seconds))
        .reduce((a, b) -> b)
        .orElseThrow();
  }

  /** 50 W from a sensor without lag. */
  private static Polls flat(double from, double to) {
    Sensor sensor = new Sensor(Response.passThrough(), 0.015, 0.004, 0.05, 0.001);
    return sensor.poll(PowerTrace.from(50), from, to, every(0.002, 0.004), Math.round(from));
  }

  /** A K20 at work. */
  private static Polls busy(double from, double to) {
    PowerTrace power = PowerTrace.from(30);
    while (power.seconds() < to) {
      power.level(30, 3).level(150, 4);
    }
    return Sensor.k20(0.05).poll(power, from, to, every(0.003, 0.006), Math.round(from));
  }
}
