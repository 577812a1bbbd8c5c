package io.wattune.replay.publish;

import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PollBlock;
import io.wattune.replay.file.DeviceTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of all devices and the starts and ends of all activities as one sequence in event
 * time; at equal times activities come first, then devices in their order. A device's blocks stay
 * in their own order even where its clock ran backward. Blocks are packed as they are asked for, so
 * that a long replay is never held twice.
 */
final class Interleaving implements Iterator<ReplayEvent> {

  /** Something that has events in order. */
  private abstract static class Source {
    final int rank;

    Source(int rank) {
      this.rank = rank;
    }

    abstract boolean hasEvent();

    abstract ReplayEvent head();

    abstract void drop();

    long atNanos() {
      return head().atNanos();
    }

    int rank() {
      return rank;
    }
  }

  private static final class ActivitySource extends Source {
    private final List<ReplayEvent.Reported> events;
    private int next;

    ActivitySource(List<Activity> activities) {
      super(-1);
      events = new ArrayList<>(2 * activities.size());
      for (Activity activity : activities) {
        events.add(new ReplayEvent.Reported(activity.startNanos(), activity.atItsStart()));
        if (activity.hasEnded()) {
          events.add(new ReplayEvent.Reported(activity.endNanos(), activity));
        }
      }
      // Stable: with equal times the order of the file stays.
      events.sort(Comparator.comparingLong(ReplayEvent.Reported::atNanos));
    }

    @Override
    boolean hasEvent() {
      return next < events.size();
    }

    @Override
    ReplayEvent head() {
      return events.get(next);
    }

    @Override
    void drop() {
      next++;
    }
  }

  private static final class DeviceSource extends Source {
    private final Blocks blocks;
    private @Nullable PollBlock head;
    private long newestNanos = Long.MIN_VALUE;

    DeviceSource(int rank, Blocks blocks) {
      super(rank);
      this.blocks = blocks;
      drop();
    }

    @Override
    boolean hasEvent() {
      return head != null;
    }

    @Override
    ReplayEvent head() {
      PollBlock block = head;
      if (block == null) {
        throw new NoSuchElementException("the device has no further blocks");
      }
      return new ReplayEvent.Polled(newestNanos, block);
    }

    @Override
    long atNanos() {
      return newestNanos;
    }

    @Override
    void drop() {
      PollBlock next = blocks.next();
      head = next;
      if (next != null) {
        newestNanos = Math.max(newestNanos, next.timesNanos()[next.polls() - 1]);
      }
    }

    /** The block that says that nothing follows; once, after all others. */
    PollBlock endOfTrace() {
      return blocks.endOfTrace();
    }
  }

  private final List<DeviceSource> devices = new ArrayList<>();
  private final PriorityQueue<Source> queue =
      new PriorityQueue<>(Comparator.comparingLong(Source::atNanos).thenComparingInt(Source::rank));

  Interleaving(Replay replay, PublishOptions options) {
    add(new ActivitySource(replay.activities()));
    for (DeviceTrace trace : replay.devices()) {
      List<PollBlock> blocks = replay.blocks().get(trace.device());
      Blocks source =
          blocks == null ? new PackedBlocks(trace, options) : new GivenBlocks(trace, blocks);
      var device = new DeviceSource(devices.size(), source);
      devices.add(device);
      add(device);
    }
  }

  private void add(Source source) {
    if (source.hasEvent()) {
      queue.add(source);
    }
  }

  @Override
  public boolean hasNext() {
    return !queue.isEmpty();
  }

  @Override
  public ReplayEvent next() {
    Source first = queue.poll();
    if (first == null) {
      throw new NoSuchElementException("the replay has no further events");
    }
    ReplayEvent event = first.head();
    first.drop();
    add(first);
    return event;
  }

  /** The end-of-trace block of each device; once, after the last event. */
  List<PollBlock> endsOfTraces() {
    if (hasNext()) {
      throw new IllegalStateException("a trace ends after its last event only");
    }
    return devices.stream().map(DeviceSource::endOfTrace).toList();
  }
}
