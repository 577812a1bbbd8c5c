package io.wattune.schemas.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.schemas.failure.EngineException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFileTest {
  /** Both halves as {@code openssl genpkey -algorithm ed25519} and {@code -pubout} write them. */
  private static final String OF_ANOTHER_TOOL =
      """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
      -----END PRIVATE KEY-----
      -----BEGIN PUBLIC KEY-----
      MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
      -----END PUBLIC KEY-----
      """;

  @TempDir Path folder;

  @Test
  void aKeyIsTheSameAfterItWasWritten() throws Exception {
    SigningKey key = SigningKey.generate();
    Path file = folder.resolve("key.pem");

    KeyFile.write(file, key);
    SigningKey read = KeyFile.read(file);

    assertThat(read.id()).isEqualTo(key.id());
    assertThat(read.publicKey()).isEqualTo(key.publicKey());
    assertThat(key.toString()).isEqualTo("signing key " + key.id());
    var trust =
        new TrustedKeys(true, List.of(TrustedKey.of(key.id(), key.publicKey(), 0, Long.MAX_VALUE)));
    byte[] value = {1, 2};
    var topic = new ClusterTopic("c", "t");
    assertThat(
            trust.refusal(topic, "n", value, new RecordHeaders(read.headers(topic, "n", value)), 5))
        .isNull();
  }

  @Test
  void aFileThatIsThereIsNotWrittenOver() throws Exception {
    Path file = Files.writeString(folder.resolve("key.pem"), "mine");

    assertThatThrownBy(() -> KeyFile.write(file, SigningKey.generate()))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("is there already");
    assertThat(file).hasContent("mine");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void onlyItsOwnerMayReadANewFile() throws Exception {
    Path file = folder.resolve("key.pem");

    KeyFile.write(file, SigningKey.generate());

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw-----w-", "rw--w----", "rw------x"})
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aFileThatOthersMayReadOrChangeIsRefusedWithWhatToDo(String rights) throws Exception {
    Path file = folder.resolve("key.pem");
    KeyFile.write(file, SigningKey.generate());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));

    assertThatThrownBy(() -> KeyFile.read(file))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(rights)
        .hasMessageContaining("chmod 600 " + file);

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(KeyFile.read(file).id()).as("its group may read it").hasSize(16);
  }

  @Test
  void theTestKeyOfRfc8032GivesItsSignature() throws Exception {
    SigningKey key = KeyFile.read(ownerOnly("other.pem", OF_ANOTHER_TOOL));

    assertThat(key.isPair()).isTrue();
    assertThat(Ed25519.sign(key.privateKey(), new byte[0]))
        .as("test 1 of RFC 8032, section 7.1: the empty message")
        .startsWith(0xe5, 0x56, 0x43, 0x00, 0xc3, 0x60, 0xac, 0x72)
        .endsWith(0x8e, 0x7a, 0x10, 0x0b);
  }

  @Test
  void whatIsNoKeyFileIsToldSo() throws Exception {
    assertThatThrownBy(() -> KeyFile.read(folder.resolve("absent.pem")))
        .hasMessageContaining("wattune keys new");
    assertThatThrownBy(() -> KeyFile.read(ownerOnly("a", "nothing")))
        .hasMessageContaining("has no block BEGIN PRIVATE KEY");
    assertThatThrownBy(
            () -> KeyFile.read(ownerOnly("b", OF_ANOTHER_TOOL.replace("MC4CAQ", "AAAAAA"))))
        .hasMessageContaining("is no key file");
    String other = SigningKey.generate().publicKey();
    assertThatThrownBy(
            () -> KeyFile.read(ownerOnly("c", OF_ANOTHER_TOOL.replaceAll("MCow.*", other))))
        .hasMessageContaining("do not belong together");
    assertThatThrownBy(() -> KeyFile.read(ownerOnly("d", "x".repeat(20_000))))
        .hasMessageContaining("too long");
  }

  @Test
  void aFolderHoldsAKeyForEachNodeAndOneForTheOthers() throws Exception {
    SigningKey forOne = SigningKey.generate();
    SigningKey forOthers = SigningKey.generate();
    KeyFile.write(folder.resolve("n1.pem"), forOne);
    assertThat(SigningKeys.read(folder).of("n2")).isNull();
    KeyFile.write(folder.resolve("every-node.pem"), forOthers);

    SigningKeys keys = SigningKeys.read(folder);

    assertThat(keys.of("n1").id()).isEqualTo(forOne.id());
    assertThat(keys.of("n2").id()).isEqualTo(forOthers.id());
    assertThat(SigningKeys.read(folder.resolve("n1.pem")).of("any").id()).isEqualTo(forOne.id());
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> SigningKeys.read(empty)).hasMessageContaining("has no key");
  }

  private Path ownerOnly(String name, String text) throws Exception {
    Path file = folder.resolve(name);
    Files.write(file, text.getBytes(StandardCharsets.US_ASCII));
    if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    return file;
  }
}
