package io.wattune.core.ledger.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DetectedDevices;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads that nobody reported, found in the power of simulated sensors whose truth is known. */
class DetectionTest {
  private static final double IDLE = 24;
  private static final double ACTIVE_IDLE = 52.5;

  /** Of the paper's four runs: load, then 3.5 s of active idle, which falls in steps. */
  private record Loads(PowerTrace power, List<double[]> intervals) {}

  @Test
  void findsTheLoadsOfALaggingSensorFromItsReadingsAlone() {
    Loads loads = loads(12, 1, 1.5, 6);
    Sensor sensor = Sensor.k20(0.05);
    Polls polls = sensor.poll(loads.power, 0, loads.power.seconds(), sensor.inRuns(), 3);

    LedgerRun run = detecting(ProfileChoice.AUTO, 600).take(polls).end();

    assertMatches(run, loads);
  }

  @Test
  void findsTheLoadsOfASensorThatShowsPowerAsItIs() {
    Loads loads = loads(30, 2, 0.2, 2);
    Sensor sensor = new Sensor(Response.passThrough(), 0.02, 0.003, 0.5, 0.01);
    Polls polls = sensor.poll(loads.power, 0, loads.power.seconds(), Sensor.every(0.006, 0.01), 5);

    LedgerRun run =
        detecting(new ProfileChoice(true, List.of(Profiles.passThrough(0.5))), 600)
            .take(polls)
            .end();

    assertMatches(run, loads);
  }

  @Test
  void findsTheLoadsOfASensorThatAverages() {
    Loads loads = loads(30, 4, 0.5, 3);
    Sensor sensor = new Sensor(Response.boxcar(0.1), 0.1, 0.03, 0.3, 0.01);
    Polls polls = sensor.poll(loads.power, 0, loads.power.seconds(), Sensor.every(0.006, 0.01), 6);

    LedgerRun run = detecting(ProfileChoice.AUTO, 600).take(polls).end();

    assertMatches(run, loads);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100_000})
  void blocksOfAnySizeGiveTheSame(int size) {
    Loads loads = loads(12, 8, 1.5, 6);
    Sensor sensor = Sensor.k20(0.05);
    Polls polls = sensor.poll(loads.power, 0, loads.power.seconds(), sensor.inRuns(), 9);

    LedgerRun run = detecting(ProfileChoice.AUTO, 60).take(polls, size).end();

    assertThat(spans(run))
        .isEqualTo(spans(detecting(ProfileChoice.AUTO, 60).take(polls, 200).end()));
    assertThat(run.refused).isEmpty();
  }

  @Test
  void noiseIsNoLoad() {
    PowerTrace idle = PowerTrace.from(IDLE).level(IDLE, 900);
    Sensor sensor = new Sensor(Response.passThrough(), 0.02, 0.003, 2, 0.01);

    LedgerRun run =
        detecting(new ProfileChoice(true, List.of(Profiles.passThrough(2))), 2_000)
            .take(sensor.poll(idle, 0, 900, Sensor.every(0.006, 0.01), 5))
            .end();

    assertThat(run.book(Book.SPAN)).isEmpty();
  }

  @Test
  void aTraceWithoutReadingsEnds() {
    assertThat(detecting(ProfileChoice.AUTO, 600).end().newest).isEmpty();
  }

  @Test
  void nothingIsDetectedWhereThatIsNotAskedFor() {
    Loads loads = loads(3, 1, 1.5, 6);
    Sensor sensor = Sensor.k20(0.05);

    LedgerRun run =
        LedgerRun.learning()
            .take(sensor.poll(loads.power, 0, loads.power.seconds(), sensor.inRuns(), 3))
            .end();

    assertThat(run.book(Book.SPAN)).isEmpty();
    assertThat(run.state.detection).isNull();
  }

  @Test
  void whatRunsWhenTheClockIsSetBackEndsThere() {
    PowerTrace power =
        PowerTrace.from(IDLE).level(IDLE, 5).level(158, 15).level(IDLE, 15).level(158, 5);
    power.level(IDLE, 5);
    Sensor sensor = new Sensor(Response.passThrough(), 0.02, 0.003, 0.5, 0.01);
    Polls ahead = sensor.poll(power, 0, 20, Sensor.every(0.006, 0.01), 5);
    Polls all = sensor.poll(power, 0, power.seconds(), Sensor.every(0.006, 0.01), 5);
    long back = 3_600_000_000_000L;
    long[] earlier = all.timesNanos().clone();
    for (int i = 0; i < earlier.length; i++) {
      earlier[i] -= back;
    }

    LedgerRun run =
        detecting(new ProfileChoice(true, List.of(Profiles.passThrough(0.5))), 60)
            .take(ahead)
            .take(new Polls(earlier, all.values()))
            .end();

    List<LedgerEntry> spans = run.book(Book.SPAN);
    assertThat(spans).hasSize(2).allMatch(LedgerEntry::isFinal);
    assertThat(spans.get(1).startNanos()).isCloseTo(Sensor.nanos(5), within(20_000_000L));
    assertThat(spans.get(1).endNanos()).isCloseTo(Sensor.nanos(20), within(40_000_000L));
    assertThat(spans.get(0).startNanos()).isCloseTo(Sensor.nanos(35) - back, within(20_000_000L));
    assertThat(spans.get(0).endNanos()).isCloseTo(Sensor.nanos(40) - back, within(20_000_000L));
  }

  @Test
  void anEndThatIsNotKnownWellWidensTheEnergysError() {
    PowerTrace power = PowerTrace.from(100).level(100, 60);
    Sensor sensor = new Sensor(Response.passThrough(), 0.02, 0.003, 0.1, 0.01);
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0.1));
    run.activity(labelled("known", Map.of()));
    run.activity(
        labelled(
            "doubtful",
            Map.of(
                "wattune.source", "detected",
                "wattune.start-error", "0.3",
                "wattune.end-error", "0.4")));
    run.activity(
        labelled(
            "absurd",
            Map.of("wattune.source", "detected", "wattune.start-error", "-1e999 seconds")));
    run.take(sensor.poll(power, 0, 60, Sensor.every(0.006, 0.01), 5)).end();

    double known = run.errorJoules("known");
    assertThat(run.errorJoules("doubtful")).isCloseTo(Math.hypot(known, 0.5 * 100), within(0.5));
    assertThat(run.errorJoules("absurd")).isEqualTo(known);
  }

  private static Activity labelled(String id, Map<String, String> labels) {
    return new Activity(
        Polls.DEVICE, id, Book.SPAN, id, Sensor.nanos(10), Sensor.nanos(20), null, labels);
  }

  private static LedgerRun detecting(ProfileChoice profiles, double horizonSeconds) {
    return new LedgerRun(
        new LedgerSettings(Math.round(horizonSeconds * 1e9), profiles)
            .detecting(DetectedDevices.ALL));
  }

  /** Loads of some length, followed by active idle for a while and by idle, in any order. */
  private static Loads loads(int count, int seed, double least, double most) {
    Random random = Seeds.random(seed);
    PowerTrace power = PowerTrace.from(IDLE).level(IDLE, 3);
    List<double[]> intervals = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double from = power.seconds();
      power.level(140 + 30 * random.nextDouble(), least + (most - least) * random.nextDouble());
      intervals.add(new double[] {from, power.seconds()});
      power.level(ACTIVE_IDLE, i % 3 == 0 ? 0.6 + random.nextDouble() : 3.5);
      if (i % 3 != 0) {
        power.level(40, 1).level(IDLE, 1 + 2 * random.nextDouble());
      }
    }
    return new Loads(power.level(IDLE, 2), intervals);
  }

  private static void assertMatches(LedgerRun run, Loads loads) {
    List<LedgerEntry> spans = run.book(Book.SPAN);
    assertThat(spans).hasSameSizeAs(loads.intervals);
    int within = 0;
    int energies = 0;
    for (int i = 0; i < spans.size(); i++) {
      LedgerEntry span = spans.get(i);
      double[] truth = loads.intervals.get(i);
      within += isWithin(span.startNanos(), truth[0], span.labels().get("wattune.start-error"));
      within += isWithin(span.endNanos(), truth[1], span.labels().get("wattune.end-error"));
      double joules = loads.power.joules(truth[0], truth[1]);
      double off = span.energyMicrojoules() * 1e-6 - joules;
      energies += Math.abs(off) <= 2e-6 * span.standardErrorMicrojoules() ? 1 : 0;
    }
    // Of ends and of energies nine in ten and more lie within two of their standard errors.
    assertThat(within).isGreaterThanOrEqualTo((int) Math.ceil(0.9 * 2 * spans.size()));
    assertThat(energies).isGreaterThanOrEqualTo((int) Math.ceil(0.9 * spans.size()));
  }

  private static int isWithin(long nanos, double seconds, String error) {
    double off = Math.abs(nanos - Sensor.nanos(seconds)) * 1e-9;
    return off <= 2 * Double.parseDouble(error) ? 1 : 0;
  }

  private static List<String> spans(LedgerRun run) {
    return run.book(Book.SPAN).stream()
        .map(span -> span.entryId() + " " + span.endNanos() + " " + span.labels())
        .toList();
  }
}
