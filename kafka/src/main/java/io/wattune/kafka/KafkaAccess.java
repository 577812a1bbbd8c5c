package io.wattune.kafka;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.provider.EnvVarConfigProvider;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * How a part reaches its Kafka cluster: where it is, how the connection is secured, and who the
 * part is to the brokers. Every client of every part is made from it, so that none can talk in the
 * clear by oversight.
 *
 * <p>It holds no secret: where a property needs one, its value says where the secret is, {@code
 * ${secret:/path}} or {@code ${env:NAME}}. Each client looks there when it is made, on the machine
 * on which it is made: so an access may be printed, and travel to another machine.
 *
 * @param bootstrapServers {@code host:port}, several with commas between
 * @param security properties of Kafka's clients by name: {@code security.protocol}, {@code ssl.*}
 *     and {@code sasl.*}; with what nodes' records are marked or checked; empty for brokers that
 *     ask nobody who he is
 */
public record KafkaAccess(String bootstrapServers, Map<String, String> security)
    implements Serializable {
  /** What a consumer takes from a broker at once, of all its partitions together. */
  static final int FETCH_BYTES = 16 * 1024 * 1024;

  private static final int ANSWER_MILLIS = 10_000;
  private static final long serialVersionUID = 1L;

  public KafkaAccess {
    if (bootstrapServers.isEmpty()) {
      throw new IllegalArgumentException("bootstrapServers must name a broker");
    }
    security.forEach(SecurityProperty::check);
    security = Map.copyOf(security);
  }

  /** Access to brokers that ask nobody who he is, in the clear. */
  public static KafkaAccess of(String bootstrapServers) {
    return new KafkaAccess(bootstrapServers, Map.of());
  }

  /** What a client is made with, where it is not made here: Flink's sinks. */
  public Properties properties() {
    var properties = new Properties();
    settings(Map.of()).forEach((name, value) -> properties.setProperty(name, (String) value));
    return properties;
  }

  /** What a consumer is made with, where it is not made here. */
  public Properties readerProperties() {
    Properties properties = properties();
    readerSettings().forEach(properties::setProperty);
    return properties;
  }

  /**
   * What every consumer has, wherever it is made: a bound on what it takes at once, and the check
   * of nodes' codes where this part has their master.
   */
  Map<String, String> readerSettings() {
    String bytes = Integer.toString(FETCH_BYTES);
    return checksNodes()
        ? Map.of(
            ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
            bytes,
            ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG,
            NodeCodeCheck.class.getName())
        : Map.of(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, bytes);
  }

  /** Whether records of nodes are believed only with their node's code. */
  public boolean checksNodes() {
    return security.containsKey(CodeProperty.MASTER);
  }

  /** Whether records that are sent to topics of nodes have a code. */
  public boolean stampsRecords() {
    return security.containsKey(CodeProperty.KEY);
  }

  /**
   * What a client is made with.
   *
   * @param own what this client needs besides
   */
  public Map<String, Object> settings(Map<String, ?> own) {
    Map<String, Object> settings = new HashMap<>(security);
    settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    if (!security.isEmpty()) {
      settings.put(AbstractConfig.CONFIG_PROVIDERS_CONFIG, "secret,env");
      settings.put(
          AbstractConfig.CONFIG_PROVIDERS_CONFIG + ".secret.class", SecretFiles.class.getName());
      settings.put(
          AbstractConfig.CONFIG_PROVIDERS_CONFIG + ".env.class",
          EnvVarConfigProvider.class.getName());
    }
    settings.putAll(own);
    return settings;
  }

  /** A producer, which the caller closes. */
  public KafkaProducer<String, byte[]> producer(Map<String, ?> own) {
    Map<String, Object> settings = settings(own);
    if (security.containsKey(CodeProperty.KEY)) {
      settings.put(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG, NodeCodeStamp.class.getName());
    }
    return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
  }

  /** A consumer of records with names for keys, which the caller closes. */
  public KafkaConsumer<String, byte[]> consumer(Map<String, ?> own) {
    return new KafkaConsumer<>(reading(own), new StringDeserializer(), new ByteArrayDeserializer());
  }

  /** A consumer that leaves keys as they are, which the caller closes. */
  public KafkaConsumer<byte[], byte[]> bytesConsumer(Map<String, ?> own) {
    return new KafkaConsumer<>(
        reading(own), new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** A connection for administration, which the caller closes. */
  public Admin admin(Map<String, ?> own) {
    return Admin.create(settings(own));
  }

  /**
   * The id that the cluster got when it was made: what a signature names, so that it counts there
   * only. No right is needed to ask.
   *
   * @throws KafkaException where no broker says it in time
   */
  public String clusterId() {
    try (Admin admin = admin(Map.of())) {
      String id =
          admin
              .describeCluster(new DescribeClusterOptions().timeoutMs(ANSWER_MILLIS))
              .clusterId()
              .get();
      if (id == null || id.isEmpty()) {
        throw new KafkaException(
            "the Kafka cluster has no id, so that nothing can be signed for it");
      }
      return id;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException known ? known : new KafkaException(e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** To look must not make a topic, nor say that something was done with what was read. */
  private Map<String, Object> reading(Map<String, ?> own) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    settings.putAll(readerSettings());
    settings.putAll(own);
    return settings(settings);
  }

  /** The addresses, and the protocol where it is not the plain one. */
  @Override
  public String toString() {
    String protocol = security.get(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG);
    return protocol == null ? bootstrapServers : bootstrapServers + " by " + protocol;
  }
}
