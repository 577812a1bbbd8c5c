package io.wattune.core.spelling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
  private static final List<String> KNOWN =
      List.of("kafka.bootstrap", "sinks.batch-age", "sinks.batch-points");

  @ParameterizedTest
  @CsvSource({
    "kafka.bootstrp, kafka.bootstrap",
    "KAFKA.BOOTSTRAP, kafka.bootstrap",
    "sinks.batch-point, sinks.batch-points",
    "sinks.batchage, sinks.batch-age",
    "'', kafka.bootstrap",
  })
  void theWordWithFewestChangesIsNearest(String word, String nearest) {
    assertThat(Spelling.nearest(word, KNOWN)).isEqualTo(nearest);
  }

  @Test
  void ofEquallyNearWordsTheFirstIsTaken() {
    assertThat(Spelling.nearest("c", List.of("a", "b"))).isEqualTo("a");
  }

  @Test
  void somethingMustBeKnown() {
    assertThatThrownBy(() -> Spelling.nearest("a", List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("known must have a word, was empty");
  }
}
