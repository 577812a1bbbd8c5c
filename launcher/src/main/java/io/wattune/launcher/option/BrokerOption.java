package io.wattune.launcher.option;

import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.schemas.failure.EngineException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the broker is: one option, and one line when nobody answers there. */
public final class BrokerOption {
  /** The key under which a file says once for all parts where the broker is. */
  public static final String KEY = "kafka.bootstrap";

  private static final Logger LOG = LoggerFactory.getLogger(BrokerOption.class);

  private static final Duration SOON = Duration.ofSeconds(5);

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:9092",
      converter = Converters.ServerList.class,
      description = "Kafka's address; several with commas between; default: 127.0.0.1:9092")
  @CommonKey(KEY)
  private String servers = "127.0.0.1:9092";

  @Mixin private KafkaClientOption client = new KafkaClientOption();

  /** How Kafka is reached. */
  public KafkaAccess access() throws EngineException {
    return client.to(servers);
  }

  /** Fails with one line where no broker answers. */
  public void requireAnswer() throws EngineException {
    connect().close(Duration.ZERO);
  }

  /** The same, for a part that runs on: see {@link #connectPatiently}. */
  public void requireAnswerPatiently() throws EngineException {
    connectPatiently().close(Duration.ZERO);
  }

  /**
   * A connection on which the broker has answered, for a command whose user waits for it: a few
   * seconds where nobody keeps a connection, and longer where a broker does and is slow.
   */
  public Admin connect() throws EngineException {
    return connect(BrokerOption::isHeld);
  }

  /**
   * A connection on which the broker has answered, for a part that runs on: it may start beside its
   * broker, on a machine that does much else then.
   */
  Admin connectPatiently() throws EngineException {
    return connect(admin -> true);
  }

  /** Whether somebody listens there, and has not hung up, as a listener for TLS does. */
  private static boolean isHeld(Admin admin) {
    return metric(admin, "connection-creation-total") > 0 && metric(admin, "connection-count") > 0;
  }

  private static double metric(Admin admin, String name) {
    return admin.metrics().entrySet().stream()
        .filter(each -> each.getKey().name().equals(name))
        .mapToDouble(each -> (double) each.getValue().metricValue())
        .sum();
  }

  private Admin connect(Predicate<Admin> isWorthWaiting) throws EngineException {
    Admin admin = open();
    try {
      Future<?> answer = admin.describeCluster().nodes();
      try {
        answer.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (!isWorthWaiting.test(admin)) {
          throw new ExecutionException(e);
        }
        LOG.info("no Kafka broker answers at {} yet; it gets {} s", servers, PATIENCE.toSeconds());
        answer.get();
      }
      return admin;
    } catch (ExecutionException e) {
      admin.close(Duration.ZERO);
      throw EngineException.failed(
          KafkaTrouble.words(
              e,
              "no Kafka broker answers at "
                  + servers
                  + "; is it running, and is that its address? One that asks for TLS or a login needs"
                  + " --kafka-client"),
          e);
    } catch (InterruptedException e) {
      admin.close(Duration.ZERO);
      Thread.currentThread().interrupt();
      throw EngineException.failed("interrupted", e);
    }
  }

  /** A secret that cannot be read is found out here, before anybody is asked. */
  private Admin open() throws EngineException {
    KafkaAccess access = access();
    try {
      return access.admin(
          Map.of(
              "default.api.timeout.ms",
              Long.toString(PATIENCE.toMillis()),
              "request.timeout.ms",
              Long.toString(PATIENCE.toMillis() / 2)));
    } catch (KafkaException e) {
      throw EngineException.failed(KafkaTrouble.line(e), e);
    }
  }
}
