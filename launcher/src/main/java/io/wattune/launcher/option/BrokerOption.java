package io.wattune.launcher.option;

import io.wattune.launcher.CommandFailedException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Option;

/** Where the broker is: one option, and one line when nobody answers there. */
public final class BrokerOption {
  /** The key under which a file says once for all parts where the broker is. */
  public static final String KEY = "kafka.bootstrap";

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:9092",
      converter = Converters.Servers.class,
      description = "Kafka's address; several with commas between; default: 127.0.0.1:9092")
  @CommonKey(KEY)
  private String servers = "127.0.0.1:9092";

  /** The addresses. */
  public String servers() {
    return servers;
  }

  /** Fails with one line where no broker answers. */
  public void requireAnswer() throws CommandFailedException {
    connect().close(Duration.ZERO);
  }

  /** A connection on which the broker has answered. */
  public Admin connect() throws CommandFailedException {
    Admin admin =
        Admin.create(
            Map.of(
                "bootstrap.servers",
                servers,
                "default.api.timeout.ms",
                "5000",
                "request.timeout.ms",
                "3000"));
    try {
      admin.describeCluster().nodes().get();
      return admin;
    } catch (ExecutionException e) {
      admin.close(Duration.ZERO);
      throw CommandFailedException.failed(
          "no Kafka broker answers at " + servers + "; is it running, and is that its address?", e);
    } catch (InterruptedException e) {
      admin.close(Duration.ZERO);
      Thread.currentThread().interrupt();
      throw CommandFailedException.failed("interrupted", e);
    }
  }
}
