package io.wattune.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
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
            "the Kafka broker refuses access: the part's user does not have the right to use topic"
                + " wattune.energy, wattune.power; grant it");
    assertThat(line(GroupAuthorizationException.forGroupId("wattune.store")))
        .contains("group wattune.store");
    assertThat(line(new ConfigException("/a/secret is not there")))
        .isEqualTo("/a/secret is not there");
  }

  /** As Java has them: the reason is below words that fit everything. */
  @Test
  void aCertificateIsExpiredOrEarlyOrNotTrustedOrOfAnotherName() {
    assertThat(line(tls(path(new CertificateExpiredException("NotAfter: yesterday")))))
        .isEqualTo(
            "the Kafka broker's certificate has expired (NotAfter: yesterday); renew it at the"
                + " broker");
    assertThat(line(tls(path(new CertificateNotYetValidException("NotBefore: tomorrow")))))
        .contains("not valid yet")
        .contains("clock");
    assertThat(line(tls(new CertPathBuilderException("unable to find a path"))))
        .contains("certificate is not trusted; ssl.truststore.location");
    assertThat(line(tls(new CertificateException("No name matching kafka1 found"))))
        .contains("another name")
        .contains("(No name matching kafka1 found)");
  }

  @Test
  void whatTheBrokerSaysOfOursIsNotSaidOfIts() {
    assertThat(line(alert("certificate_expired")))
        .contains("this part's certificate, which has expired")
        .contains("ssl.keystore.location");
    assertThat(line(alert("certificate_unknown")))
        .contains("refuses this part's certificate")
        .contains("ssl.keystore.location");
    assertThat(line(alert("handshake_failure")))
        .contains("fails: handshake_failure")
        .contains("ssl.keystore.location");
    assertThat(line(new SslAuthenticationException("no cause at all"))).contains("no cause at all");
  }

  @Test
  void whatHasNothingToDoWithAccessKeepsItsWords() {
    var timeout = new ExecutionException(new TimeoutException("no answer"));

    assertThat(KafkaTrouble.ofAccess(timeout)).isEmpty();
    assertThat(KafkaTrouble.line(timeout)).isEqualTo("no answer");
    assertThat(KafkaTrouble.ofAccess(null)).isEmpty();
  }

  private static CertPathValidatorException path(Exception reason) {
    return new CertPathValidatorException("validity check failed", reason);
  }

  private static SslAuthenticationException alert(String name) {
    return new SslAuthenticationException(
        "SSL handshake failed", new SSLHandshakeException("Received fatal alert: " + name));
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
