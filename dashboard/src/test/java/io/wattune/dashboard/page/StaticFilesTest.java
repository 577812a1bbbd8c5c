package io.wattune.dashboard.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What can be known of the page's files without a browser. */
final class StaticFilesTest {
  private static final Path FOLDER =
      Path.of("src", "main", "resources", "io", "wattune", "dashboard", "page");

  /** WCAG 2.2, success criterion 1.4.3: text against its background. */
  private static final double LEAST_CONTRAST = 4.5;

  /** WCAG 2.2, success criterion 1.4.11: graphics and focus against what is beside them. */
  private static final double LEAST_GRAPHICS_CONTRAST = 3.0;

  @Test
  void theChartLibrarysAddressHasTheVersionThatIsBuiltIn() throws IOException {
    Properties built = new Properties();
    try (InputStream in =
        StaticFilesTest.class.getResourceAsStream(
            "/META-INF/maven/org.webjars/echarts/pom.properties")) {
      built.load(in);
    }

    assertThat(read("index.html"))
        .contains("/lib/echarts/" + built.getProperty("version") + "/echarts.min.js");
  }

  @Test
  void noFileNeedsMoreThanTheStrictPolicyAllows() throws IOException {
    assertThat(read("index.html")).doesNotContain("<style").doesNotContainPattern("<script(?! src)");
    assertThat(read("index.html")).doesNotContainPattern("\\s(style|on[a-z]+)=");
    for (Path script : scripts()) {
      assertThat(Files.readString(script))
          .as(script.toString())
          .doesNotContain("innerHTML", "insertAdjacentHTML", "document.write", "eval(", "cssText")
          .doesNotContainPattern("https?://(?!www\\.w3\\.org)");
    }
  }

  @Test
  void everyImportIsThere() throws IOException {
    Pattern imports = Pattern.compile("from '(\\.[^']+)'");
    for (Path script : scripts()) {
      Matcher matcher = imports.matcher(Files.readString(script));
      while (matcher.find()) {
        assertThat(script.resolveSibling(matcher.group(1)).normalize()).isRegularFile();
      }
    }
  }

  @Test
  void textIsReadableInBothThemes() throws IOException {
    for (Map<String, String> theme : themes()) {
      for (String ink : List.of("text", "muted", "accent", "ok", "warn", "bad")) {
        for (String ground : List.of("bg", "surface", "raised")) {
          assertContrast(theme, ink, ground, LEAST_CONTRAST);
        }
      }
      assertContrast(theme, "on-accent", "accent", LEAST_CONTRAST);
      for (String state : List.of("ok", "warn", "bad")) {
        assertContrast(theme, state, state + "-bg", LEAST_CONTRAST);
        assertContrast(theme, "text", state + "-bg", LEAST_CONTRAST);
      }
      for (String line : List.of("series-1", "series-2", "series-3", "series-4", "series-5", "raw", "focus")) {
        assertContrast(theme, line, "surface", LEAST_GRAPHICS_CONTRAST);
      }
    }
  }

  /** So that it can be read without seeing colours at all. */
  @Test
  void theHeatMapsScaleOnlyEverGetsLighterOrDarker() throws IOException {
    List<Map<String, String>> themes = themes();
    for (int i = 1; i < 5; i++) {
      String here = "heat-" + i;
      String before = "heat-" + (i - 1);
      assertThat(luminance(themes.get(0).get(here))).isLessThan(luminance(themes.get(0).get(before)));
      assertThat(luminance(themes.get(1).get(here)))
          .isGreaterThan(luminance(themes.get(1).get(before)));
    }
  }

  @Test
  void contrastIsComputedAsTheStandardSays() {
    assertThat(contrast("#000000", "#ffffff")).isCloseTo(21, within(1e-9));
    assertThat(contrast("#777777", "#ffffff")).isCloseTo(4.48, within(0.01));
  }

  private static void assertContrast(
      Map<String, String> theme, String ink, String ground, double least) {
    assertThat(contrast(theme.get(ink), theme.get(ground)))
        .as("%s %s on %s %s", ink, theme.get(ink), ground, theme.get(ground))
        .isGreaterThanOrEqualTo(least);
  }

  private static double contrast(String one, String other) {
    double a = luminance(one);
    double b = luminance(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  /** Relative luminance (WCAG 2.2, definitions). */
  private static double luminance(String hex) {
    int value = Integer.parseInt(hex.substring(1), 16);
    return 0.2126 * linear(value >> 16) + 0.7152 * linear(value >> 8) + 0.0722 * linear(value);
  }

  private static double linear(int channel) {
    double share = (channel & 255) / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }

  /** Light, dark. */
  private static List<Map<String, String>> themes() throws IOException {
    String[] parts = read("theme.css").split("data-theme=\"dark\"", 2);
    return Stream.of(parts).map(StaticFilesTest::colours).toList();
  }

  private static Map<String, String> colours(String css) {
    Map<String, String> colours = new TreeMap<>();
    Matcher matcher = Pattern.compile("--([a-z0-9-]+): (#[0-9a-f]{6});").matcher(css);
    while (matcher.find()) {
      colours.put(matcher.group(1), matcher.group(2));
    }
    return colours;
  }

  private static String read(String file) throws IOException {
    return Files.readString(FOLDER.resolve(file), StandardCharsets.UTF_8);
  }

  private static List<Path> scripts() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".js")).toList();
    }
  }
}
