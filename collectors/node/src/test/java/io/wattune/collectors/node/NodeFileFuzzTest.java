package io.wattune.collectors.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Node files that are nearly right: each is read, or refused with what is wrong. */
class NodeFileFuzzTest {

  @Test
  void forAWhile() {
    fuzz(Duration.ofSeconds(2), 1);
  }

  @Test
  @Tag("soak")
  void forLong() {
    fuzz(Duration.ofMinutes(5), System.nanoTime());
  }

  private static void fuzz(Duration length, long seed) {
    var random = new Random(seed);
    byte[] right = NodeFilePage.example().getBytes(UTF_8);
    int refused = 0;
    long end = System.nanoTime() + length.toNanos();
    for (int i = 0; System.nanoTime() < end; i++) {
      byte[] content = changed(right, random);
      try {
        NodeConfig config = NodeFile.read(Path.of("n17.json"), content);
        if (config.tuning().isOn()) {
          boolean isOpen = new String(content, UTF_8).contains("requiresSignature");
          assertThat(config.trust().isRequired() || isOpen).isTrue();
        }
      } catch (NodeFileException e) {
        refused++;
        assertThat(e).message().as("seed %d, file %d", seed, i).isNotBlank();
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", file " + i, e);
      }
    }
    assertThat(refused).isPositive();
  }

  private static byte[] changed(byte[] right, Random random) {
    byte[] bytes = right.clone();
    for (int n = random.nextInt(4); n >= 0; n--) {
      int at = random.nextInt(bytes.length);
      if (random.nextInt(3) == 0) {
        int to = Math.min(bytes.length, at + random.nextInt(20));
        byte[] cut = Arrays.copyOf(bytes, bytes.length - (to - at));
        System.arraycopy(bytes, to, cut, at, bytes.length - to);
        bytes = cut.length == 0 ? right.clone() : cut;
      } else {
        bytes[at] =
            (byte)
                (random.nextBoolean()
                    ? random.nextInt(256)
                    : "\"{}[]:,-0e9".charAt(random.nextInt(11)));
      }
    }
    return bytes;
  }
}
