package io.wattune.core.inforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InForceNowTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String CLOCK = "core.clock";
  private static final String LIMIT = "power.limit";
  private static final Configuration LOWER = clock(1200);
  private static final Decision.ForDevice DEFAULT = decision(LOWER, List.of());
  private static final Decision.ForDevice NAMED =
      decision(Configuration.EMPTY, List.of(new ActivityConfiguration("gemm", LOWER)));

  private final InForceNow now = new InForceNow();

  @Test
  void whatWasReadBackAsWishedIsInForceSinceThen() {
    now.take(answer(ActuationOutcome.APPLIED, 10, List.of(), span(null, 9, 9, 1200)));
    now.take(answer(ActuationOutcome.RENEWED, 13, List.of(), span(null, 9, 12, 1200)));

    assertThat(now.differences(DEFAULT)).isEmpty();
    assertThat(now.span().fromNanos()).isEqualTo(9 * SECOND);
    assertThat(now.seenNanos()).isEqualTo(12 * SECOND);
    assertThat(now.value(CLOCK)).hasValue(1200);
    assertThat(now.isPending(DEFAULT)).isFalse();
    assertThat(now.isUnseen(DEFAULT, 16 * SECOND)).isFalse();
  }

  @Test
  void aConfigurationThatNoActivityHasUsedIsPendingUntilOneDoes() {
    now.take(answer(ActuationOutcome.PENDING, 10, List.of("gemm"), span(null, 9, 9, 1410)));
    assertThat(now.isPending(NAMED)).isTrue();
    assertThat(now.isPending(null)).isTrue();
    assertThat(now.value(CLOCK)).hasValue(1410);
    assertThat(now.differences(NAMED)).as("nothing is to be set yet").isEmpty();

    now.take(answer(ActuationOutcome.RENEWED, 12, List.of("gemm"), span(null, 9, 12, 1410)));
    assertThat(now.isPending(NAMED)).as("a renewal changes nothing").isTrue();

    now.take(answer(ActuationOutcome.SWITCHED, 13, List.of(), span("gemm", 12, 13, 1200)));
    assertThat(now.isPending(NAMED)).isFalse();
    assertThat(now.span().activityName()).isEqualTo("gemm");
    assertThat(now.value(CLOCK)).hasValue(1200);
  }

  @Test
  void aWriterThatIgnoresADecisionIsSeenThoughItSaysApplied() {
    now.take(answer(ActuationOutcome.APPLIED, 10, List.of(), span(null, 9, 9, 1410)));

    assertThat(now.differences(DEFAULT))
        .extracting(Difference::words)
        .containsExactly("wished core.clock 1200 MHz, read back 1410 MHz");
  }

  @Test
  void ofWhatWasAppliedInPartTheRestIsSaid() {
    Decision.ForDevice both =
        decision(LOWER.with(new Setting(LIMIT, TunableUnit.MILLIWATTS, 250_000)), List.of());
    now.take(answer(ActuationOutcome.PARTLY_APPLIED, 10, List.of(), span(null, 9, 9, 1200)));

    assertThat(now.differences(both))
        .extracting(Difference::words)
        .containsExactly("wished power.limit 250 W, could not read it back");
  }

  /** The span of a control that failed has no value; the answer's control has. */
  @Test
  void aControlThatFailedHasTheValueOfTheAnswerThatSaysSoAndKeepsIt() {
    InForceSpan none =
        new InForceSpan(
            null,
            9 * SECOND,
            9 * SECOND,
            List.of(new InForceValue(CLOCK, TunableUnit.MEGAHERTZ, OptionalLong.empty(), false)));
    var failed =
        new ControlOutcome(
            CLOCK,
            TunableUnit.MEGAHERTZ,
            OptionalLong.of(1200),
            OptionalLong.of(1410),
            ControlStatus.FAILED,
            "read-back-differs");
    now.take(answer(ActuationOutcome.PARTLY_APPLIED, 10, List.of(), List.of(failed), none));
    now.take(answer(ActuationOutcome.RENEWED, 12, List.of(), List.of(), none));

    assertThat(now.differences(DEFAULT))
        .extracting(Difference::readBack)
        .containsExactly(OptionalLong.of(1410));
  }

  @Test
  void aControlThatWasToKeepItsOwnSettingAndDidNotIsADifference() {
    now.take(answer(ActuationOutcome.APPLIED, 10, List.of(), span(null, 9, 9, 1200)));

    assertThat(now.differences(NAMED))
        .extracting(Difference::words)
        .containsExactly("wished core.clock as its own setting, read back 1200 MHz");
  }

  @Test
  void whatNobodyHasReadBackForLongerThanARenewalIsUnseenWhileItsLeaseRuns() {
    now.take(answer(ActuationOutcome.APPLIED, 10, List.of(), span(null, 10, 10, 1200)));

    assertThat(now.isUnseen(DEFAULT, 14 * SECOND)).isFalse();
    assertThat(now.isUnseen(DEFAULT, 14 * SECOND + 1)).isTrue();
    assertThat(now.isUnseen(null, 14 * SECOND + 1)).isTrue();
    assertThat(now.isUnseen(DEFAULT, 20 * SECOND)).as("the lease is over").isFalse();

    now.take(answer(ActuationOutcome.RENEWED, 18, List.of(), span(null, 10, 10, 1200)));
    assertThat(now.isUnseen(DEFAULT, 18 * SECOND)).as("renewed is not read back").isTrue();
  }

  @Test
  void aRefusalLeavesWhatIsInForceAndReportsIt() {
    now.take(answer(ActuationOutcome.APPLIED, 10, List.of(), span(null, 9, 9, 1200)));
    now.take(answer(ActuationOutcome.REFUSED, 12, List.of(), span(null, 9, 11, 1200)));

    assertThat(now.answer().outcome()).isEqualTo(ActuationOutcome.APPLIED);
    assertThat(now.seenNanos()).isEqualTo(11 * SECOND);
  }

  @Test
  void nothingIsInForceOnceOwnSettingsAreBack() {
    now.take(answer(ActuationOutcome.APPLIED, 10, List.of(), span(null, 9, 9, 1200)));
    now.take(
        new Actuation(
            "n",
            "n/a",
            7,
            1,
            ActuationOutcome.RESTORED,
            "ok",
            "",
            null,
            List.of(),
            0,
            12 * SECOND,
            List.of(span(null, 9, 11, 1200)),
            List.of()));

    assertThat(now.span()).isNull();
    assertThat(now.value(CLOCK)).isEmpty();
    assertThat(now.differences(DEFAULT)).isEmpty();
    assertThat(now.isUnseen(DEFAULT, 18 * SECOND)).isFalse();
  }

  private static Configuration clock(long megaHertz) {
    return Configuration.of(new Setting(CLOCK, TunableUnit.MEGAHERTZ, megaHertz));
  }

  private static Decision.ForDevice decision(
      Configuration all, List<ActivityConfiguration> byName) {
    return new Decision.ForDevice(
        "n",
        "n/a",
        7,
        1,
        0,
        10 * SECOND,
        all,
        byName,
        "fine",
        "lower",
        "",
        Quality.CORRECTED,
        0,
        null);
  }

  /** Its own setting is 1410 MHz. */
  private static InForceSpan span(
      @Nullable String name, long fromSeconds, long toSeconds, long megaHertz) {
    return new InForceSpan(
        name,
        fromSeconds * SECOND,
        toSeconds * SECOND,
        List.of(
            new InForceValue(
                CLOCK, TunableUnit.MEGAHERTZ, OptionalLong.of(megaHertz), megaHertz == 1410)));
  }

  private static Actuation answer(
      ActuationOutcome outcome, long atSeconds, List<String> pending, InForceSpan span) {
    return answer(outcome, atSeconds, pending, List.of(), span);
  }

  private static Actuation answer(
      ActuationOutcome outcome,
      long atSeconds,
      List<String> pending,
      List<ControlOutcome> controls,
      InForceSpan span) {
    return new Actuation(
        "n",
        "n/a",
        7,
        1,
        outcome,
        "ok",
        "",
        null,
        controls,
        10 * SECOND,
        atSeconds * SECOND,
        List.of(span),
        pending);
  }
}
