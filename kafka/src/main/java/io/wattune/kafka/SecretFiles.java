package io.wattune.kafka;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigData;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.provider.ConfigProvider;

/**
 * Secrets in files, for Kafka's clients: {@code ${secret:/path}} stands for the first line of that
 * file. A file that anybody but its owner may write, or that everybody may read, is not taken; its
 * group may read it. Made by the clients.
 */
public final class SecretFiles implements ConfigProvider {
  private static final int LONGEST_BYTES = 65_536;

  private static final Set<PosixFilePermission> FORBIDDEN =
      EnumSet.of(
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE,
          PosixFilePermission.OTHERS_EXECUTE);

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
      checkPermissions(file);
      if (Files.size(file) > LONGEST_BYTES) {
        throw new ConfigException(file + " is too long to hold a secret for Kafka");
      }
      String secret =
          Files.readString(file, StandardCharsets.UTF_8).lines().findFirst().orElse("").strip();
      if (secret.isEmpty()) {
        throw new ConfigException(
            file + " is empty; it must hold a secret for Kafka in its first line");
      }
      return secret;
    } catch (NoSuchFileException e) {
      throw new ConfigException(
          file + " is not there; it must hold a secret for Kafka in its first line");
    } catch (IOException e) {
      throw new ConfigException(
          file
              + " cannot be read ("
              + e.getClass().getSimpleName()
              + "); it holds a secret for Kafka: let this part's user read it");
    }
  }

  private static void checkPermissions(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null) {
      return; // The file system has none.
    }
    Set<PosixFilePermission> permissions = view.readAttributes().permissions();
    if (permissions.stream().anyMatch(FORBIDDEN::contains)) {
      throw new ConfigException(
          file
              + " holds a secret for Kafka and has the rights "
              + PosixFilePermissions.toString(permissions)
              + ", so that others may read or change it; run: chmod 600 "
              + file);
    }
  }

  @Override
  public void close() {}
}
