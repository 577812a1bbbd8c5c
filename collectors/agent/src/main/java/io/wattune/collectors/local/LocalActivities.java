package io.wattune.collectors.local;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.ForwardingSink;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.node.ActivitiesConfig;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.thread.Worker;
import java.io.IOException;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes activities from the programs of this machine, sends them to the topic, and answers with
 * their energy, by one thread of its own. What a program sends, however wrong, ends neither this
 * nor the agent. docs/reference/activities.md says what the lines are.
 */
public final class LocalActivities implements AutoCloseable {
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long LOOK_MILLIS = 1_000;

  private final Path socket;
  private final AgentClock clock;
  private final LocalCounts counts;
  private final NodeBooks books;
  private final ActivityService service;
  private final Selector selector;
  private final ServerSocketChannel server;
  private final SocketLoop loop;
  private final @Nullable DropFolder dropFolder;
  private final Consumer<String> changes;
  private final Worker worker;

  /**
   * Listens.
   *
   * @param devices ids of the node's devices
   * @param profiles what is known of the devices' sensors
   * @param sink takes the activities
   * @param reported is shown which processes report for themselves
   * @param changes receives one line for each change of state, from any thread
   * @throws IOException where the socket cannot be had; the message says what to do
   */
  public static LocalActivities start(
      String node,
      List<String> devices,
      ActivitiesConfig config,
      ProfileChoice profiles,
      AgentClock clock,
      RecordSink sink,
      ReportedProcesses reported,
      Consumer<String> changes)
      throws IOException {
    ServerSocketChannel server = SocketFile.listen(config.socket(), config.group());
    try {
      var local =
          new LocalActivities(
              node, devices, config, profiles, clock, sink, reported, changes, server);
      local.worker.start();
      return local;
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  private LocalActivities(
      String node,
      List<String> devices,
      ActivitiesConfig config,
      ProfileChoice profiles,
      AgentClock clock,
      RecordSink sink,
      ReportedProcesses reported,
      Consumer<String> changes,
      ServerSocketChannel server)
      throws IOException {
    this.socket = config.socket();
    this.clock = clock;
    this.changes = changes;
    this.server = server;
    this.selector = Selector.open();
    this.counts = new LocalCounts();
    this.books = new NodeBooks(devices, profiles, counts, this::wake);
    this.service = new ActivityService(node, books, clock, sink, reported, counts);
    this.loop = new SocketLoop(server, service, selector, counts);
    Path folder = config.dropFolder();
    this.dropFolder = folder == null ? null : new DropFolder(folder, service, counts, changes);
    this.worker =
        Worker.of(
                "activities-" + node,
                this::turn,
                Worker.saying(
                    "this is a defect in the taking of activities, please report it: ", changes))
            .atEnd(this::end);
  }

  /** A sink that hands on to another one, and shows this what the devices say. */
  public RecordSink beside(RecordSink sink) {
    return new ForwardingSink(sink) {
      @Override
      public void polled(PollBlock block) {
        super.polled(block);
        books.polled(block);
      }

      @Override
      public void happened(Activity activity) {
        super.happened(activity);
        books.happened(activity);
      }
    };
  }

  /** The socket's path. */
  public Path socket() {
    return socket;
  }

  /** What became of what programs sent, and what is open. */
  public LocalCounts counts() {
    return counts;
  }

  private void wake() {
    Selector unused = selector.wakeup();
  }

  private long turn() throws IOException {
    if (dropFolder != null) {
      dropFolder.work(clock.monotonicNanos(), clock.epochNanos() / NANOS_PER_MILLI);
    }
    long wait = service.work();
    loop.flush();
    counts.open.set(service.open());
    counts.ledgers.set((double) books.followed());
    loop.turn(Math.min(LOOK_MILLIS, wait / NANOS_PER_MILLI + 1));
    return 0;
  }

  private void end() {
    service.close();
    loop.close();
    try {
      server.close();
      selector.close();
      Files.deleteIfExists(socket);
    } catch (IOException e) {
      changes.accept("the socket " + socket + " could not be closed: " + FailureWords.of(e));
    }
  }

  /** Ends what is open, answers what is waited for, and closes the socket. */
  @Override
  public void close() {
    worker.stop();
    wake();
    worker.close();
  }
}
