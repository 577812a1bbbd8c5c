package io.wattune.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class KafkaTroubleTest {

  @Test
  void eachTroubleIsNamedHoweverDeepItIs() {
    assertThat(line(new SaslAuthenticationException("invalid credentials")))
        .isEqualTo(
            "the Kafka broker refuses the login: invalid credentials; check user and password of"
                + " sasl.jaas.config, and sasl.mechanism");
    assertThat(line(new TopicAuthorizationException(Set.of("wattune.power", "wattune.energy"))))
        .startsWith(
            "the Kafka broker refuses access: the part's user lacks the right to use topic"
                + " wattune.energy, wattune.power; grant it");
    assertThat(line(GroupAuthorizationException.forGroupId("wattune.store")))
        .contains("group wattune.store");
    assertThat(line(new ConfigException("/a/secret is not there")))
        .isEqualTo("/a/secret is not there");
  }

  @Test
  void aCertificateIsExpiredOrEarlyOrNotTrusted() {
    assertThat(line(tls(new CertificateExpiredException("NotAfter: yesterday"))))
        .contains("has expired (NotAfter: yesterday)");
    assertThat(line(tls(new CertificateNotYetValidException("NotBefore: tomorrow"))))
        .contains("not valid yet")
        .contains("clock");
    assertThat(
            line(tls(new Exception("unable to find valid certification path to requested target"))))
        .contains("not trusted")
        .contains("ssl.truststore.location");
    assertThat(line(tls(new Exception("Received fatal alert: certificate_unknown"))))
        .contains("certificate_unknown")
        .contains("ssl.keystore.location");
  }

  @Test
  void whatHasNothingToDoWithAccessKeepsItsWords() {
    var timeout = new ExecutionException(new TimeoutException("no answer"));

    assertThat(KafkaTrouble.ofAccess(timeout)).isEmpty();
    assertThat(KafkaTrouble.line(timeout)).isEqualTo("no answer");
    assertThat(KafkaTrouble.ofAccess(null)).isEmpty();
  }

  private static SslAuthenticationException tls(Exception reason) {
    var handshake = new SSLHandshakeException("handshake");
    handshake.initCause(reason);
    return new SslAuthenticationException("SSL handshake failed", handshake);
  }

  private static String line(Throwable trouble) {
    return KafkaTrouble.line(new ExecutionException(new KafkaException("outside", trouble)));
  }
}
