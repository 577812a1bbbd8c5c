package io.wattune.embedded.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobJarsTest {
  private static final List<String> NEEDED =
      List.of(
          "/lib/wattune-core-0.1.jar",
          "/lib/wattune-schemas-0.1.jar",
          "/lib/wattune-kafka-0.1.jar",
          "/lib/wattune-streams-0.1.jar",
          "/lib/avro-1.12.2.jar",
          "/lib/flink-connector-base-2.3.0.jar",
          "/lib/flink-connector-kafka-5.0.0-2.2.jar",
          "/lib/kafka-clients-4.2.1.jar",
          "/lib/lz4-java-1.10.3.jar",
          "/lib/jackson-core-2.22.1.jar",
          "/lib/jackson-databind-2.22.1.jar",
          "/lib/jackson-annotations-2.22.jar",
          "/lib/jspecify-1.0.0.jar");

  @Test
  void takesWhatAFlinkDistributionLacksAndNothingElse() {
    String classPath =
        String.join(File.pathSeparator, NEEDED)
            + File.pathSeparator
            + "/lib/avro-mapred-1.12.2.jar"
            + File.pathSeparator
            + "/lib/flink-runtime-2.3.0.jar"
            + File.pathSeparator
            + "/launcher/target/classes";
    assertThat(JobJars.of(classPath)).containsExactlyElementsOf(NEEDED);
  }

  @Test
  void saysWhichJarIsMissing() {
    String classPath = String.join(File.pathSeparator, NEEDED.subList(1, NEEDED.size()));
    assertThatThrownBy(() -> JobJars.of(classPath))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("wattune-core-*.jar");
  }
}
