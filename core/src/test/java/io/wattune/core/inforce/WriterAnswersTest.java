package io.wattune.core.inforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WriterAnswersTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 1_700_000_000L * SECOND;

  private final WriterAnswers writer = new WriterAnswers();

  @Test
  void whoWasNotAskedIsNotSilent() {
    assertThat(writer.state(START)).isEqualTo(WriterState.NOT_ASKED);
    writer.take(answer("n/a", 1, 1, ActuationOutcome.RESTORED));
    assertThat(writer.state(START + 60 * SECOND)).isEqualTo(WriterState.NOT_ASKED);
    assertThat(writer.epoch()).isZero();
    assertThat(writer.newest()).isNull();
  }

  @Test
  void whoHasNeverAnsweredIsSilentAfterSomeSeconds() {
    writer.take(claim(7, START));
    assertThat(writer.state(START + 5 * SECOND)).isEqualTo(WriterState.WAITING);
    assertThat(writer.state(START + 5 * SECOND + 1)).isEqualTo(WriterState.SILENT);
  }

  /** The reader's clock may be off by hours: it is not asked once there is an answer. */
  @Test
  void latenessIsCountedByTheControllersClock() {
    writer.take(decision("n/a", 7, 1, START));
    writer.take(answer("n/a", 7, 1, ActuationOutcome.APPLIED));
    writer.take(decision("n/a", 7, 2, START + 5 * SECOND));
    assertThat(writer.state(START + 3600 * SECOND)).isEqualTo(WriterState.ANSWERS);
    writer.take(decision("n/a", 7, 3, START + 5 * SECOND + 1));
    assertThat(writer.state(START)).isEqualTo(WriterState.SILENT);
    writer.take(answer("n/a", 7, 3, ActuationOutcome.REFUSED));
    assertThat(writer.state(START)).as("a refusal is an answer").isEqualTo(WriterState.ANSWERS);
  }

  @Test
  void aClaimThatIsRepeatedOnceItWasAnsweredIsAnswered() {
    writer.take(claim(7, START));
    writer.take(answer(null, 7, 0, ActuationOutcome.CLAIMED));
    writer.take(claim(7, START + 60 * SECOND));
    writer.take(claim(7, START + 120 * SECOND));
    assertThat(writer.state(START)).isEqualTo(WriterState.ANSWERS);
    writer.take(claim(8, START + 180 * SECOND));
    assertThat(writer.state(START)).isEqualTo(WriterState.SILENT);
    assertThat(writer.epoch()).isEqualTo(8);
  }

  @Test
  void aWriterThatWasAwayForMoreThanIsKeptIsKnownToBeBackAtItsNextAnswer() {
    for (int i = 1; i <= 4 * WriterAnswers.MOST_OPEN; i++) {
      writer.take(decision("n/a", 7, i, START + i * SECOND));
    }
    writer.take(answer("n/a", 7, 1, ActuationOutcome.REFUSED));
    long last = 4 * WriterAnswers.MOST_OPEN;
    assertThat(writer.state(START + last * SECOND))
        .as("what it has answered is long ago")
        .isEqualTo(WriterState.SILENT);
    writer.take(answer("n/a", 7, last, ActuationOutcome.APPLIED));
    assertThat(writer.state(START + last * SECOND)).isEqualTo(WriterState.ANSWERS);
  }

  /** By definition, over all records, whichever topic was read first. */
  @Property
  void whatIsSaidDependsOnTheRecordsAndNotOnTheirOrder(@ForAll Random random) {
    List<Decision> sent = new ArrayList<>();
    List<Actuation> answers = new ArrayList<>();
    // An answer that is read before its decision is remembered among the newest 64.
    int records = 1 + random.nextInt(WriterAnswers.MOST_EARLY / 2);
    long epoch = 1;
    long at = START;
    boolean isAway = false;
    Set<Long> claimed = new HashSet<>();
    for (int i = 1; i <= records; i++) {
      at += random.nextInt(4) * SECOND;
      isAway ^= random.nextInt(8) == 0;
      if (random.nextInt(6) == 0) {
        epoch += random.nextInt(2);
        sent.add(claim(epoch, at));
        if (!isAway && claimed.add(epoch)) {
          answers.add(answer(null, epoch, 0, ActuationOutcome.CLAIMED));
        }
        continue;
      }
      String device = random.nextBoolean() ? "n/a" : "n/b";
      sent.add(decision(device, epoch, i, at));
      if (!isAway) {
        answers.add(answer(device, epoch, i, ActuationOutcome.APPLIED));
        if (random.nextInt(4) == 0) {
          answers.add(answer(device, epoch, i, ActuationOutcome.SWITCHED));
        }
      }
    }

    long nowNanos = at + random.nextInt(10) * SECOND;
    WriterState expected = byDefinition(sent, answers, nowNanos);
    for (double decisionsFirst : new double[] {1, 0, 0.5}) {
      WriterAnswers each = new WriterAnswers();
      int nextSent = 0;
      int nextAnswer = 0;
      while (nextSent < sent.size() || nextAnswer < answers.size()) {
        boolean isDecision =
            nextAnswer == answers.size()
                || (nextSent < sent.size() && random.nextDouble() < decisionsFirst);
        if (isDecision) {
          each.take(sent.get(nextSent++));
        } else {
          each.take(answers.get(nextAnswer++));
        }
      }
      assertThat(each.state(nowNanos)).as("first %s", decisionsFirst).isEqualTo(expected);
      assertThat(each.epoch()).isEqualTo(epochOf(sent));
    }
  }

  private static long epochOf(List<Decision> sent) {
    return sent.stream().mapToLong(Decision::epoch).max().orElseThrow();
  }

  private static WriterState byDefinition(
      List<Decision> sent, List<Actuation> answers, long nowNanos) {
    long first = sent.stream().mapToLong(Decision::decidedAtNanos).min().orElseThrow();
    long last = sent.stream().mapToLong(Decision::decidedAtNanos).max().orElseThrow();
    long answered =
        sent.stream()
            .filter(each -> answers.stream().anyMatch(answer -> isTo(answer, each)))
            .mapToLong(Decision::decidedAtNanos)
            .max()
            .orElse(Long.MIN_VALUE);
    if (answered == Long.MIN_VALUE) {
      return nowNanos - first > 5 * SECOND ? WriterState.SILENT : WriterState.WAITING;
    }
    return last - answered > 5 * SECOND ? WriterState.SILENT : WriterState.ANSWERS;
  }

  private static boolean isTo(Actuation answer, Decision decision) {
    if (answer.epoch() != decision.epoch()) {
      return false;
    }
    return decision instanceof Decision.ForDevice forDevice
        ? Objects.equals(answer.device(), forDevice.device())
            && answer.sequence() == forDevice.sequence()
        : answer.device() == null;
  }

  private static Decision claim(long epoch, long atNanos) {
    return new Decision.Claim("n", epoch, "fine", atNanos);
  }

  private static Decision decision(String device, long epoch, long sequence, long atNanos) {
    return new Decision.ForDevice(
        "n",
        device,
        epoch,
        sequence,
        atNanos,
        10 * SECOND,
        Configuration.EMPTY,
        List.of(),
        "fine",
        "lower",
        "",
        Quality.MEASURED,
        atNanos,
        null);
  }

  private static Actuation answer(
      @Nullable String device, long epoch, long sequence, ActuationOutcome outcome) {
    return new Actuation(
        "n", device, epoch, sequence, outcome, "ok", "", null, List.of(), 0, 0, List.of(),
        List.of());
  }
}
