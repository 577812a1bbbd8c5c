package io.wattune.kafka;

import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;

/** Which properties of Kafka's clients may be given, and which must name a secret, not be one. */
public final class SecurityProperty {
  /** In form a password to Kafka, so that PEM may stand there; in truth it is public. */
  private static final Set<String> PUBLIC =
      Set.of(
          SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG,
          SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG);

  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{(secret:/[^}]+|env:[A-Za-z_][A-Za-z0-9_]*)}");

  /** Several, so that one secret can follow another. */
  private static final Pattern REFERENCES =
      Pattern.compile(REFERENCE.pattern() + "(," + REFERENCE.pattern() + ")*");

  /** An option of a login module whose value is in clear: {@code password="..."}. */
  private static final Pattern CLEAR =
      Pattern.compile("(?i)\\b\\w*(?:password|secret|token)\\w*\\s*=\\s*(?!\"?\\$\\{)");

  private static final ConfigDef KNOWN = AdminClientConfig.configDef();

  private SecurityProperty() {}

  /** Whether a property of this name may be given. */
  public static boolean isKnown(String name) {
    return CodeProperty.isOne(name)
        || (KNOWN.names().contains(name)
            && (name.equals(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG)
                || name.startsWith("ssl.")
                || name.startsWith("sasl.")));
  }

  /**
   * Refuses a name that is none, and a secret in clear. The message does not hold the value.
   *
   * @throws IllegalArgumentException with what to do about it
   */
  static void check(String name, String value) {
    if (!isKnown(name)) {
      throw new IllegalArgumentException(
          "Kafka's clients have no property "
              + name
              + " for security; there are security.protocol, ssl.* and sasl.*, as in Kafka's"
              + " documentation, and wattune.node-code.key and .master");
    }
    if (value.isEmpty()) {
      throw new IllegalArgumentException("Kafka's property " + name + " has no value");
    }
    if (isSecretInClear(name, value)) {
      throw new IllegalArgumentException(
          "Kafka's property "
              + name
              + " holds a secret in clear; put the secret into a file that only this part may read"
              + " and write ${secret:/path/of/file} in its place, or ${env:NAME}");
    }
  }

  private static boolean isSecretInClear(String name, String value) {
    if (CodeProperty.isOne(name)) {
      return !REFERENCES.matcher(value).matches();
    }
    if (name.equals(SaslConfigs.SASL_JAAS_CONFIG)) {
      return CLEAR.matcher(value).find();
    }
    var key = KNOWN.configKeys().get(name);
    return key != null
        && key.type == ConfigDef.Type.PASSWORD
        && !PUBLIC.contains(name)
        && !REFERENCE.matcher(value).matches();
  }
}
