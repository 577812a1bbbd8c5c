package io.wattune.kafka;

import io.wattune.schemas.certificate.CertificateFault;
import io.wattune.schemas.failure.FailureWords;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.jspecify.annotations.Nullable;

/**
 * What a failure of a Kafka client means for whoever runs the part, in one line: a login that is
 * refused, a certificate that is not believed, a right that is missing, a secret that cannot be
 * read.
 */
public final class KafkaTrouble {
  private static final int DEEPEST = 20;

  private KafkaTrouble() {}

  /** The line, with what to do; empty for what has nothing to do with who may do what. */
  public static Optional<String> ofAccess(@Nullable Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++, cause = cause.getCause()) {
      String words = words(cause);
      if (words != null) {
        return Optional.of(words);
      }
    }
    return Optional.empty();
  }

  /** The same, and for everything else the failure's own words. */
  public static String words(Throwable failure, String otherwise) {
    return ofAccess(failure).orElse(otherwise);
  }

  /** The failure's own words, without the future's around it. */
  public static String line(Throwable failure) {
    Throwable cause =
        failure instanceof ExecutionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return ofAccess(failure).orElseGet(() -> FailureWords.of(cause));
  }

  private static @Nullable String words(Throwable cause) {
    if (cause instanceof SslAuthenticationException) {
      return certificate(cause);
    }
    if (cause instanceof SaslAuthenticationException || cause instanceof AuthenticationException) {
      return "the Kafka broker refuses the login: "
          + cause.getMessage()
          + "; check user and password of sasl.jaas.config, and sasl.mechanism";
    }
    if (cause instanceof AuthorizationException) {
      return "the Kafka broker refuses access: the part's user does not have the right to use "
          + what(cause)
          + "; grant it, wattune acls prints what each part needs";
    }
    return cause instanceof ConfigException ? cause.getMessage() : null;
  }

  private static String what(Throwable cause) {
    if (cause instanceof TopicAuthorizationException topics
        && !topics.unauthorizedTopics().isEmpty()) {
      return "topic " + String.join(", ", topics.unauthorizedTopics().stream().sorted().toList());
    }
    if (cause instanceof GroupAuthorizationException group && group.groupId() != null) {
      return "group " + group.groupId();
    }
    if (cause instanceof TransactionalIdAuthorizationException) {
      return "its transactional ids";
    }
    return cause instanceof ClusterAuthorizationException
        ? "the cluster, or to write any topic (" + cause.getMessage() + ")"
        : "something (" + cause.getMessage() + ")";
  }

  private static String certificate(Throwable failure) {
    CertificateFault fault =
        CertificateFault.of(failure)
            .orElse(
                new CertificateFault(
                    CertificateFault.Kind.UNKNOWN, String.valueOf(failure.getMessage())));
    return switch (fault.kind()) {
      case EXPIRED -> brokers(fault) + "; renew it at the broker";
      case EARLY -> brokers(fault);
      case UNTRUSTED ->
          brokers(fault)
              + "; ssl.truststore.location must name a store with the authority that signed it";
      case OTHER_NAME ->
          brokers(fault) + "; reach the broker by a name of its certificate, or add this one to it";
      case OWN_EXPIRED ->
          "the Kafka broker refuses this part's certificate, which has expired ("
              + fault.detail()
              + "); renew ssl.keystore.location";
      case OWN_REFUSED ->
          "the Kafka broker refuses this part's certificate, or asks for one ("
              + fault.detail()
              + "): see ssl.keystore.location; the broker must trust the authority that signed it";
      case UNKNOWN ->
          "the TLS handshake with the Kafka broker fails: "
              + fault.detail()
              + "; does the broker speak TLS at this port, and does it ask for a certificate (see"
              + " ssl.keystore.location)? Its log may say more";
    };
  }

  private static String brokers(CertificateFault fault) {
    return "the Kafka broker's certificate " + fault.words().orElseThrow();
  }
}
