package io.wattune.launcher.server;

import io.wattune.embedded.flink.FlinkAccess;
import io.wattune.embedded.flink.FlinkProbe;
import io.wattune.embedded.flink.FlinkTls;
import io.wattune.embedded.flink.LocalFlink;
import io.wattune.embedded.flink.LocalFlinkOptions;
import io.wattune.embedded.folder.DataFolder;
import io.wattune.embedded.teardown.Teardown;
import io.wattune.kafka.HostPort;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.listen.ListenOption;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.FlinkClientOption;
import io.wattune.launcher.option.LocalServerOption;
import io.wattune.schemas.failure.EngineException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune flink}: the embedded Flink cluster as a process of its own. */
@Command(
    name = "flink",
    sortOptions = false,
    description = {
      "Runs a Flink session cluster in this process until it is stopped, with its checkpoints in a"
          + " folder: for a small site, and for trying a cluster's parts on one machine. It starts"
          + " without jobs: wattune jobs submits them, and with --checkpoint-dir of this folder they"
          + " go on from their newest checkpoint, also after this was stopped or killed. Its REST"
          + " interface runs the code of whoever reaches it, unless --rest-tls asks for a certificate;"
          + " its page takes no jobs."
    },
    exitCodeList = {
      "0:done",
      "1:it could not start, or has ended by itself",
      "2:wrong arguments",
      "130:stopped with Ctrl-C",
      "143:stopped with SIGTERM"
    })
public final class FlinkCommand extends Subcommand {
  private static final String NAME = "wattune flink";
  private static final int LAYOUT = 1;
  private static final Duration LOOK = Duration.ofSeconds(1);

  @Mixin private LocalServerOption server = new LocalServerOption(8081);

  @Option(
      names = "--slots",
      paramLabel = "N",
      defaultValue = "6",
      description =
          "slots for tasks: the three jobs take one each for each of their --parallelism; default: 6")
  @Bounds(lowest = "1", highest = "1024")
  private int slots = 6;

  @Option(
      names = "--rest-tls",
      paramLabel = "FILE",
      description =
          "file of Flink's options security.ssl.rest.*, as --flink-client of the other commands takes"
              + " it: the REST interface speaks TLS, and with a key store takes no one without a"
              + " certificate; default: none, plain HTTP")
  private @Nullable Path restTls;

  @Mixin private ListenOption listen = new ListenOption(9109);

  @Override
  public Integer call() throws EngineException, InterruptedException {
    Path folder = server.data(NAME);
    String address = server.address();
    FlinkTls tls = restTls == null ? null : FlinkClientOption.read("--rest-tls", restTls);
    try (Teardown teardown = Teardown.install()) {
      DataFolder data =
          teardown.add("let others use " + folder, DataFolder.claim(folder, NAME, LAYOUT));
      var options = new LocalFlinkOptions(address, server.port(), 1, slots, data.path(), true, tls);
      LocalFlink flink = teardown.add("stop Flink", LocalFlink.start(options));
      teardown.add("stop the HTTP server", listen.start(new FlinkProbe(access(flink, tls))));
      print(flink);
      var never = new CountDownLatch(1);
      while (flink.isRunning() && !teardown.hasBegun()) {
        boolean unused = never.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      }
      if (teardown.hasBegun()) {
        return ExitCode.DONE;
      }
      throw EngineException.failed("Flink has ended by itself; what it said is above");
    } catch (RuntimeException e) {
      throw EngineException.of(e);
    }
  }

  private static FlinkAccess access(LocalFlink flink, @Nullable FlinkTls tls) {
    URI rest = flink.restAddress();
    return new FlinkAccess(new HostPort(rest.getHost(), rest.getPort()), tls);
  }

  private void print(LocalFlink flink) {
    print(
        "Flink listens on %s, with %s slots; Ctrl-C stops it. For wattune jobs: --checkpoint-dir %s"
            .formatted(flink.restAddress(), slots, flink.checkpointFolder().toUri()));
    if (!server.isLoopback() && restTls == null) {
      print(
          "Other machines reach it, and it runs the code of whoever does: keep it in a closed"
              + " network.");
    }
  }
}
