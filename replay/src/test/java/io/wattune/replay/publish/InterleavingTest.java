package io.wattune.replay.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.replay.file.DeviceTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class InterleavingTest {
  private static final long MILLI = 1_000_000L;

  static Activity activity(String device, String id, long startNanos, long endNanos) {
    return new Activity(device, id, Book.SPAN, id, startNanos, endNanos, null, Map.of());
  }

  static DeviceTrace trace(String device, long... timesNanos) {
    return new DeviceTrace(
        device, "power.draw", PowerUnit.MILLIWATTS, timesNanos, new int[timesNanos.length]);
  }

  static Replay replay(List<DeviceTrace> devices, List<Activity> activities) {
    return new Replay("gpu.csv", devices, activities, Map.of(), 0, List.of());
  }

  @Test
  void ordersBlocksAndActivitiesByEventTime() {
    Replay replay =
        replay(
            List.of(trace("a", 0, 10 * MILLI, 150 * MILLI), trace("b", 5 * MILLI, 20 * MILLI)),
            List.of(activity("a", "x", 10 * MILLI, 30 * MILLI)));
    var seen = new ArrayList<String>();

    var events = new Interleaving(replay, PublishOptions.DEFAULT);
    events.forEachRemaining(
        event -> {
          if (event instanceof ReplayEvent.Polled polled) {
            seen.add(polled.atNanos() / MILLI + " " + polled.block().device());
          } else if (event instanceof ReplayEvent.Reported reported) {
            seen.add(
                reported.atNanos() / MILLI + (reported.activity().hasEnded() ? " end" : " start"));
          }
        });

    assertThat(seen).containsExactly("10 start", "10 a", "20 b", "30 end", "150 a");
    assertThat(events.endsOfTraces())
        .extracting(block -> block.device() + " " + block.sequence())
        .containsExactly("a 2", "b 1");
  }

  /** As an archive has them: counter and model are what the ledger had, too. */
  @Test
  void blocksThatAreGivenGoAsTheyWereButForTheirEnd() {
    DeviceTrace trace = trace("a", 0, MILLI);
    var energy = new EnergyColumn("total", EnergyUnit.MILLIJOULES, new long[] {5, 6});
    var given =
        new PollBlock(
            "a",
            7,
            trace.signal(),
            trace.unit(),
            trace.timesNanos(),
            trace.values(),
            true,
            energy,
            "Tesla K20m");
    var replay =
        new Replay("archive", List.of(trace), List.of(), Map.of("a", List.of(given)), 0, List.of());

    var events = new ArrayList<ReplayEvent>();
    new Interleaving(replay, PublishOptions.DEFAULT).forEachRemaining(events::add);

    PollBlock sent = ((ReplayEvent.Polled) events.get(0)).block();
    assertThat(sent.endOfTrace()).isFalse();
    assertThat(sent.sequence()).isEqualTo(7);
    assertThat(sent.energy()).isSameAs(energy);
    assertThat(sent.model()).isEqualTo("Tesla K20m");
  }

  @Test
  void theFirstBlockOfATraceNamesTheModelThatTheRecordingNames() {
    DeviceTrace plain = trace("a", 0, 150 * MILLI);
    var named =
        new DeviceTrace(
            "a",
            plain.signal(),
            plain.unit(),
            plain.timesNanos(),
            plain.values(),
            "NVIDIA RTX A5000");
    var models = new ArrayList<String>();
    new Interleaving(replay(List.of(named), List.of()), PublishOptions.DEFAULT)
        .forEachRemaining(event -> models.add(((ReplayEvent.Polled) event).block().model()));

    assertThat(models).containsExactly("NVIDIA RTX A5000", "");
  }

  @Test
  void anActivityThatStillRunsHasAStartOnly() {
    Replay replay =
        replay(List.of(trace("a", 0)), List.of(activity("a", "x", 5, Activity.RUNNING)));
    var events = new ArrayList<ReplayEvent>();

    new Interleaving(replay, PublishOptions.DEFAULT).forEachRemaining(events::add);

    assertThat(events).hasSize(2);
  }

  @Property(tries = 200)
  void keepsOrderAndLosesNothing(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 6) int devices,
      @ForAll @IntRange(min = 0, max = 30) int activities) {
    var random = new Random(seed);
    var traces = new ArrayList<DeviceTrace>();
    long polls = 0;
    for (int d = 0; d < devices; d++) {
      var times = new long[random.nextInt(300)];
      long time = random.nextInt(1000) * MILLI;
      for (int i = 0; i < times.length; i++) {
        time += (random.nextInt(20) - 1) * MILLI;
        times[i] = time;
      }
      polls += times.length;
      traces.add(trace("d" + d, times));
    }
    var ran = new ArrayList<Activity>();
    for (int i = 0; i < activities; i++) {
      long start = random.nextInt(3000) * MILLI;
      ran.add(
          activity(
              "d" + random.nextInt(devices),
              "a" + i,
              start,
              start + 1 + random.nextInt(900) * MILLI));
    }

    var events = new Interleaving(replay(traces, ran), new PublishOptions(16, 100 * MILLI));
    long last = Long.MIN_VALUE;
    long seenPolls = 0;
    var sequences = new HashMap<String, Long>();
    var started = new HashSet<String>();
    var ended = new HashSet<String>();
    while (events.hasNext()) {
      ReplayEvent event = events.next();
      assertThat(event.atNanos()).isGreaterThanOrEqualTo(last);
      last = event.atNanos();
      if (event instanceof ReplayEvent.Polled polled) {
        PollBlock block = polled.block();
        assertThat(block.sequence()).isEqualTo(sequences.merge(block.device(), 1L, Long::sum) - 1);
        seenPolls += block.polls();
      } else if (event instanceof ReplayEvent.Reported reported) {
        String id = reported.activity().activityId();
        if (reported.activity().hasEnded()) {
          assertThat(started).contains(id);
          assertThat(ended.add(id)).isTrue();
        } else {
          assertThat(started.add(id)).isTrue();
        }
      }
    }

    assertThat(seenPolls).isEqualTo(polls);
    assertThat(ended).hasSize(activities);
    assertThat(events.endsOfTraces()).hasSize(devices).allMatch(PollBlock::endOfTrace);
  }

  @Test
  void endsTracesAfterTheLastEventOnly() {
    var events =
        new Interleaving(replay(List.of(trace("a", 0)), List.of()), PublishOptions.DEFAULT);

    assertThatThrownBy(events::endsOfTraces).isInstanceOf(IllegalStateException.class);
    events.next();
    assertThatThrownBy(events::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void refusesAReplayThatContradictsItself() {
    assertThatThrownBy(() -> replay(List.of(trace("a", 0), trace("a", 1)), List.of()))
        .hasMessageContaining("'a' has two traces");
    assertThatThrownBy(() -> replay(List.of(trace("a", 0)), List.of(activity("b", "x", 0, 1))))
        .hasMessageContaining("'b', which has no readings");
  }
}
