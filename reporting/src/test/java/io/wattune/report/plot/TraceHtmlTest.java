package io.wattune.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class TraceHtmlTest {
  private static final String ATTACK = "</script><script>alert(1)</script>";
  private static final Pattern SCRIPT =
      Pattern.compile("<script([^>]*)>(.*?)</script>", Pattern.DOTALL);

  @Test
  void anEvilNameIsHarmlessEverywhere() throws IOException {
    String clean = TraceHtml.page(ExamplePlots.withName("harmless"));
    String page = TraceHtml.page(ExamplePlots.withName(ATTACK + "<img src=x onerror=alert(2)>"));

    assertThat(scripts(page)).hasSize(scripts(clean).size()).hasSize(3);
    String own = withoutLibrary(page);
    assertThat(own).doesNotContain("<script>alert(1)").doesNotContain("<img");
    // Title, heading, subtitle, table (twice) and note.
    assertThat(own.split("&lt;script&gt;alert\\(1\\)", -1)).hasSize(7);
    assertThat(data(page).get("activities").get(0).get("name").asText()).startsWith(ATTACK);
  }

  @Property(tries = 200)
  void everyNameComesBackFromTheDataAsItWas(@ForAll String name) throws IOException {
    TracePlot plot = ExamplePlots.withName(name);
    String json = Html.scriptSafe(TraceJson.of(plot));

    assertThat(json).doesNotContain("<").doesNotContain(">").doesNotContain("&");
    JsonNode read = new ObjectMapper().readTree(json);
    assertThat(read.get("series").get(0).get("name").asText()).isEqualTo(name);
  }

  @Example
  void placesInAnInputAreNotFilled() throws IOException {
    String page = TraceHtml.page(ExamplePlots.withName("{{library}}"));

    assertThat(withoutLibrary(page)).contains("<h1>{{library}}</h1>");
  }

  @Test
  void thePolicyAllowsExactlyTheScriptsAndTheStyleOfThePage() throws IOException {
    String page = TraceHtml.page(ExamplePlots.k20());

    String policy = group(page, "Content-Security-Policy\" content=\"([^\"]*)\"");
    assertThat(policy)
        .startsWith("default-src 'none'; ")
        .doesNotContain("unsafe")
        .doesNotContain("http");
    var run = new ArrayList<String>();
    for (MatchResult script : scripts(page)) {
      if (!script.group(1).contains("application/json")) {
        run.add(Html.policyHash(script.group(2)));
      }
    }
    assertThat(run).hasSize(2);
    assertThat(policy).contains("script-src " + String.join(" ", run) + ";");
    String style = Html.policyHash(group(page, "<style>([^<]*)</style>"));
    assertThat(policy).contains("style-src " + style + ";");
  }

  @Test
  void thePageAsksNoNetwork() throws IOException {
    String page = TraceHtml.page(ExamplePlots.k20());

    assertThat(withoutLibrary(page))
        .doesNotContain("http:")
        .doesNotContain("https:")
        .doesNotContain("src=")
        .doesNotContain("<link")
        .doesNotContain("@import")
        .doesNotContain("url(");
  }

  @Test
  void theDataHoldsWhatWasMeasured() throws IOException {
    TracePlot plot = ExamplePlots.k20();

    JsonNode data = data(TraceHtml.page(plot));

    assertThat(data.get("endSeconds").asDouble()).isCloseTo(25, within(0.02));
    JsonNode raw = data.get("series").get(0);
    assertThat(raw.get("role").asText()).isEqualTo("raw");
    assertThat(raw.get("watts").size()).isEqualTo(plot.series().get(0).watts().length);
    for (int i = 0; i < raw.get("watts").size(); i++) {
      // Three decimals, half a step.
      assertThat(raw.get("watts").get(i).asDouble())
          .isCloseTo(plot.series().get(0).watts()[i], within(0.0005001));
    }
    assertThat(data.get("series").get(1).get("errors").get(0).asDouble()).isEqualTo(2.5);
    assertThat(data.get("activities").get(0).get("startSeconds").asDouble()).isEqualTo(3);
  }

  @Test
  void aMissingValueIsAHoleAndNotZero() throws IOException {
    JsonNode data = data(TraceHtml.page(ExamplePlots.withName("hole")));

    JsonNode watts = data.get("series").get(0).get("watts");
    assertThat(watts.get(0).asDouble()).isEqualTo(20);
    assertThat(watts.get(1).isNull()).isTrue();
    assertThat(watts.get(2).asDouble()).isEqualTo(30);
  }

  @Test
  void theTableGivesTimesInUtcAndEnergiesWithTheirErrors() throws IOException {
    String page = TraceHtml.page(ExamplePlots.k20());

    assertThat(withoutLibrary(page))
        .contains("<td>2026-01-05 12:00:03.000</td><td>5.346</td>")
        .contains("<td class=\"energy\">844.7 ± 2.9</td><td>158.0</td><td>760.2</td><td>-10.0</td>")
        .contains("<td>100.0</td><td class=\"text\">CORRECTED</td>");
    assertThat(withoutLibrary(TraceHtml.page(ExamplePlots.withName("unknown"))))
        .contains("no energy known");
  }

  @Test
  void aLongTraceStaysAtFourThousandPointsASeries() throws IOException {
    int n = 300_000;
    long[] times = new long[n];
    double[] watts = new double[n];
    for (int i = 0; i < n; i++) {
      times[i] = ExamplePlots.START_NANOS + i * 10_000_000L;
      watts[i] = i == 123_456 ? 999 : 50 + i % 7;
    }
    var series = Series.of("raw", SeriesRole.RAW, times, watts);

    String page = TraceHtml.page(new TracePlot("t", "", List.of(series), List.of(), List.of()));

    JsonNode kept = data(page).get("series").get(0).get("watts");
    assertThat(kept.size()).isLessThanOrEqualTo(4_000);
    double highest = 0;
    for (JsonNode value : kept) {
      highest = Math.max(highest, value.asDouble());
    }
    assertThat(highest).isEqualTo(999);
    assertThat(withoutLibrary(page)).contains("300,000");
  }

  /** The page without the chart library, which is long and has strings of all kinds. */
  private static String withoutLibrary(String page) throws IOException {
    return page.replace(PageParts.load().library(), "");
  }

  private static JsonNode data(String page) throws IOException {
    return new ObjectMapper()
        .readTree(group(page, "<script type=\"application/json\" id=\"trace\">(.*?)</script>"));
  }

  private static List<MatchResult> scripts(String page) {
    return SCRIPT.matcher(page).results().toList();
  }

  private static String group(String page, String pattern) {
    var matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(page);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }
}
