package io.wattune.evaluation.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.schemas.failure.EngineException;
import io.wattune.testkit.RecordedData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedLoadsTest {
  @Test
  void bothAreRead() throws Exception {
    RecordedData.folder("swim-fb");
    Path folder = RecordedData.folder("azure-llm");

    RecordedLoads found = RecordedLoads.in(Objects.requireNonNull(folder.getParent()));

    assertThat(found.missing()).isEmpty();
    assertThat(found.loads()).extracting("name").containsExactly("swim-fb", "azure-llm");
    // Counted from the files by another program: 180 levels, the busiest as 1.
    assertThat(found.loads().get(0).mean()).isCloseTo(0.2662, within(0.0001));
    assertThat(found.loads().get(1).mean()).isCloseTo(0.1244, within(0.0001));
  }

  @Test
  void whatIsNotThereIsSaid(@TempDir Path folder) throws Exception {
    assertThat(RecordedLoads.in(null).missing()).hasSize(2);
    RecordedLoads found = RecordedLoads.in(folder);

    assertThat(found.loads()).isEmpty();
    assertThat(found.missing().get(0)).contains("swim-fb").contains("WATTUNE_DATA");
  }

  @Test
  void aLineThatIsNoArrivalIsNamed(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("swim-fb/FB-2009_samples_24_times_1hr_0.tsv");
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, "job0\t49\t49\t1\t1\t1\njob1\tsoon\t3\t1\t1\t1\n");
    assertThatThrownBy(() -> RecordedLoads.in(folder))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("line 2 is no arrival");
    Files.writeString(file, "");
    assertThatThrownBy(() -> RecordedLoads.in(folder)).hasMessageContaining("no arrivals");
  }
}
