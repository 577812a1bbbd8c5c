package io.wattune.testkit;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.reading.PollBlock;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.KernelRun;
import io.wattune.testbed.LagSensor;
import io.wattune.testbed.NominalPoller;
import io.wattune.testbed.SimulatedCard;
import io.wattune.testbed.SimulatedTrace;
import io.wattune.testbed.Stalls;
import io.wattune.testbed.Stalls.Stall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Four simulated devices of three kinds for half a minute, as records that can be put in order. */
public final class Fleet {
  private static final long MILLI = 1_000_000L;
  private static final long START = 1_700_000_000_000_000_000L;
  private static final long LENGTH = 30_000 * MILLI;

  private final Map<String, SimulatedTrace> traces = new LinkedHashMap<>();
  private final Map<String, String> models = new HashMap<>();
  private final ReadingBlockCodec readings = new ReadingBlockCodec();
  private final ActivityCodec activities = new ActivityCodec();

  /** One record, with the event time at which a live source would have sent it. */
  @SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
  public record Message(Topic topic, String device, byte[] value, long eventNanos) {
    public String fullTopic(Namespace namespace) {
      return namespace.topic(topic);
    }
  }

  public Fleet() {
    add("n1/K20-a", "Tesla K20c", SimulatedCard.k20c(), 1, 2_500);
    add("n1/K20-b", "", SimulatedCard.k20c(), 2, 3_111);
    add("n2/K40", "", SimulatedCard.k40m(), 3, 2_777);
    add("n2/K20x", "Tesla K20m", SimulatedCard.k20x(), 4, 3_456); // It says what it is not.
  }

  private void add(String device, String model, SimulatedCard card, long seed, long firstMillis) {
    List<KernelRun> runs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      long start = START + (firstMillis + i * 6_500L) * MILLI;
      runs.add(new KernelRun("kernel-" + i, start, (5_000L - 900L * i) * MILLI, 120 + 15 * i));
    }
    var stalls = new Stalls(List.of(new Stall(START + 12_345 * MILLI, 800 * MILLI)));
    var poller = new NominalPoller(9 * MILLI, 2 * MILLI, stalls, seed);
    var sensor = new LagSensor(card.curve(START, runs), card.sensor(), seed);
    models.put(device, model);
    traces.put(
        device,
        SimulatedTrace.of(card.curve(START, runs), sensor, poller, runs, START, START + LENGTH));
  }

  public List<String> devices() {
    return List.copyOf(traces.keySet());
  }

  public long polls() {
    return traces.values().stream().mapToLong(SimulatedTrace::polls).sum();
  }

  /** Readings of one device, in order; the first names its model, the last ends the trace. */
  public synchronized List<Message> readings(String device, int pollsPerBlock) {
    List<Message> messages = new ArrayList<>();
    for (PollBlock polled : trace(device).blocks(device, pollsPerBlock)) {
      PollBlock block =
          polled.sequence() == 0 ? polled.named(models.getOrDefault(device, "")) : polled;
      long end = block.timesNanos()[block.polls() - 1];
      messages.add(new Message(Topic.READINGS, device, readings.encode(block), end));
    }
    return messages;
  }

  /** Starts and ends of one device's activities, and the marker that none follows. */
  public synchronized List<Message> activities(String device) {
    List<Message> messages = new ArrayList<>();
    for (Activity activity : kernels(device)) {
      messages.add(activity(activity.atItsStart(), activity.startNanos()));
      messages.add(activity(activity, activity.endNanos()));
    }
    messages.sort(Comparator.comparingLong(Message::eventNanos));
    messages.add(
        new Message(Topic.ACTIVITY, device, activities.encodeEndOfTrace(device), Long.MAX_VALUE));
    return messages;
  }

  private List<Activity> kernels(String device) {
    List<Activity> kernels = new ArrayList<>();
    trace(device)
        .runs()
        .forEach(
            kernel ->
                kernels.add(
                    new Activity(
                        device,
                        "k-" + kernel.startNanos(),
                        Book.KERNEL,
                        kernel.name(),
                        kernel.startNanos(),
                        kernel.endNanos(),
                        null,
                        Map.of("user", "u"))));
    Activity first = kernels.get(0);
    Activity last = kernels.get(kernels.size() - 1);
    kernels.add(
        new Activity(
            device,
            "job",
            Book.JOB,
            "job",
            first.startNanos() - 50 * MILLI,
            last.endNanos() + 70 * MILLI,
            null,
            Map.of()));
    return kernels;
  }

  private Message activity(Activity activity, long eventNanos) {
    return new Message(Topic.ACTIVITY, activity.device(), activities.encode(activity), eventNanos);
  }

  private SimulatedTrace trace(String device) {
    SimulatedTrace trace = traces.get(device);
    if (trace == null) {
      throw new IllegalArgumentException("no device " + device);
    }
    return trace;
  }
}
