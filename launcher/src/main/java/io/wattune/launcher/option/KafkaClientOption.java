package io.wattune.launcher.option;

import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the connection to Kafka is secured: a file in the form that Kafka's own tools take. */
public final class KafkaClientOption {
  /** What the file is, for the help of every command that takes one. */
  public static final String MEANING =
      "file of Kafka's client properties: security.protocol, ssl.* and sasl.*, as Kafka's tools take"
          + " it, and wattune.node-code.master, by which records of nodes are believed; a secret stands in a file of its own, and $${secret:/path/of/file} in its place;"
          + " default: none, the connection is in the clear";

  @Option(names = "--kafka-client", paramLabel = "FILE", description = MEANING)
  @CommonKey("kafka.client")
  private @Nullable Path file;

  /** Access to brokers, secured as the option says. */
  public KafkaAccess to(String servers) throws EngineException {
    return access(servers, file);
  }

  /**
   * Access to brokers.
   *
   * @param file properties; null for none
   */
  public static KafkaAccess access(String servers, @Nullable Path file) throws EngineException {
    try {
      return new KafkaAccess(servers, file == null ? Map.of() : read(file));
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput((file == null ? "" : file + ": ") + e.getMessage());
    } catch (NoSuchFileException e) {
      throw EngineException.wrongInput(file + " is not there; --kafka-client must name a file");
    } catch (IOException e) {
      throw EngineException.wrongInput(file + " cannot be read: " + FailureWords.of(e));
    }
  }

  private static Map<String, String> read(Path file) throws IOException {
    var properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    }
    Map<String, String> values = new HashMap<>();
    properties
        .stringPropertyNames()
        .forEach(name -> values.put(name, properties.getProperty(name).strip()));
    return values;
  }
}
