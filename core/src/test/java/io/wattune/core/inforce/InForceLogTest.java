package io.wattune.core.inforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.lease.LeaseTime;
import io.wattune.core.tunable.TunableUnit;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class InForceLogTest {
  private static final List<InForceValue> LOW = values(900, false);
  private static final List<InForceValue> OWN = values(1000, true);

  private final InForceLog log = new InForceLog();

  @Test
  void aSpanReachesFromItsReadBackToTheNextWrite() {
    log.begin(null, at(100), OWN);
    log.end(at(200));
    log.begin("kernel", at(210), LOW);
    log.end(at(300));

    assertThat(log.report())
        .containsExactly(
            new InForceSpan(null, 100, 200, OWN), new InForceSpan("kernel", 210, 300, LOW));
    assertThat(log.report()).as("once").isEmpty();
  }

  @Test
  void whatGoesOnIsReportedUpToItsNewestReadBackAndOnceMoreWhenItHasEnded() {
    log.begin("kernel", at(100), LOW);
    assertThat(log.report()).containsExactly(new InForceSpan("kernel", 100, 100, LOW));
    log.verified(at(150));
    assertThat(log.report()).containsExactly(new InForceSpan("kernel", 100, 150, LOW));
    log.end(at(180));
    assertThat(log.report()).containsExactly(new InForceSpan("kernel", 100, 180, LOW));
    assertThat(log.report()).isEmpty();
  }

  /** After somebody else's change only a part may be known, until all is read back again. */
  @Test
  void othersThanWereReadBackBeforeBeginASpanOfTheirOwn() {
    log.begin("kernel", at(100), List.of());
    log.readBack("kernel", at(150), LOW);
    log.readBack("kernel", at(170), LOW);
    log.readBack(null, at(190), LOW);

    assertThat(log.report())
        .containsExactly(
            new InForceSpan("kernel", 100, 100, List.of()),
            new InForceSpan("kernel", 150, 170, LOW),
            new InForceSpan(null, 190, 190, LOW));
  }

  @Test
  void whatSomebodyElseHasChangedEndsWithTheNewestReadBack() {
    log.begin("kernel", at(100), LOW);
    log.verified(at(150));
    log.lose();
    log.verified(at(400));
    log.end(at(500));

    assertThat(log.report()).containsExactly(new InForceSpan("kernel", 100, 150, LOW));
  }

  @Test
  void whatBeginsWithoutAnEndBeforeEndsTheOneBeforeAtItsNewestReadBack() {
    log.begin("kernel", at(100), LOW);
    log.verified(at(150));
    log.begin(null, at(400), OWN);

    assertThat(log.report())
        .containsExactly(
            new InForceSpan("kernel", 100, 150, LOW), new InForceSpan(null, 400, 400, OWN));
  }

  @Test
  void anotherActivityMayGoOnWithTheSameValues() {
    log.rename("nobody", at(50));
    assertThat(log.report()).as("nothing was read back yet").isEmpty();
    log.begin("first", at(100), LOW);
    log.rename("second", at(200));
    log.end(at(300));

    assertThat(log.report())
        .containsExactly(
            new InForceSpan("first", 100, 200, LOW), new InForceSpan("second", 200, 300, LOW));
  }

  @Test
  void aWallClockThatIsSteppedMakesNoSpanThatNeverWas() {
    log.begin("ahead", new LeaseTime(1000, 50), LOW);
    log.end(new LeaseTime(900_000, 80));
    log.begin("back", new LeaseTime(1000, 90), LOW);
    log.end(new LeaseTime(10, 110));

    assertThat(log.report())
        .containsExactly(
            new InForceSpan("ahead", 1000, 1030, LOW), new InForceSpan("back", 1000, 1020, LOW));
  }

  @Test
  void onlyDifferencesOfTheMonotonicClockCount() {
    log.begin("kernel", new LeaseTime(1000, Long.MAX_VALUE - 10), LOW);
    log.end(new LeaseTime(1030, Long.MIN_VALUE + 19));

    assertThat(log.report()).containsExactly(new InForceSpan("kernel", 1000, 1030, LOW));
  }

  @Test
  void keepsTheNewestSpansThatAnAnswerCarries() {
    for (int i = 0; i < 3 * InForceSpan.MOST; i++) {
      log.begin("kernel" + i, at(10L * i), LOW);
      log.end(at(10L * i + 5));
    }
    log.begin("last", at(100_000), LOW);

    List<InForceSpan> report = log.report();
    assertThat(report).hasSize(InForceSpan.MOST);
    assertThat(report.get(report.size() - 1).activityName()).isEqualTo("last");
    assertThat(report.get(report.size() - 2).activityName())
        .isEqualTo("kernel" + (3 * InForceSpan.MOST - 1));
  }

  @Test
  void aConfigurationIsUsedOnceItsActivityHasHadItSinceTheDecision() {
    assertThat(log.isUsed("kernel")).isFalse();
    log.begin(null, at(100), OWN);
    log.begin("kernel", at(200), LOW);
    log.rename("other", at(300));
    assertThat(log.isUsed("kernel")).isTrue();
    assertThat(log.isUsed("other")).isTrue();
    log.end(at(400));
    assertThat(log.isUsed("kernel")).as("it was").isTrue();

    log.decided();
    assertThat(log.isUsed("kernel")).as("another decision").isFalse();
  }

  private static LeaseTime at(long nanos) {
    return new LeaseTime(nanos, nanos + 5_000);
  }

  private static List<InForceValue> values(long clock, boolean isOwn) {
    return List.of(
        new InForceValue("core.clock", TunableUnit.MEGAHERTZ, OptionalLong.of(clock), isOwn));
  }
}
