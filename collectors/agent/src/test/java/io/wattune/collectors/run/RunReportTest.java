package io.wattune.collectors.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class RunReportTest {

  @Test
  void oneDeviceIsOneLine() throws Exception {
    assertThat(
            report(
                    """
                    {"ok":true,"do":"end","startNanos":0,"endNanos":12340000000,"complete":true,
                     "provisional":true,"joules":2345.6,"standardErrorJoules":82.1,
                     "quality":"CORRECTED","coverage":0.997,
                     "devices":[{"device":"n1/G1","joules":2345.6}]}""")
                .lines())
        .containsExactly(
            "wattune: 'train' took 12.34 s and 2346 J +- 82.10 J, 190.1 W"
                + " (corrected, 100 % seen, provisional)");
  }

  @Test
  void severalDevicesAreListedAndWhatLacksIsSaid() throws Exception {
    assertThat(
            report(
                    """
                    {"ok":true,"do":"end","startNanos":0,"endNanos":1000000000,"complete":false,
                     "provisional":true,"joules":10,"standardErrorJoules":1,
                     "quality":"GAP","coverage":1,
                     "devices":[
                       {"device":"n1/G1","joules":10,"standardErrorJoules":1,"share":0.5,
                        "quality":"MEASURED","coverage":1,"provisional":false},
                       {"device":"n1/G2","joules":null,"reason":"it hangs"}]}""")
                .lines())
        .containsExactly(
            "wattune: 'train' took 1.000 s and 10.00 J +- 1.000 J, 10.00 W"
                + " (gap, 100 % seen, provisional)",
            "wattune:   n1/G1: 10.00 J +- 1.000 J, 10.00 W"
                + " (measured, 100 % seen, 50 % of the time its own)",
            "wattune:   n1/G2: no energy: it hangs",
            "wattune: the sum leaves out the devices that have no energy");
  }

  @Test
  void noEnergyIsNeverZero() throws Exception {
    RunReport report =
        report(
            """
            {"ok":true,"do":"end","startNanos":0,"endNanos":1000000000,"complete":false,
             "joules":null,"devices":[{"device":"n1/G1","joules":null,"reason":"it hangs"}]}""");

    assertThat(report.lines())
        .containsExactly(
            "wattune: 'train' took 1.000 s and an energy that is not known",
            "wattune:   n1/G1: no energy: it hangs");
    assertThat(report.json(3).path("joules").isNull()).isTrue();
    assertThat(report.json(3).has("watts")).isFalse();
    assertThat(report.json(3).path("exitCode").asInt()).isEqualTo(3);
  }

  private static RunReport report(String answer) throws Exception {
    JsonNode json = new ObjectMapper().readTree(answer);
    return new RunReport("train", json);
  }
}
