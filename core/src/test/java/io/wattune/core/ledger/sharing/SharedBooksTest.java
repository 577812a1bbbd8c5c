package io.wattune.core.ledger.sharing;

import static io.wattune.core.simulated.Sensor.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.device.LedgerRun;
import io.wattune.core.ledger.device.Profiles;
import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.simulated.Polls;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who gets what of 50 W, and when it is said. */
class SharedBooksTest {
  private static final double FOREVER = Double.POSITIVE_INFINITY;

  @Test
  void overlappingKernelsShareEqually() {
    LedgerRun run = started(600);
    run.activity(kernel("a", 10, 20)).activity(kernel("b", 15, 30)).take(steady(0, 60)).end();

    assertThat(microjoules(run, "a")).isEqualTo(375_000_000);
    assertThat(microjoules(run, "b")).isEqualTo(625_000_000);
    assertThat(attribution(run, "a").share()).isCloseTo(0.75, within(1e-9));
    assertThat(run.of(Book.KERNEL, "a").rawEnergyMicrojoules()).isEqualTo(375_000_000);
  }

  @Test
  void declaredWeightsComeFirstAndWhoDeclaresNoneWeighsOne() {
    LedgerRun run = started(600);
    run.activity(with(kernel("a", 10, 20), 3.0, 1.0))
        .activity(with(kernel("b", 10, 20), null, 9.0));
    run.take(steady(0, 60)).end();

    assertThat(microjoules(run, "a")).isEqualTo(375_000_000);
    assertThat(microjoules(run, "b")).isEqualTo(125_000_000);
  }

  @Test
  void workOverDurationWeighsWhereAllTellIt() {
    LedgerRun run = started(600);
    run.activity(with(kernel("a", 10, 20), null, 10.0)); // 1 a second
    run.activity(with(kernel("b", 10, 30), null, 80.0)); // 4 a second
    run.activity(with(kernel("c", 25, 30), null, null));
    run.take(steady(0, 60)).end();

    assertThat(microjoules(run, "a")).isEqualTo(100_000_000);
    assertThat(microjoules(run, "b")).isEqualTo(400_000_000 + 250_000_000 + 125_000_000);
  }

  @Test
  void workWeighsNoLongerBackThanHalfTheHorizon() {
    LedgerRun run = started(20);
    run.activity(with(kernel("a", 10, 40), null, 30.0));
    run.activity(with(kernel("b", 10, 40), null, 90.0));
    run.take(steady(0, 80)).end();

    // 20 s in halves, 10 s in a quarter and three.
    assertThat(microjoules(run, "a")).isEqualTo(625_000_000);
    assertThat(microjoules(run, "b")).isEqualTo(875_000_000);
  }

  @Test
  void workThatComesLateDoesNotWeighAndIsSaid() {
    LedgerRun run = started(20);
    run.activity(with(kernel("a", 10, 20), null, 10.0)).activity(kernel("b", 10, FOREVER));
    run.take(steady(0, 31)).activity(with(kernel("b", 10, 20), null, 30.0)).end();

    assertThat(microjoules(run, "a")).isEqualTo(250_000_000);
    assertThat(run.refused).hasSize(1);
    assertThat(run.refused.get(0)).contains("work", "horizon");
  }

  @Test
  void jobsAndKernelsDoNotCompeteAndSpansNeverDo() {
    LedgerRun run = started(600);
    run.activity(job("j", 10, 30))
        .activity(kernel("a", 10, 20))
        .span("s", 12, 14)
        .span("t", 12, 14);
    run.take(steady(0, 60)).end();

    assertThat(run.of(Book.JOB, "j").energyMicrojoules()).isEqualTo(1_000_000_000);
    assertThat(microjoules(run, "a")).isEqualTo(500_000_000);
    assertThat(run.span("s").energyMicrojoules()).isEqualTo(100_000_000);
    assertThat(run.span("t").attribution()).isNull();
  }

  @Test
  void childrenShareTheirParentsPartAndOrphansWhatIsLeft() {
    LedgerRun run = started(600);
    run.activity(job("j", 0, 60)).activity(job("k", 0, 60));
    run.activity(child("a", 10, 20, "j")).activity(child("b", 10, 20, "j"));
    run.activity(child("c", 10, 20, null)).activity(child("d", 10, 20, "no such job"));
    run.take(steady(0, 60)).end();

    assertThat(microjoules(run, "a")).isEqualTo(125_000_000);
    assertThat(microjoules(run, "b")).isEqualTo(125_000_000);
    assertThat(microjoules(run, "c")).isEqualTo(125_000_000);
    assertThat(microjoules(run, "d")).isEqualTo(125_000_000);
    assertThat(unexplained(run, "j")).isEqualTo(1_500_000_000L - 250_000_000);
    assertThat(unexplained(run, "k")).isNull();
  }

  @Test
  void aParentIsThatOfTheNearestLevel() {
    LedgerRun run = started(600);
    run.activity(job("x", 0, 60)).activity(activity("x", Book.PROCESS, 0, 60, "x"));
    run.activity(activity("y", Book.PROCESS, 0, 60, "x")).activity(child("a", 10, 20, "x"));
    run.take(steady(0, 60)).end();

    assertThat(run.of(Book.PROCESS, "x").energyMicrojoules()).isEqualTo(1_500_000_000L);
    assertThat(microjoules(run, "a")).isEqualTo(250_000_000);
    assertThat(
            Objects.requireNonNull(run.of(Book.PROCESS, "x").attribution())
                .unexplainedMicrojoules())
        .isEqualTo(1_250_000_000L);
  }

  @Test
  void whatNobodyTookIsOneEntryAMinuteFromTheFirstSampleOn() {
    LedgerRun run = started(600);
    run.activity(kernel("a", 130, 140)).take(steady(30, 250)).end();

    // The first goes from the minute of the first sample to the end of that of the first kernel.
    LedgerEntry first = run.of(Book.KERNEL, "remainder-" + nanos(0));
    assertThat(first.endNanos()).isEqualTo(nanos(180));
    assertThat(first.energyMicrojoules()).isEqualTo(140 * 50_000_000L);
    assertThat(first.activityId()).isNull();
    assertThat(first.name()).isNull();
    assertThat(first.isRemainder()).isTrue();
    LedgerEntry next = run.of(Book.KERNEL, "remainder-" + nanos(180));
    assertThat(next.energyMicrojoules()).isEqualTo(60 * 50_000_000L);
    assertThat(run.book(Book.KERNEL)).hasSize(4).allMatch(LedgerEntry::isFinal);
    assertThat(run.book(Book.JOB)).isEmpty();
  }

  @Test
  void whatRunsIsPutOutWithEachMinuteAndSaysThatItRunsOn() {
    LedgerRun run = started(600);
    run.activity(job("j", 10, FOREVER)).take(steady(0, 61));

    LedgerEntry soFar = run.of(Book.JOB, "j");
    assertThat(soFar.energyMicrojoules()).isEqualTo(2_500_000_000L);
    assertThat(soFar.endNanos()).isEqualTo(nanos(60));
    assertThat(Objects.requireNonNull(soFar.attribution()).stillRuns()).isTrue();
    assertThat(run.bookMicrojoules(Book.JOB)).isEqualTo(run.bookMicrojoules(Book.WINDOW60S));

    run.take(steady(61.01, 100)).activity(job("j", 10, 90)).end();
    assertThat(run.of(Book.JOB, "j").energyMicrojoules()).isEqualTo(4_000_000_000L);
    assertThat(Objects.requireNonNull(run.of(Book.JOB, "j").attribution()).stillRuns()).isFalse();
  }

  @Test
  void anOverlapThatBecomesKnownLaterPutsOutWhatItChangesAndNothingElse() {
    LedgerRun run = started(600);
    for (int i = 0; i < 500; i++) {
      run.activity(kernel("k" + i, i * 0.2, i * 0.2 + 0.2));
    }
    run.take(steady(0, 130));
    int before = run.all.size();

    run.activity(kernel("late", 50, 50.4)).take(steady(130.01, 130.45));

    // Two kernels, the late one, its minute's remainder; and no window was due.
    assertThat(run.all.size() - before).isEqualTo(4);
    assertThat(microjoules(run, "k250")).isEqualTo(5_000_000);
    assertThat(microjoules(run, "late")).isEqualTo(10_000_000);
    run.end();
    assertThat(run.bookMicrojoules(Book.KERNEL)).isEqualTo(run.bookMicrojoules(Book.WINDOW60S));
  }

  @Test
  void anEndThatComesTooLateKeepsWhatWasGivenAndSaysThatItIsAnEstimate() {
    LedgerRun run = started(20);
    run.activity(job("j", 10, FOREVER)).take(steady(0, 50)).activity(job("j", 10, 25)).end();

    assertThat(run.refused).hasSize(1);
    LedgerEntry entry = run.of(Book.JOB, "j");
    assertThat(entry.endNanos()).isEqualTo(nanos(30));
    assertThat(entry.energyMicrojoules()).isEqualTo(1_000_000_000L);
    assertThat(entry.quality()).isEqualTo(Quality.ESTIMATED);
    assertThat(run.bookMicrojoules(Book.JOB)).isEqualTo(run.bookMicrojoules(Book.WINDOW60S));
  }

  /** As an agent that was killed and started anew reports a process that still runs. */
  @Test
  void anActivityThatComesAgainWithALaterStartKeepsTheFirstOne() {
    LedgerRun run = started(600);
    run.activity(job("j", 10, FOREVER)).take(steady(0, 61));
    assertThat(run.of(Book.JOB, "j").energyMicrojoules()).isEqualTo(2_500_000_000L);

    run.activity(job("j", 70, FOREVER)).take(steady(61.01, 130));

    assertThat(run.refused).hasSize(1);
    assertThat(run.of(Book.JOB, "j").startNanos()).isEqualTo(nanos(10));
    assertThat(run.of(Book.JOB, "j").energyMicrojoules()).isEqualTo(5_500_000_000L);
    assertThat(run.all).allMatch(entry -> entry.endNanos() > entry.startNanos());
    run.activity(job("j", 70, 130)).end();
    assertThat(run.of(Book.JOB, "j").energyMicrojoules()).isEqualTo(6_000_000_000L);
    assertThat(run.of(Book.JOB, "j").quality()).isNotEqualTo(Quality.INVALID);
    assertThat(run.bookMicrojoules(Book.JOB)).isEqualTo(run.bookMicrojoules(Book.WINDOW60S));
  }

  @Test
  void whichStartComesFirstMakesNoDifference() {
    LedgerRun late = started(600);
    LedgerRun early = started(600);
    late.activity(job("j", 40, FOREVER)).take(steady(0, 61)).activity(job("j", 10, 90));
    early.activity(job("j", 10, FOREVER)).take(steady(0, 61)).activity(job("j", 40, 90));

    late.take(steady(61.01, 100)).end();
    early.take(steady(61.01, 100)).end();

    assertThat(late.of(Book.JOB, "j").energyMicrojoules()).isEqualTo(4_000_000_000L);
    assertThat(early.of(Book.JOB, "j").energyMicrojoules()).isEqualTo(4_000_000_000L);
    assertThat(early.refused).hasSize(1);
  }

  @Test
  void oneThatHasEndedDoesNotBeginAnewUnseen() {
    LedgerRun run = started(600);
    run.activity(job("j", 10, 30)).take(steady(0, 61)).activity(job("j", 70, FOREVER));

    run.take(steady(61.01, 100)).end();

    assertThat(run.refused).hasSize(1);
    assertThat(run.of(Book.JOB, "j").energyMicrojoules()).isEqualTo(1_000_000_000L);
  }

  @Test
  void anotherWeightAfterTheStartHasLeftTheHorizonIsRefused() {
    LedgerRun run = started(20);
    run.activity(with(job("j", 10, FOREVER), 3.0, null)).activity(job("k", 10, 40));
    run.take(steady(0, 45))
        .activity(with(job("j", 10, 40), 1.0, null))
        .take(steady(45.01, 70))
        .end();

    assertThat(run.refused).hasSize(1);
    assertThat(run.of(Book.JOB, "j").energyMicrojoules()).isEqualTo(1_125_000_000L);
  }

  @Test
  void errorsOfAPartAreAPartOfTheError() {
    LedgerRun run = LedgerRun.given(Profiles.scaled(0, 1, 0.02, 0, 0));
    run.activity(kernel("a", 10, 20)).activity(kernel("b", 10, 20)).span("s", 10, 20);
    run.take(steady(0, 60)).end();

    LedgerEntry part = run.of(Book.KERNEL, "a");
    assertThat(part.scaleErrorMicrojoules()).isEqualTo(5_000_000);
    assertThat(part.standardErrorMicrojoules() * 2.0)
        .isCloseTo(run.span("s").standardErrorMicrojoules(), within(2.0));
  }

  @Test
  void stateDoesNotGrowWithWhatIsFinal() {
    LedgerRun run = started(20);
    for (int i = 0; i < 3000; i++) {
      run.activity(kernel("k" + i, i * 0.1, i * 0.1 + 0.15));
      run.take(steady(i * 0.1 + 0.01, i * 0.1 + 0.1));
    }

    // A horizon of 20 s and what lies within half a second of the clock.
    assertThat(run.state.activities.size()).isBetween(200, 210);
    run.end();
    assertThat(run.bookMicrojoules(Book.KERNEL)).isEqualTo(run.bookMicrojoules(Book.WINDOW60S));
  }

  private static LedgerRun started(double horizonSeconds) {
    return LedgerRun.given(Profiles.passThrough(0), horizonSeconds);
  }

  private static Polls steady(double from, double to) {
    var polls = new Polls.Builder();
    for (int i = 0; from + 0.01 * i <= to + 1e-9; i++) {
      polls.add(nanos(from + 0.01 * i), 50_000);
    }
    return polls.build();
  }

  private static Activity kernel(String id, double from, double to) {
    return LedgerRun.activity(id, Book.KERNEL, from, to);
  }

  private static Activity job(String id, double from, double to) {
    return LedgerRun.activity(id, Book.JOB, from, to);
  }

  private static Activity child(String id, double from, double to, @Nullable String parent) {
    return activity(id, Book.KERNEL, from, to, parent);
  }

  private static Activity activity(
      String id, Book book, double from, double to, @Nullable String parent) {
    return new Activity(
        Polls.DEVICE, id, book, "n-" + id, nanos(from), nanos(to), parent, Map.of());
  }

  private static Activity with(Activity activity, @Nullable Double weight, @Nullable Double work) {
    return activity.competing(activity.parentId(), weight, work);
  }

  private static long microjoules(LedgerRun run, String kernel) {
    return run.of(Book.KERNEL, kernel).energyMicrojoules();
  }

  private static Attribution attribution(LedgerRun run, String kernel) {
    return Objects.requireNonNull(run.of(Book.KERNEL, kernel).attribution());
  }

  private static @Nullable Long unexplained(LedgerRun run, String job) {
    return Objects.requireNonNull(run.of(Book.JOB, job).attribution()).unexplainedMicrojoules();
  }
}
