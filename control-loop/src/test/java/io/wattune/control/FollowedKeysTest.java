package io.wattune.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.signature.KeyFile;
import io.wattune.schemas.signature.SigningKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FollowedKeysTest {
  @TempDir Path folder;
  private final SigningKey old = SigningKey.generate();
  private final SigningKey next = SigningKey.generate();

  @Test
  void aFileThatIsReplacedCountsFromTheNextLookOn() throws Exception {
    Path file = write("key.pem", old);
    FollowedKeys keys = FollowedKeys.read(file);
    keys.look();
    assertThat(keys.of("n").id()).isEqualTo(old.id());

    write("key.pem", next);
    assertThat(keys.of("n").id()).as("before the look").isEqualTo(old.id());
    keys.look();

    assertThat(keys.of("n").id()).isEqualTo(next.id());
  }

  @Test
  void aFileThatIsGoneOrHalfWrittenChangesNothingUntilItIsRight() throws Exception {
    Path file = write("key.pem", old);
    FollowedKeys keys = FollowedKeys.read(file);
    keys.look();

    Files.delete(file);
    keys.look();
    assertThat(keys.of("n").id()).as("gone").isEqualTo(old.id());

    write("key.pem", next);
    String whole = Files.readString(file);
    Files.writeString(file, whole.substring(0, whole.length() / 2));
    keys.look();
    assertThat(keys.of("n").id()).as("half of it").isEqualTo(old.id());

    Files.writeString(file, whole);
    keys.look();
    assertThat(keys.of("n").id()).isEqualTo(next.id());
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aFileThatOthersMayReadIsNotTakenUntilTheyMayNot() throws Exception {
    Path file = write("key.pem", old);
    FollowedKeys keys = FollowedKeys.read(file);
    keys.look();
    write("key.pem", next);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    keys.look();
    assertThat(keys.of("n").id()).isEqualTo(old.id());

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    keys.look();
    assertThat(keys.of("n").id()).as("its content has not changed").isEqualTo(next.id());
  }

  @Test
  void aNodeThatWasToldWithASignatureIsNeverToldWithoutOne() throws Exception {
    Path place = Files.createDirectory(folder.resolve("keys"));
    write("keys/n.pem", old);
    write("keys/m.pem", old);
    FollowedKeys keys = FollowedKeys.read(place);
    keys.look();
    assertThat(keys.of("n").id()).isEqualTo(old.id());
    assertThat(keys.of("other")).isNull();

    Files.delete(place.resolve("n.pem"));
    write("keys/m.pem", next);
    keys.look();

    assertThat(keys.of("n").id()).isEqualTo(old.id());
    assertThat(keys.of("m").id()).isEqualTo(next.id());
    write("keys/every-node.pem", next);
    keys.look();
    assertThat(keys.of("n").id()).as("there is another for it now").isEqualTo(next.id());
    assertThat(keys.of("other").id()).isEqualTo(next.id());
  }

  @Test
  void aControllerDoesNotBeginWithAWrongFile() {
    assertThatThrownBy(() -> FollowedKeys.read(folder.resolve("absent.pem")))
        .isInstanceOf(EngineException.class);
  }

  @Test
  void theThreadTakesWhatWasReplaced() throws Exception {
    FollowedKeys keys = FollowedKeys.read(write("key.pem", old));
    keys.look();
    write("key.pem", next);
    var pause = new CountDownLatch(1);

    try (keys) {
      keys.start();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (!keys.of("n").id().equals(next.id())) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        boolean unused = pause.await(5, TimeUnit.MILLISECONDS);
      }
    }
  }

  /** Beside it, and then in its place. */
  private Path write(String name, SigningKey key) throws Exception {
    Path file = folder.resolve(name);
    Path beside = folder.resolve("new");
    KeyFile.write(beside, key);
    return Files.move(
        beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
