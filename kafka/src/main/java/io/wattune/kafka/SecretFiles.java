package io.wattune.kafka;

import io.wattune.schemas.file.ProtectedFile;
import io.wattune.schemas.file.UnprotectedFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigData;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.provider.ConfigProvider;

/**
 * Secrets in files, for Kafka's clients: {@code ${secret:/path}} stands for the first line of that
 * file, which must be a {@link ProtectedFile}. Made by the clients.
 */
public final class SecretFiles implements ConfigProvider {
  private static final int LONGEST_BYTES = 65_536;

  @Override
  public void configure(Map<String, ?> settings) {}

  @Override
  public ConfigData get(String path) {
    return new ConfigData(Map.of());
  }

  @Override
  public ConfigData get(String path, Set<String> files) {
    Map<String, String> secrets = new HashMap<>();
    files.forEach(file -> secrets.put(file, read(Path.of(file))));
    return new ConfigData(secrets);
  }

  private static String read(Path file) {
    try {
      String text =
          new String(ProtectedFile.readSecret(file, LONGEST_BYTES), StandardCharsets.UTF_8);
      String secret = text.lines().findFirst().orElse("").strip();
      if (secret.isEmpty()) {
        throw new ConfigException(
            file + " is empty; it must hold a secret for Kafka in its first line");
      }
      return secret;
    } catch (NoSuchFileException e) {
      throw new ConfigException(
          file + " is not there; it must hold a secret for Kafka in its first line");
    } catch (UnprotectedFileException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new ConfigException(
          "%s cannot be read (%s); it holds a secret for Kafka: let this part's user read it"
              .formatted(file, e.getClass().getSimpleName()));
    }
  }

  @Override
  public void close() {}
}
