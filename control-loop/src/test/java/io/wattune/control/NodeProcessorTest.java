package io.wattune.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.loop.DeviceLoop;
import io.wattune.core.loop.LoopSettings;
import io.wattune.core.policy.NonePolicy;
import io.wattune.http.metric.MetricTable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/** What a task does with its nodes, policy aside. */
class NodeProcessorTest {
  private static final long NOW = 1_800_000_000_000L;

  private final KeyValueStore<String, byte[]> store = NodeStoreTest.memory();
  private TaskLife task = life(NOW);
  private long clockMillis = NOW;

  @Test
  void aNodeThatIsFirstSeenIsClaimedOnce() throws Exception {
    task.send(InputKind.DESCRIPTOR, "n/a", Values.descriptor("n/a"));
    task.send(InputKind.DESCRIPTOR, "n/b", Values.descriptor("n/b"));

    assertThat(task.decisions())
        .containsExactly(new Decision.Claim("n", NOW, "none", NOW * 1_000_000));
    assertThat(task.counters.nodes.get()).isEqualTo(1);
    assertThat(task.counters.devices.get()).isEqualTo(2);
  }

  @Test
  void everyStoredNodeIsClaimedAtTakeOverBeforeAnythingElse() throws Exception {
    see("n1/a", "n2/a", "n3/a");
    task.decisions();
    task.end();

    task = life(NOW + 10);
    task.tick();

    assertThat(task.claims()).extracting(Decision.Claim::node).containsExactly("n1", "n2", "n3");
    task.tick();
    assertThat(task.claims()).isEmpty();
  }

  @Test
  void aRecordThatComesBeforeTheTimerClaimsToo() throws Exception {
    see("n1/a", "n2/a");
    task.end();

    task = life(NOW + 10);
    task.send(InputKind.POWER, "n2/a", Values.power("n2/a", 1));

    assertThat(task.claims()).extracting(Decision.Claim::node).containsExactly("n1", "n2");
  }

  @Test
  void epochsGrowFromLifeToLifeEvenIfTheClockGoesBack() throws Exception {
    see("n/a");
    long first = task.claims().get(0).epoch();
    task.end();

    task = life(NOW - Duration.ofHours(1).toMillis());
    task.tick();
    long second = task.claims().get(0).epoch();
    task.end();

    task = life(NOW - Duration.ofHours(2).toMillis());
    task.tick();
    long third = task.claims().get(0).epoch();

    assertThat(first).isEqualTo(NOW);
    assertThat(second).isEqualTo(first + 1);
    assertThat(third).isEqualTo(second + 1);
  }

  @Test
  void aDescriptorIsKeptForWhoeverTakesOverEvenIfNothingWasDecided() {
    see("n/a");

    assertThat(new String(store.get("d:n/a"), StandardCharsets.UTF_8))
        .contains("core.clock", "MEGAHERTZ");
    task.end();
    task = life(NOW + 10);
    assertThat(task.counters.devices.get()).isEqualTo(1);
  }

  @Test
  void aStateThatCannotBeReadBeginsAnewAndGoesFromTheStore() throws Exception {
    see("n/a");
    task.end();
    store.put("d:n/a", "{torn".getBytes(StandardCharsets.UTF_8));

    task = life(NOW + 10);
    task.tick();
    task.send(InputKind.POWER, "n/a", Values.power("n/a", 1));

    assertThat(task.claims()).hasSize(1);
    assertThat(task.counters.unreadableStates.getLongValue()).isEqualTo(1);
    assertThat(store.get("d:n/a")).isNull();
  }

  @Test
  void whatIsMalformedGoesToTheRejectsWithItsBytesAndItsPlace() throws Exception {
    byte[] garbage = {1, 2, 3};

    task.send(InputKind.COUNTERS, "n/a", garbage);
    task.send(InputKind.POWER, null, Values.power("n/a", 1));
    task.send(InputKind.POWER, "n/b", Values.power("n/a", 1));
    task.send(InputKind.SENSITIVITY, "n/a", null);
    task.sendRaw("n", garbage);

    var rejects = task.rejects();
    assertThat(rejects)
        .extracting(reject -> reject.reason())
        .containsExactly(
            "no-single-object-marker", "no-key", "key-mismatch", "no-value", "not-an-envelope");
    assertThat(rejects.get(0).original()).isEqualTo(garbage);
    assertThat(rejects.get(0).origin()).isEqualTo("wattune.counters");
    assertThat(rejects.get(0).partition()).isEqualTo(2);
    assertThat(rejects.get(0).offset()).isZero();
    assertThat(rejects.get(4).origin()).isEqualTo("by-node");
    var counts = task.counters;
    assertThat(MetricTable.all(counts.read))
        .isEqualTo(counts.used.getLongValue() + MetricTable.all(counts.rejected))
        .isEqualTo(5);
    assertThat(counts.nodes.get()).as("nothing is known by what is malformed").isZero();
  }

  @Test
  void aDeviceThatHasGoneIsForgottenAndItsNodeWithTheLast() throws Exception {
    see("n/a", "n/b");

    task.send(InputKind.DESCRIPTOR, "n/a", null);
    assertThat(task.counters.devices.get()).isEqualTo(1);
    task.send(InputKind.DESCRIPTOR, "n/b", null);
    task.send(InputKind.DESCRIPTOR, "n/never", null);

    var counts = task.counters;
    assertThat(counts.devices.get()).isZero();
    assertThat(counts.nodes.get()).isZero();
    assertThat(counts.forgotten.getLongValue()).isEqualTo(2);
    assertThat(store.all().hasNext()).as("nothing is left in the store").isFalse();
  }

  @Test
  void aDeviceThatIsSilentForADayIsForgotten() throws Exception {
    see("n/a", "n/b");
    Duration day = Duration.ofDays(1);

    long later = live(NOW, day);
    assertThat(task.counters.devices.get()).isEqualTo(2);
    task.send(InputKind.POWER, "n/b", Values.power("n/b", 1));
    later = live(later, Duration.ofSeconds(10));

    assertThat(task.counters.devices.get()).isEqualTo(1);
    long unused = live(later, day);
    assertThat(task.counters.devices.get()).isZero();
    assertThat(store.all().hasNext()).isFalse();
  }

  /** The machine has slept, or its clock has been set: nothing could have been heard meanwhile. */
  @Test
  void noDeviceIsForgottenForTimeThatTheControllerWasNotThere() {
    see("n/a", "n/b");

    task.setClock(NOW + Duration.ofDays(400).toMillis());
    task.tick();
    assertThat(task.counters.devices.get()).isEqualTo(2);
    task.setClock(NOW - Duration.ofDays(400).toMillis());
    task.tick();
    task.setClock(NOW);
    task.tick();

    assertThat(task.counters.devices.get()).isEqualTo(2);
    assertThat(task.counters.forgotten.getLongValue()).isZero();
  }

  /** Lets time pass with the task's timers; the time after it. */
  private long live(long fromMillis, Duration time) {
    long now = fromMillis;
    for (long passed = 0; passed < time.toMillis(); passed += 10_000) {
      now += 10_000;
      task.setClock(now);
      task.tick();
    }
    return now;
  }

  @Test
  void aNodeThatReturnsIsClaimedAboveWhatItHadBefore() throws Exception {
    see("n/a");
    long first = task.claims().get(0).epoch();

    task.send(InputKind.DESCRIPTOR, "n/a", null);
    task.setClock(NOW - 1_000);
    see("n/a");

    assertThat(task.claims().get(0).epoch()).isEqualTo(first + 1);
  }

  /** A writer reads from the end of the topic on: one that starts later has not seen the claim. */
  @Test
  void aClaimIsRepeatedEverMoreRarelyUntilTheWriterAnswers() throws Exception {
    see("n/a");
    long epoch = task.claims().get(0).epoch();

    assertThat(secondsOfClaims(200, epoch)).containsExactly(5L, 15L, 35L, 75L, 135L, 195L);
    answer(epoch, ActuationOutcome.CLAIMED);
    assertThat(secondsOfClaims(200, epoch)).isEmpty();
  }

  @Test
  void aRefusalIsAnAnswerToo() throws Exception {
    see("n/a");
    long epoch = task.claims().get(0).epoch();

    answer(epoch, ActuationOutcome.REFUSED);

    assertThat(secondsOfClaims(200, epoch)).isEmpty();
  }

  private List<Long> secondsOfClaims(int seconds, long epoch) throws Exception {
    List<Long> claimed = new ArrayList<>();
    for (long second = 1; second <= seconds; second++) {
      clockMillis += 1_000;
      task.setClock(clockMillis);
      task.tick();
      for (Decision.Claim claim : task.claims()) {
        assertThat(claim.epoch()).isEqualTo(epoch);
        claimed.add(second);
      }
    }
    return claimed;
  }

  @Test
  void anotherControllersEpochIsNotContestedAtOnceButAfterSomeTicks() throws Exception {
    see("n/a");
    task.decisions();

    answer(NOW + 500, ActuationOutcome.CLAIMED);
    for (int tick = 0; tick < 6; tick++) {
      task.tick();
    }
    assertThat(task.decisions()).isEmpty();
    assertThat(task.counters.outranked.getLongValue()).isEqualTo(1);

    task.tick();
    assertThat(task.claims()).extracting(Decision.Claim::epoch).containsExactly(NOW + 501);
  }

  /** Nobody made it, and whoever went above it would shut himself out with the next claim. */
  @Test
  void anEpochOfTheFarFutureIsNotBelieved() throws Exception {
    see("n/a");
    task.decisions();

    for (long epoch : new long[] {NOW + 86_400_001, NOW * 1_000_000, Long.MAX_VALUE}) {
      answer(epoch, ActuationOutcome.CLAIMED);
    }
    for (int tick = 0; tick < 21; tick++) {
      task.tick();
    }

    assertThat(task.counters.outranked.getLongValue()).isZero();
    assertThat(task.claims()).as("nobody has claimed the node").isEmpty();
    task.end();
    task = life(NOW + 1);
    task.tick();
    assertThat(task.claims()).extracting(Decision.Claim::epoch).containsExactly(NOW + 1);
  }

  @Test
  void whoeverTakesOverNextBeginsAboveTheEpochThatTheNodeFollows() throws Exception {
    see("n/a");
    answer(NOW + 500, ActuationOutcome.CLAIMED);
    task.end();

    task = life(NOW + 1);
    task.tick();

    assertThat(task.claims()).extracting(Decision.Claim::epoch).containsExactly(NOW + 501);
  }

  @Test
  void anEpochThatTheNodeHasRefusedIsNotFollowed() throws Exception {
    see("n/a");
    task.decisions();

    answer(NOW + 500, ActuationOutcome.REFUSED);
    answer(NOW, ActuationOutcome.CLAIMED);

    assertThat(task.counters.outranked.getLongValue()).isZero();
  }

  @Test
  void whatATaskOwnedIsNotCountedAsOwnedWhenItEnds() {
    see("n/a", "n/b", "m/a");
    task.end();

    assertThat(task.counters.nodes.get()).isZero();
    assertThat(task.counters.devices.get()).isZero();
  }

  private void see(String... devices) {
    for (String device : List.of(devices)) {
      task.send(InputKind.DESCRIPTOR, device, Values.descriptor(device));
    }
  }

  private void answer(long epoch, ActuationOutcome outcome) {
    task.send(InputKind.ACTUATION, "n", Values.actuation("n", null, epoch, 0, outcome, "ok"));
  }

  private TaskLife life(long nowMillis) {
    return new TaskLife(
        store, nowMillis, () -> new DeviceLoop(LoopSettings.DEFAULT, new NonePolicy(), List.of()));
  }
}
