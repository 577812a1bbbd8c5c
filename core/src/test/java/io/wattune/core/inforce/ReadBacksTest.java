package io.wattune.core.inforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.inforce.ReadBacks.Proof;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReadBacksTest {
  private static final String CLOCK = "core.clock";
  private static final String LIMIT = "power.limit";
  private static final long OWN = 1000;
  private static final Configuration AT_900 = clock(900);

  private final ReadBacks readBacks = new ReadBacks();

  @Test
  void workInsideOfASpanWithTheWishedValueIsProven() {
    take(span("kernel", 0, 100, value(CLOCK, 900)));

    assertThat(proof("kernel", AT_900, 10, 100, 0)).isEqualTo(Proof.PROVEN);
    assertThat(proof("kernel", AT_900, 0, 100, 0)).isEqualTo(Proof.PROVEN);
  }

  @Test
  void workWithAnotherValueOrAnothersConfigurationIsRefuted() {
    take(span("kernel", 0, 100, value(CLOCK, 900)), span(null, 100, 200, value(CLOCK, OWN)));

    assertThat(proof("kernel", clock(800), 10, 90, 0)).isEqualTo(Proof.REFUTED);
    assertThat(proof("kernel", Configuration.EMPTY, 10, 90, 0)).isEqualTo(Proof.REFUTED);
    assertThat(proof("other", AT_900, 10, 90, 0)).isEqualTo(Proof.REFUTED);
    assertThat(proof(null, AT_900, 10, 90, 0)).as("not the default's").isEqualTo(Proof.REFUTED);
    assertThat(proof("kernel", AT_900, 50, 150, 0)).isEqualTo(Proof.REFUTED);
  }

  @Test
  void theDefaultConfigurationIsThatOfEachNameWithoutOneOfItsOwn() {
    take(span(null, 0, 100, value(CLOCK, 900)));

    assertThat(proof("kernel", AT_900, 0, 100, 0)).isEqualTo(Proof.PROVEN);
    assertThat(proof(null, AT_900, 0, 100, 0)).isEqualTo(Proof.PROVEN);
    assertThat(readBacks.proofOfOthers("kernel", 0, 100, 0)).isEqualTo(Proof.PROVEN);
  }

  @Test
  void otherSettingsAreProvenByAnythingButOwnValues() {
    take(span(null, 0, 100, value(CLOCK, OWN)), span("kernel", 100, 200, value(CLOCK, 900)));

    assertThat(readBacks.proofOfOthers("kernel", 0, 100, 0)).isEqualTo(Proof.REFUTED);
    assertThat(readBacks.proofOfOthers("kernel", 100, 200, 0)).isEqualTo(Proof.PROVEN);
    assertThat(readBacks.proofOfOthers("kernel", 150, 250, 0)).isEqualTo(Proof.NOT_REPORTED);
  }

  @Test
  void aTimeThatNobodyLookedAtIsUnseenOnceALaterOneIsReported() {
    take(span("kernel", 0, 100, value(CLOCK, 900)));

    assertThat(proof("kernel", AT_900, 50, 150, 0)).isEqualTo(Proof.NOT_REPORTED);
    assertThat(proof("kernel", AT_900, 200, 300, 0)).isEqualTo(Proof.NOT_REPORTED);
    take(span("kernel", 200, 300, value(CLOCK, 900)));
    assertThat(proof("kernel", AT_900, 50, 150, 0)).isEqualTo(Proof.UNSEEN);
    assertThat(proof("kernel", AT_900, 110, 190, 0)).isEqualTo(Proof.UNSEEN);
    assertThat(proof("kernel", AT_900, 50, 250, 99)).as("a gap of 100").isEqualTo(Proof.UNSEEN);
    assertThat(proof("kernel", AT_900, 50, 250, 100)).isEqualTo(Proof.PROVEN);
  }

  @Test
  void somethingElseMayBeInForceForAsLongAsIsTolerated() {
    take(span(null, 0, 20, value(CLOCK, OWN)), span("kernel", 20, 100, value(CLOCK, 900)));

    assertThat(proof("kernel", AT_900, 0, 100, 20)).isEqualTo(Proof.PROVEN);
    assertThat(proof("kernel", AT_900, 0, 100, 19)).isEqualTo(Proof.REFUTED);
  }

  @Test
  void eachWishedTunableMustHaveBeenReadAndEachOtherOneBeItsOwn() {
    Configuration both =
        Configuration.of(
            new Setting(CLOCK, TunableUnit.MEGAHERTZ, 900),
            new Setting(LIMIT, TunableUnit.MEGAHERTZ, 200));
    take(
        span("kernel", 0, 100, value(CLOCK, 900), value(LIMIT, 200)),
        span("kernel", 100, 200, value(CLOCK, 900)),
        span("kernel", 200, 300, value(CLOCK, 900), unread(LIMIT)));

    assertThat(proof("kernel", both, 0, 100, 0)).isEqualTo(Proof.PROVEN);
    assertThat(proof("kernel", AT_900, 0, 100, 0)).as("a limit, too").isEqualTo(Proof.REFUTED);
    assertThat(proof("kernel", both, 100, 200, 0)).as("one is missing").isEqualTo(Proof.REFUTED);
    assertThat(proof("kernel", AT_900, 100, 200, 0)).isEqualTo(Proof.PROVEN);
    assertThat(proof("kernel", AT_900, 200, 300, 0)).as("not read").isEqualTo(Proof.REFUTED);
  }

  @Test
  void aValueInAnotherUnitIsAnotherValue() {
    take(
        new InForceSpan(
            "kernel",
            0,
            100,
            List.of(new InForceValue(CLOCK, TunableUnit.MILLIWATTS, OptionalLong.of(900), false))));

    assertThat(proof("kernel", AT_900, 0, 100, 0)).isEqualTo(Proof.REFUTED);
  }

  /** The garbled report names one tunable twice, and another one not at all. */
  @Test
  void aTunableThatIsNamedTwiceDoesNotStandForAnother() {
    Configuration both =
        Configuration.of(
            new Setting(CLOCK, TunableUnit.MEGAHERTZ, 900),
            new Setting(LIMIT, TunableUnit.MEGAHERTZ, 200));
    take(span("kernel", 0, 100, value(CLOCK, 900), value(CLOCK, 900)));

    assertThat(proof("kernel", both, 0, 100, 0)).isEqualTo(Proof.REFUTED);
  }

  @Test
  void aSpanThatGoesOnComesAgainFromTheSameStartAndMayComeLateOrTwice() {
    InForceSpan longer = span("kernel", 0, 200, value(CLOCK, 900));
    take(span("kernel", 0, 100, value(CLOCK, 900)), longer, longer);
    take(span("kernel", 0, 150, value(CLOCK, 900)));
    assertThat(proof("kernel", AT_900, 0, 200, 0)).as("the shorter is old").isEqualTo(Proof.PROVEN);
    assertThat(proof("kernel", AT_900, 0, 201, 0)).isEqualTo(Proof.NOT_REPORTED);

    take(span("kernel", 300, 400, value(CLOCK, 900)));
    take(span("kernel", 200, 300, value(CLOCK, 900)));
    assertThat(proof("kernel", AT_900, 0, 400, 0)).as("in any order").isEqualTo(Proof.PROVEN);
  }

  /** Of a clock that was set back a little: one instant is not proof of two. */
  @Test
  void spansThatOverlapProveNoTimeThatNoneOfThemCovers() {
    take(
        span("kernel", 0, 60, value(CLOCK, 900)),
        span("kernel", 30, 90, value(CLOCK, 900)),
        span("kernel", 200, 300, value(CLOCK, 900)));

    assertThat(proof("kernel", AT_900, 0, 90, 0)).isEqualTo(Proof.PROVEN);
    assertThat(proof("kernel", AT_900, 0, 120, 0)).isEqualTo(Proof.UNSEEN);
  }

  @Test
  void whereSpansContradictEachOtherNothingIsProven() {
    take(span("kernel", 0, 100, value(CLOCK, 900)), span("kernel", 40, 60, value(CLOCK, OWN)));

    assertThat(proof("kernel", AT_900, 0, 100, 0)).isEqualTo(Proof.REFUTED);
    assertThat(proof("kernel", Configuration.EMPTY, 50, 60, 0)).isNotEqualTo(Proof.PROVEN);
  }

  @Test
  void spansWithTimesThatCannotBeAreLeftOut() {
    take(
        span("kernel", -5, 100, value(CLOCK, 900)),
        span("kernel", 0, Long.MAX_VALUE, value(CLOCK, 900)));

    assertThat(proof("kernel", AT_900, 0, 100, 0)).isEqualTo(Proof.NOT_REPORTED);
  }

  @Test
  void whatIsForgottenProvesNothing() {
    take(span("kernel", 0, 100, value(CLOCK, 900)));
    readBacks.forget();

    assertThat(proof("kernel", AT_900, 0, 100, 0)).isEqualTo(Proof.NOT_REPORTED);
    take(span("kernel", 0, 100, value(CLOCK, 900)));
    assertThat(proof("kernel", AT_900, 0, 100, 0)).isEqualTo(Proof.PROVEN);
  }

  @Test
  void theOldestSpansOfTooManyAreForgotten() {
    for (int i = 0; i <= ReadBacks.MOST_SPANS; i++) {
      take(span("kernel", i * 10L, i * 10L + 10, value(CLOCK, 900)));
    }

    long end = ReadBacks.MOST_SPANS * 10L + 10;
    assertThat(proof("kernel", AT_900, 0, 10, 0)).isEqualTo(Proof.UNSEEN);
    assertThat(proof("kernel", AT_900, 10, end, 0)).isEqualTo(Proof.PROVEN);
  }

  private void take(InForceSpan... spans) {
    readBacks.take(List.of(spans));
  }

  private Proof proof(
      @Nullable String name, Configuration wished, long start, long end, long tolerance) {
    return readBacks.proof(name, wished, start, end, tolerance);
  }

  private static Configuration clock(long value) {
    return Configuration.of(new Setting(CLOCK, TunableUnit.MEGAHERTZ, value));
  }

  private static InForceSpan span(
      @Nullable String name, long from, long to, InForceValue... values) {
    return new InForceSpan(name, from, to, List.of(values));
  }

  private static InForceValue value(String tunable, long value) {
    return new InForceValue(tunable, TunableUnit.MEGAHERTZ, OptionalLong.of(value), value == OWN);
  }

  private static InForceValue unread(String tunable) {
    return new InForceValue(tunable, TunableUnit.MEGAHERTZ, OptionalLong.empty(), true);
  }
}
