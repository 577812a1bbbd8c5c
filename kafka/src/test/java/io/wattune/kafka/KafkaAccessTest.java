package io.wattune.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaAccessTest {
  private static final String LOGIN =
      "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"n1\""
          + " password=\"%s\";";

  @TempDir private Path folder;

  @Test
  void aSecretIsReadWhereTheClientIsMade() throws Exception {
    Path secret = secret("rw-------", "open sesame\n");
    KafkaAccess access = scram("${secret:" + secret + "}");

    var config = new AdminClientConfig(access.settings(Map.of()));

    assertThat(config.getPassword("sasl.jaas.config"))
        .isEqualTo(new Password(LOGIN.formatted("open sesame")));
    assertThat(access.toString()).isEqualTo("k:1 by SASL_SSL");
    assertThat(access.security().toString()).doesNotContain("sesame");
    assertThat(copy(access)).isEqualTo(access);
  }

  @Test
  void aSecretThatOthersMayReadIsNotTaken() throws Exception {
    Path secret = secret("rw-r--r--", "open sesame");
    KafkaAccess access = scram("${secret:" + secret + "}");

    assertThatThrownBy(() -> access.admin(Map.of()))
        .hasMessageContaining("rw-r--r--")
        .hasMessageContaining("chmod 600 " + secret)
        .hasMessageNotContaining("sesame");
  }

  @Test
  void aSecretThatIsMissingIsNamed() {
    KafkaAccess access = scram("${secret:" + folder.resolve("none") + "}");

    assertThatThrownBy(() -> access.consumer(Map.of()))
        .hasMessageContaining(folder.resolve("none") + " is not there");
  }

  @Test
  void secretsInClearAreRefusedAndNotShown() {
    for (Map<String, String> security :
        List.of(
            Map.of("sasl.jaas.config", LOGIN.formatted("sesame")),
            Map.of("sasl.jaas.config", LOGIN.formatted("x").replace("\"x\"", "sesame")),
            Map.of("ssl.key.password", "sesame"),
            Map.of("ssl.keystore.password", "${secret:/a}sesame"),
            Map.of("ssl.keystore.key", "-----BEGIN PRIVATE KEY-----sesame"))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new KafkaAccess("k:1", security))
          .withMessageContaining("holds a secret in clear")
          .withMessageContaining("${secret:")
          .withMessageNotContaining("sesame");
    }
  }

  @Test
  void onlySecurityMayBeGiven() {
    for (String name : new String[] {"acks", "ssl.truststore.locatoin", "bootstrap.servers"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new KafkaAccess("k:1", Map.of(name, "x")))
          .withMessageContaining(name);
    }
    assertThat(new KafkaAccess("k:1", Map.of("ssl.truststore.certificates", "PEM")).security())
        .hasSize(1);
    assertThatIllegalArgumentException().isThrownBy(() -> KafkaAccess.of(""));
  }

  @Test
  void withoutSecurityNothingIsLookedFor() {
    assertThat(KafkaAccess.of("k:1").properties()).containsOnlyKeys("bootstrap.servers");
    assertThat(KafkaAccess.of("k:1")).hasToString("k:1");
  }

  private static KafkaAccess scram(String password) {
    return new KafkaAccess(
        "k:1",
        Map.of(
            "security.protocol", "SASL_SSL",
            "sasl.mechanism", "SCRAM-SHA-512",
            "sasl.jaas.config", LOGIN.formatted(password)));
  }

  private Path secret(String rights, String text) throws IOException {
    Path file = Files.writeString(folder.resolve("password"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
  }

  private static Object copy(Object original) throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(original);
    }
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }
}
