package io.wattune.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.schemas.topics.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

/**
 * A Java started without any property reads every record: Avro trusts no generated class there, and
 * nobody has to tell it to. In a process of its own, for Avro remembers what it was told first.
 */
class PlainJvmTest {

  /** What the other process runs. */
  public static final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
      for (Topic topic : Topic.values()) {
        if (topic.recordSchema().isPresent()) {
          String name = topic.recordSchema().get().getFullName();
          new RecordDecoder<>(Class.forName(name).asSubclass(SpecificRecordBase.class));
        }
      }
      var codec = new ReadingBlockCodec();
      var block =
          new PollBlock(
              "n/d", 4, "power", PowerUnit.MILLIWATTS, new long[] {5_000}, new int[] {6}, false);
      PollBlock back = codec.decode(codec.encode(block));
      var activity = new ActivityCodec();
      ActivityEvent end = activity.decode(activity.encodeEndOfTrace("n/d"));
      System.out.println(back.device() + " " + back.values()[0] + " " + end);
    }
  }

  @Test
  void readsRecordsWithoutAnySystemProperty() throws Exception {
    Path out = Files.createTempFile("plain", ".txt");
    try {
      Process java =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty(
                      "surefire.test.class.path", System.getProperty("java.class.path")),
                  Main.class.getName())
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
      if (!java.waitFor(60, TimeUnit.SECONDS)) {
        java.destroyForcibly();
        throw new AssertionError("java did not end within 60 s");
      }

      assertThat(Files.readString(out)).contains("n/d 6 EndOfTrace[device=n/d]");
      assertThat(java.exitValue()).isZero();
    } finally {
      Files.delete(out);
    }
  }
}
