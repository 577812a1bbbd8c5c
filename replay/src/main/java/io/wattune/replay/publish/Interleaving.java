package io.wattune.replay.publish;

import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PollBlock;
import io.wattune.replay.file.DeviceTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/**
 * The blocks of all devices and the starts and ends of all activities as one sequence in event
 * time; at equal times activities come first, then devices in their order. A device's blocks stay
 * in their own order even where its clock ran backward. Blocks are packed as they are asked for, so
 * that a long replay is never held twice.
 */
final class Interleaving implements Iterator<ReplayEvent> {
  /** Before those of any device. */
  private static final int ACTIVITIES = -1;

  /** The next event of some that are in order, and those after it. */
  private record Next(ReplayEvent event, int rank, Iterator<ReplayEvent> rest) {
    long atNanos() {
      return event.atNanos();
    }
  }

  private final List<Supplier<PollBlock>> ends = new ArrayList<>();
  private final PriorityQueue<Next> queue =
      new PriorityQueue<>(Comparator.comparingLong(Next::atNanos).thenComparingInt(Next::rank));

  Interleaving(Replay replay, PublishOptions options) {
    add(ACTIVITIES, reported(replay.activities()).iterator());
    for (DeviceTrace trace : replay.devices()) {
      List<PollBlock> given = replay.blocks().get(trace.device());
      Blocks blocks = given == null ? Blocks.packed(trace, options) : Blocks.given(trace, given);
      add(ends.size(), polled(blocks.each()));
      ends.add(blocks.end());
    }
  }

  private static List<ReplayEvent> reported(List<Activity> activities) {
    List<ReplayEvent> events = new ArrayList<>(2 * activities.size());
    for (Activity activity : activities) {
      events.add(new ReplayEvent.Reported(activity.startNanos(), activity.atItsStart()));
      if (activity.hasEnded()) {
        events.add(new ReplayEvent.Reported(activity.endNanos(), activity));
      }
    }
    // Stable: with equal times the order of the file stays.
    events.sort(Comparator.comparingLong(ReplayEvent::atNanos));
    return events;
  }

  private static Iterator<ReplayEvent> polled(Iterator<PollBlock> blocks) {
    return new Iterator<>() {
      private long newestNanos = Long.MIN_VALUE;

      @Override
      public boolean hasNext() {
        return blocks.hasNext();
      }

      @Override
      public ReplayEvent next() {
        PollBlock block = blocks.next();
        newestNanos = Math.max(newestNanos, block.timesNanos()[block.polls() - 1]);
        return new ReplayEvent.Polled(newestNanos, block);
      }
    };
  }

  private void add(int rank, Iterator<ReplayEvent> events) {
    if (events.hasNext()) {
      queue.add(new Next(events.next(), rank, events));
    }
  }

  @Override
  public boolean hasNext() {
    return !queue.isEmpty();
  }

  @Override
  public ReplayEvent next() {
    Next first = queue.remove();
    add(first.rank(), first.rest());
    return first.event();
  }

  /** The end-of-trace block of each device; once, after the last event. */
  List<PollBlock> endsOfTraces() {
    if (hasNext()) {
      throw new IllegalStateException("a trace ends after its last event only");
    }
    return ends.stream().map(Supplier::get).toList();
  }
}
