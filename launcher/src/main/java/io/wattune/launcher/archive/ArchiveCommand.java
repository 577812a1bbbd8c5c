package io.wattune.launcher.archive;

import io.wattune.archive.ArchiveFormat;
import io.wattune.archive.sink.ArchiveCounts;
import io.wattune.archive.sink.ArchiveOptions;
import io.wattune.archive.sink.ArchiveSink;
import io.wattune.embedded.teardown.Teardown;
import io.wattune.http.metric.MetricTable;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.listen.ListenOption;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.BrokerOption;
import io.wattune.launcher.option.CommonKey;
import io.wattune.launcher.option.Converters;
import io.wattune.launcher.option.KafkaClientOption;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune archive}: keeps what goes over the topics. */
@Command(
    name = "archive",
    sortOptions = false,
    subcommands = ArchiveCheckCommand.class,
    description = {
      "Writes readings, counters, activities, profiles, power, energy, decisions and actuations to"
          + " files, each record once, until it is stopped. wattune replay DIR replays them, and any program"
          + " that knows Parquet reads them."
    },
    exitCodeList = {
      "0:done",
      "1:the archive cannot go on",
      "2:wrong arguments",
      "130:stopped with Ctrl-C, after what was read has been written",
      "143:stopped with SIGTERM, likewise"
    })
public final class ArchiveCommand extends Subcommand {
  private static final long MIB = 1L << 20;
  private static final Duration LOOK = Duration.ofMillis(200);

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      converter = Converters.ServerList.class,
      description = "the Kafka cluster whose topics are archived; several servers with commas")
  @CommonKey(BrokerOption.KEY)
  private @Nullable String bootstrapServers;

  @Mixin private KafkaClientOption kafka = new KafkaClientOption();

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "the archive: a folder that is new or empty, or an archive to go on with")
  private @Nullable Path folder;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      defaultValue = "wattune",
      description = "prefix of the topics; default: wattune")
  private String namespace = "wattune";

  @Option(
      names = "--max-age",
      paramLabel = "DURATION",
      defaultValue = "10m",
      converter = Converters.Span.class,
      description = "how long a record may wait until it is written, like 30s or 10m; default: 10m")
  private Duration maxAge = ArchiveOptions.DEFAULT_MAX_AGE;

  @Option(
      names = "--max-memory",
      paramLabel = "MIB",
      defaultValue = "256",
      description =
          "MiB of records after which they are written, whatever their age; at most a quarter of"
              + " the heap is used; default: 256")
  @Bounds(lowest = "1", unit = "MiB")
  private long maxMebibytes;

  @Option(
      names = "--buckets",
      paramLabel = "N",
      defaultValue = "16",
      description =
          "files that a new archive divides the devices of a day into, each time it writes; default:"
              + " 16")
  @Bounds(lowest = "1", highest = "1000")
  private int buckets;

  @Option(
      names = "--topics",
      paramLabel = "NAMES",
      split = ",",
      description =
          "which topics: readings, counters, activity, profiles, power, energy, component-power, heat,"
              + " decisions, actuations;"
              + " power takes as much room as readings; default: all of these")
  private List<Topic> topics = ArchiveFormat.TOPICS;

  @Mixin private ListenOption listen = new ListenOption(9107);

  @Option(
      names = "--until-end",
      description = "stop when everything that is in the topics at the start is archived")
  private boolean untilEnd;

  @Override
  public Integer call() throws EngineException {
    ArchiveOptions options = options();
    try (Teardown teardown = Teardown.install()) {
      ArchiveSink sink = untilEnd ? ArchiveSink.startUntilEnd(options) : ArchiveSink.start(options);
      // After a signal nothing else gets to print: the process ends when the teardown is over.
      teardown.add(
          "write what was read",
          () -> {
            sink.close();
            print(sink.counts(), options.folder());
          });
      teardown.add("stop the HTTP server", listen.start(sink.counts()));
      boolean hasEnded = false;
      while (!hasEnded && !teardown.hasBegun()) {
        hasEnded = sink.await(LOOK);
      }
      return ExitCode.DONE;
    } catch (IOException e) {
      throw EngineException.of(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw EngineException.failed("interrupted", e);
    }
  }

  private ArchiveOptions options() throws EngineException {
    String servers = bootstrapServers;
    Path to = folder;
    if (servers == null || to == null) {
      throw EngineException.wrongInput(
          "archive needs --bootstrap HOST:PORT and --to DIR; wattune archive --help says more");
    }
    try {
      long bytes = Math.min(maxMebibytes * MIB, Runtime.getRuntime().maxMemory() / 4);
      return new ArchiveOptions(
          kafka.to(servers), new Namespace(namespace), to, buckets, bytes, maxAge, topics);
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput(String.valueOf(e.getMessage()));
    }
  }

  private void print(ArchiveCounts counts, Path to) {
    long unreadable = MetricTable.all(counts.unreadable);
    long lost = MetricTable.all(counts.lost);
    print(
        "%s records in %s commits to %s%s%s"
            .formatted(
                MetricTable.all(counts.records),
                MetricTable.all(counts.commits),
                to,
                unreadable > 0
                    ? "; " + unreadable + " of them could not be read, their bytes are kept"
                    : "",
                lost > 0 ? "; " + lost + " had been deleted by the broker before" : ""));
  }
}
