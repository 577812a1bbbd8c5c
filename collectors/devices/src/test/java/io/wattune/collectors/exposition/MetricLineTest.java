package io.wattune.collectors.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricLineTest {

  @Test
  void nameLabelsAndValue() {
    assertThat(MetricLine.of("vllm:tokens_total{model_name=\"a/b\",engine=\"0\"} 8.128902e+06"))
        .isEqualTo(
            new MetricLine(
                "vllm:tokens_total", Map.of("model_name", "a/b", "engine", "0"), 8_128_902));
    assertThat(MetricLine.of("up 1")).isEqualTo(new MetricLine("up", Map.of(), 1));
    assertThat(MetricLine.of("  up\t1 1395066363000 "))
        .isEqualTo(new MetricLine("up", Map.of(), 1));
    assertThat(MetricLine.of("a { b = \"c\" , } 2")).as("blanks and a last comma").isNull();
    assertThat(MetricLine.of("a {b=\"c\", } 2"))
        .isEqualTo(new MetricLine("a", Map.of("b", "c"), 2));
    assertThat(MetricLine.of("a{} 2")).isEqualTo(new MetricLine("a", Map.of(), 2));
  }

  @Test
  void whatStandsInQuotesEndsNothing() {
    assertThat(MetricLine.of("a{b=\"} 7 \\\"x\\\" \\\\ \\n,c=\"} 2 # {t=\"1\"} 3"))
        .isEqualTo(new MetricLine("a", Map.of("b", "} 7 \"x\" \\ \n,c="), 2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "# HELP a b",
        "a",
        "a{",
        "a{}",
        "a{b=\"c\"}",
        "a{b=\"c} 2",
        "a{b} 2",
        "a x",
        "a NaN",
        "a +Inf",
        "a 1e999",
        "{} 1",
        "<html>"
      })
  void whatIsNoValueIsPassedOver(String line) {
    assertThat(MetricLine.of(line)).isNull();
  }

  @Test
  void noLineIsTooWrong() {
    var random = new Random(5);
    String letters = "a{}\"=,\\ 1.e#\n\t";
    for (int i = 0; i < 200_000; i++) {
      var line = new StringBuilder();
      for (int j = random.nextInt(30); j > 0; j--) {
        line.append(letters.charAt(random.nextInt(letters.length())));
      }
      MetricLine read = MetricLine.of(line.toString());
      assertThat(read == null || Double.isFinite(read.value())).isTrue();
    }
  }
}
