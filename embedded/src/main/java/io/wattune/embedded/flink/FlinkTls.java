package io.wattune.embedded.flink;

import io.wattune.schemas.file.ProtectedFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.SecurityOptions;
import org.apache.flink.runtime.net.SSLUtils;

/**
 * How Flink's REST interface is spoken to, or served, by TLS: Flink's own options {@code
 * security.ssl.rest.*}. It holds no secret: a password is a reference to a file or a variable,
 * which is read when it is needed. Where it has a key, both sides show certificates, unless it says
 * otherwise.
 */
public final class FlinkTls {
  private static final List<ConfigOption<?>> KNOWN =
      List.of(
          SecurityOptions.SSL_REST_ENABLED,
          SecurityOptions.SSL_REST_AUTHENTICATION_ENABLED,
          SecurityOptions.SSL_REST_KEYSTORE,
          SecurityOptions.SSL_REST_KEYSTORE_PASSWORD,
          SecurityOptions.SSL_REST_KEY_PASSWORD,
          SecurityOptions.SSL_REST_KEYSTORE_TYPE,
          SecurityOptions.SSL_REST_TRUSTSTORE,
          SecurityOptions.SSL_REST_TRUSTSTORE_PASSWORD,
          SecurityOptions.SSL_REST_TRUSTSTORE_TYPE,
          SecurityOptions.SSL_REST_CERT_FINGERPRINT,
          SecurityOptions.SSL_REST_VERIFY_HOSTNAME,
          SecurityOptions.SSL_PROTOCOL,
          SecurityOptions.SSL_ALGORITHMS);

  private static final Pattern SECRET =
      Pattern.compile("\\$\\{(?:secret:(/[^}]+)|env:([A-Za-z_][A-Za-z0-9_]*))}");
  private static final int MOST_BYTES = 1 << 16;

  private final Map<String, String> values;

  private FlinkTls(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Reads a file of Flink's options, a line {@code name: value} each.
   *
   * @throws IllegalArgumentException where something in it is not right, with what to do
   */
  public static FlinkTls read(Path file) throws IOException {
    var properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    }
    return of(
        properties.stringPropertyNames().stream()
            .collect(Collectors.toMap(name -> name, properties::getProperty)));
  }

  /** Options by their names. */
  static FlinkTls of(Map<String, String> given) {
    Map<String, String> values = new TreeMap<>();
    given.forEach((name, value) -> values.put(name, unquoted(value.strip())));
    values.forEach(FlinkTls::check);
    values.putIfAbsent(SecurityOptions.SSL_REST_ENABLED.key(), "true");
    values.putIfAbsent(SecurityOptions.SSL_REST_VERIFY_HOSTNAME.key(), "true");
    values.putIfAbsent(
        SecurityOptions.SSL_REST_AUTHENTICATION_ENABLED.key(),
        String.valueOf(values.containsKey(SecurityOptions.SSL_REST_KEYSTORE.key())));
    for (ConfigOption<?> needed :
        List.of(
            SecurityOptions.SSL_REST_TRUSTSTORE, SecurityOptions.SSL_REST_TRUSTSTORE_PASSWORD)) {
      if (!values.containsKey(needed.key())) {
        throw new IllegalArgumentException(
            needed.key() + " is missing: who has signed the certificate of the other side?");
      }
    }
    return new FlinkTls(Map.copyOf(values));
  }

  private static String unquoted(String value) {
    boolean isQuoted =
        value.length() > 1
            && (value.startsWith("\"") || value.startsWith("'"))
            && value.endsWith(value.substring(0, 1));
    return isQuoted ? value.substring(1, value.length() - 1) : value;
  }

  private static void check(String name, String value) {
    if (KNOWN.stream().noneMatch(option -> option.key().equals(name))) {
      throw new IllegalArgumentException(
          "Flink has no option %s for TLS of its REST interface; there are ".formatted(name)
              + KNOWN.stream().map(ConfigOption::key).collect(Collectors.joining(", ")));
    }
    if (name.equals(SecurityOptions.SSL_REST_ENABLED.key()) && !value.equals("true")) {
      throw new IllegalArgumentException(name + " must be true; without TLS leave the file out");
    }
    if (name.endsWith("-password") && !SECRET.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "Flink's option "
              + name
              + " holds a secret in clear; put the secret into a file that only this part may read"
              + " and write ${secret:/path/of/file} in its place, or ${env:NAME}");
    }
  }

  /**
   * Flink's settings, secrets included: not to be sent along with a job.
   *
   * @throws IOException where a secret cannot be read; the message says which and what to do
   */
  Configuration settings() throws IOException {
    var settings = new Configuration();
    for (Map.Entry<String, String> each : values.entrySet()) {
      settings.setString(each.getKey(), secret(each.getValue()));
    }
    return settings;
  }

  private static String secret(String value) throws IOException {
    Matcher reference = SECRET.matcher(value);
    if (!reference.matches()) {
      return value;
    }
    String variable = reference.group(2);
    if (variable != null) {
      String found = System.getenv(variable);
      if (found == null) {
        throw new IOException("the variable " + variable + ", which holds a password, is not set");
      }
      return found;
    }
    String file = reference.group(1);
    try {
      byte[] bytes = ProtectedFile.readSecret(Path.of(file), MOST_BYTES);
      return new String(bytes, StandardCharsets.UTF_8).lines().findFirst().orElse("").strip();
    } catch (NoSuchFileException e) {
      throw new IOException(
          file + " is not there; it must hold a password for Flink in its first line", e);
    }
  }

  /**
   * What a client needs.
   *
   * @throws IOException where a store or a secret cannot be used; the message says which
   */
  SSLContext clientContext() throws IOException {
    Configuration settings = settings();
    try {
      return SSLUtils.createRestSSLContext(settings, true);
    } catch (Exception e) { // Flink's own signature.
      throw new IOException(
          "the stores "
              + stores().map(Path::toString).collect(Collectors.joining(" and "))
              + " cannot be used: "
              + RunningJob.rootCause(e).getMessage()
              + "; check security.ssl.rest.* and their passwords",
          e);
    }
  }

  /** The files of keys and of those who are trusted. */
  Stream<Path> stores() {
    return Stream.of(SecurityOptions.SSL_REST_KEYSTORE, SecurityOptions.SSL_REST_TRUSTSTORE)
        .map(option -> values.get(option.key()))
        .filter(path -> path != null)
        .map(Path::of);
  }

  /** Names only. */
  @Override
  public String toString() {
    return "TLS by " + values.keySet();
  }
}
