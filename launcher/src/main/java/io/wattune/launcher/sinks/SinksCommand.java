package io.wattune.launcher.sinks;

import io.wattune.embedded.teardown.Teardown;
import io.wattune.http.metric.MetricTable;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.listen.ListenOption;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.Converters;
import io.wattune.launcher.option.TopicsOption;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Namespace;
import io.wattune.sinks.influx.BatchLimits;
import io.wattune.sinks.influx.SinkCounts;
import io.wattune.sinks.influx.SinkSettings;
import io.wattune.sinks.influx.StoreSink;
import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune sinks}: topics to a time-series store, from this process. */
@Command(
    name = "sinks",
    sortOptions = false,
    description = {
      "Writes power, energy, fleet, decisions and actuations to a time-series store until it is"
          + " stopped. Several may run: they divide the topics among themselves. It goes on where the"
          + " last one left off; while the store is away it waits, and nothing is lost as long as the"
          + " broker keeps the topics."
    },
    exitCodeList = {
      "0:done",
      "1:no broker answers, or the sink failed",
      "2:wrong arguments",
      "130:stopped with Ctrl-C, after what was read has been written",
      "143:stopped with SIGTERM, likewise"
    })
public final class SinksCommand extends Subcommand {
  private static final Pattern GROUP = Pattern.compile("[a-z0-9-]{1,50}");
  private static final Duration CHECK = Duration.ofSeconds(1);

  @Mixin private TopicsOption topics = new TopicsOption();

  @Mixin private StoreOptions store = new StoreOptions();

  @Option(
      names = "--batch-points",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "points that are written together; stores are fastest with 5000 to 20000; default: 10000")
  @Bounds(lowest = "1", highest = "100000", unit = "points")
  private int batchPoints;

  @Option(
      names = "--batch-age",
      paramLabel = "DURATION",
      defaultValue = "1s",
      converter = Converters.Span.class,
      description = "how long points may wait for others; default: 1s")
  @Bounds(lowest = "10ms", highest = "1m")
  private Duration batchAge = Duration.ofSeconds(1);

  @Option(
      names = "--group",
      paramLabel = "NAME",
      defaultValue = "",
      description =
          "sinks of one group divide the topics among themselves, and each group gets all of them:"
              + " give the sinks of each further store a name of their own; the consumer group is"
              + " wattune.store-NAME then; default: none, the group wattune.store")
  private String group = "";

  @Mixin private ListenOption listen = new ListenOption(9106);

  @Override
  public Integer call() throws EngineException, InterruptedException {
    SinkSettings settings = settings();
    topics.createMissing(settings.namespace());
    try (Teardown teardown = Teardown.install()) {
      run(settings, teardown);
    }
    return ExitCode.DONE;
  }

  private SinkSettings settings() throws EngineException {
    try {
      return new SinkSettings(
          topics.access(),
          Namespace.live(),
          store.address(),
          new BatchLimits(batchPoints, batchAge),
          groupName());
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput(String.valueOf(e.getMessage()));
    }
  }

  private String groupName() throws EngineException {
    if (!group.isEmpty() && !GROUP.matcher(group).matches()) {
      throw EngineException.wrongInput(
          "--group must be 1 to 50 small letters, digits and '-', was '" + group + "'");
    }
    return group;
  }

  private void run(SinkSettings settings, Teardown teardown)
      throws EngineException, InterruptedException {
    StoreSink sink = StoreSink.start(settings);
    // After a signal nothing else gets to print: the process ends when the teardown is over.
    teardown.add("stop the sink", () -> stop(sink));
    teardown.add("stop the HTTP server", listen.start(sink.counts()));
    print("Writes to " + settings.store() + "; Ctrl-C stops it.");
    boolean hasEnded = false;
    while (!hasEnded) {
      hasEnded = sink.awaitEnd(CHECK);
    }
    try {
      sink.check();
    } catch (IllegalStateException e) {
      throw EngineException.of(e);
    }
  }

  private void stop(StoreSink sink) {
    sink.close();
    print(summary(sink.counts()));
  }

  private static String summary(SinkCounts counts) {
    return MetricTable.all(counts.recordsRead)
        + " records read, "
        + MetricTable.all(counts.recordsRejected)
        + " rejected; "
        + MetricTable.all(counts.pointsWritten)
        + " points written in "
        + MetricTable.all(counts.batches)
        + " batches, "
        + MetricTable.all(counts.pointsRefused)
        + " refused, "
        + MetricTable.all(counts.pointsReturned)
        + " left for the next sink; "
        + MetricTable.all(counts.retries)
        + " attempts without an answer"
        + (counts.trouble() == null ? "" : ", the last one: " + counts.trouble());
  }
}
