package io.wattune.sinks.point;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.thermal.sensor.SensorDoubt;
import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import io.wattune.store.catalogue.Column;
import io.wattune.store.catalogue.Measurement;
import io.wattune.store.catalogue.PointCatalogue;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PointMakersTest {
  private static final String DEVICE = "n1/GPU-1, a=b";

  private final Map<Topic, PointMaker> makers = PointMakers.of(BundledSchemas.get());

  @Test
  void everyColumnOfEveryPointIsInTheCatalogueWithItsType() throws Exception {
    List<ParsedLine> lines =
        Stream.of(
                points(Topic.POWER, Records.power(DEVICE, 0, Records.START_NANOS, 3, 1)),
                points(Topic.ENERGY, Records.window(DEVICE, 0, 1, 5)),
                points(Topic.ENERGY, Records.kernel(DEVICE, "a", "k", Records.START_NANOS, 5)),
                points(Topic.COMPONENT_POWER, Records.components(DEVICE)),
                points(Topic.HEAT, Records.heat(DEVICE, SensorDoubt.NONE)),
                points(Topic.FLEET, Records.fleet(2)),
                points(Topic.DECISIONS, Records.decision(DEVICE, 3)),
                points(Topic.DECISIONS, Records.claim()),
                points(Topic.ACTUATIONS, Records.actuation(DEVICE)))
            .flatMap(List::stream)
            .toList();

    assertThat(lines)
        .extracting(ParsedLine::measurement)
        .containsAll(PointCatalogue.all().stream().map(Measurement::name).toList());
    assertThat(lines).allSatisfy(PointMakersTest::fitsTheCatalogue);
  }

  private static void fitsTheCatalogue(ParsedLine line) {
    Measurement measurement =
        PointCatalogue.all().stream()
            .filter(each -> each.name().equals(line.measurement()))
            .findFirst()
            .orElseThrow();
    assertThat(line.tags().keySet())
        .isSubsetOf(measurement.tags().stream().map(Column::name).toList());
    assertThat(line.fields())
        .allSatisfy(
            (name, value) -> {
              Column column =
                  measurement.fields().stream()
                      .filter(each -> each.name().equals(name))
                      .findFirst()
                      .orElseThrow(() -> new AssertionError("no field " + name));
              String form =
                  switch (column.type()) {
                    case INTEGER -> "-?\\d+i";
                    case DECIMAL -> "-?\\d+\\.\\d+(E-?\\d+)?";
                    case FLAG -> "true|false";
                    case TEXT -> "\"[^\n]*\"";
                    case TAG -> "no field is a tag";
                  };
              assertThat(value).as(name).matches(form);
            });
  }

  @Test
  void aSampleHasItsOwnTimeAndExactPower() throws Exception {
    List<ParsedLine> lines =
        points(Topic.POWER, Records.power(DEVICE, 4, Records.START_NANOS + 7_000, 2, 123_456));

    assertThat(lines).hasSize(2);
    assertThat(lines.get(1).timeNanos()).isEqualTo(Records.START_NANOS + 1_007_000);
    assertThat(lines.get(1).tags()).containsEntry("device", DEVICE);
    assertThat(lines.get(1).fields())
        .containsEntry("true_power_watts", "123.457")
        .containsEntry("raw_power_watts", "100.001")
        .containsEntry("error_watts", "0.250")
        .containsEntry("quality_code", "1i")
        .containsEntry("revision", "4i");
  }

  @Test
  void whereThereIsNoPowerThereIsNoField() throws Exception {
    assertThat(points(Topic.POWER, Records.powerWithGap(DEVICE, 0, Records.START_NANOS)))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line.fields())
                    .doesNotContainKeys("true_power_watts", "error_watts")
                    .containsEntry("quality_code", "3i"));
    assertThat(points(Topic.FLEET, Records.fleet(0)))
        .singleElement()
        .satisfies(line -> assertThat(line.fields()).doesNotContainKey("power_watts"));
  }

  @Test
  void componentsAddUpToTheDevicesEnergyAndKernelsToTheirs() throws Exception {
    List<ParsedLine> lines = points(Topic.COMPONENT_POWER, Records.components(DEVICE));
    List<ParsedLine> parts =
        lines.stream().filter(line -> line.measurement().equals("component_power")).toList();
    assertThat(parts)
        .extracting(line -> line.tags().get("component"))
        .containsExactly("idle", "vector units", "memory");
    // 100 W for half a second.
    assertThat(joules(parts)).isEqualTo(50.0);
    assertThat(parts.get(1).fields())
        .containsEntry("component_watts", "60.0")
        .containsEntry("component_error_joules", "3.0")
        .containsEntry("duration_seconds", "0.500000000");
    assertThat(parts.get(1).text("doubts")).isEqualTo("drift no-power");

    List<ParsedLine> kernels =
        lines.stream().filter(line -> line.measurement().equals("component_kernels")).toList();
    assertThat(kernels).hasSize(6);
    // 80 and 30 W, 40 and 10 W, and 20 W of idle power with both, a quarter of a second each.
    assertThat(joules(kernels)).isEqualTo((110 + 50 + 2 * 20) * 0.25);
    assertThat(kernels.get(1).fields()).containsEntry("component_error_joules", "2.0");
    assertThat(kernels.get(4).fields()).doesNotContainKey("component_error_joules");
    assertThat(kernels).extracting(ParsedLine::timeNanos).doesNotContain(0L).hasSize(6);
    // Kernels that start together are points of their own on InfluxDB, too.
    assertThat(kernels.get(0).timeNanos()).isNotEqualTo(kernels.get(3).timeNanos());
  }

  @Test
  void aTotalWithoutASplitCountsInSumsToo() throws Exception {
    assertThat(points(Topic.COMPONENT_POWER, Records.componentsNotKnown(DEVICE)))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.tags()).containsEntry("component", "(not known)");
              assertThat(line.fields()).containsEntry("component_joules", "50.0");
            });
  }

  @Test
  void aDoubtfulSensorHasNoTemperature() throws Exception {
    assertThat(points(Topic.HEAT, Records.heat(DEVICE, SensorDoubt.NONE)).get(0).fields())
        .containsEntry("hot_spot_celsius", "65.0")
        .containsEntry("quality_code", "2i");
    assertThat(points(Topic.HEAT, Records.heat(DEVICE, SensorDoubt.FROZEN)).get(0).fields())
        .doesNotContainKeys("hot_spot_celsius", "sensor_celsius")
        .containsEntry("hot_spot_above_kelvin", "5.0")
        .containsEntry("quality_code", "4i");
  }

  private static double joules(List<ParsedLine> lines) {
    return lines.stream()
        .mapToDouble(line -> Double.parseDouble(line.fields().get("component_joules")))
        .sum();
  }

  @Test
  void fleetEnergyTooLargeForMicrojoulesIsKeptInJoules() throws Exception {
    assertThat(points(Topic.FLEET, Records.fleet(2)))
        .singleElement()
        .satisfies(
            line ->
                assertThat(Double.parseDouble(line.fields().get("energy_joules")))
                    .isEqualTo(12e12));
  }

  @Test
  void anEntryKeepsItsIdItsExactStartAndEnergyToTheMicrojoule() throws Exception {
    long start = Records.START_NANOS + 123;
    ParsedLine line =
        points(Topic.ENERGY, Records.kernel(DEVICE, "a1", "gemm \"x\"", start, -1_234_567)).get(0);

    assertThat(line.text("entry_id")).isEqualTo("kernel/" + DEVICE + "/power.draw/a1");
    assertThat(line.text("activity_name")).isEqualTo("gemm \"x\"");
    assertThat(line.text("labels")).isEqualTo("{\"job\":\"7\",\"user\":\"a\\\"b\"}");
    assertThat(line.fields())
        .containsEntry("start_nanos", start + "i")
        .containsEntry("energy_joules", "-1.234567")
        .containsEntry("duration_seconds", "1.000000000");
    assertThat(line.text("user_name")).isEqualTo("a\"b");
    assertThat(line.tags().keySet())
        .as("a revision that names another user must replace the point: it is no tag")
        .containsExactly("device", "book", "signal");
  }

  /** Fails where InfluxDB would keep the user whom an earlier revision named. */
  @Test
  void anActivityOfNobodySaysSoAndAWindowSaysNothingOfUsers() throws Exception {
    ParsedLine kernel = points(Topic.ENERGY, Records.kernelOfNobody(DEVICE, "a1")).get(0);
    ParsedLine window = points(Topic.ENERGY, Records.window(DEVICE, 0, 1, 5)).get(0);

    assertThat(kernel.text("user_name")).isEmpty();
    assertThat(window.fields()).doesNotContainKey("user_name");
  }

  @Test
  void anEntrySaysHowItWasSharedAndAWindowWhatTheCounterSays() throws Exception {
    ParsedLine kernel =
        points(Topic.ENERGY, Records.kernel(DEVICE, "a1", "gemm", Records.START_NANOS, 5)).get(0);
    ParsedLine window = points(Topic.ENERGY, Records.window(DEVICE, 0, 1, 5)).get(0);

    assertThat(kernel.fields())
        .containsEntry("share_fraction", "0.5")
        .containsEntry("idle_energy_joules", "0.000003")
        .doesNotContainKeys(
            "unexplained_joules", "counter_energy_joules", "integral_energy_joules");
    assertThat(window.fields())
        .containsEntry("counter_energy_joules", "0.000007")
        .containsEntry("integral_energy_joules", "0.000008")
        .containsEntry("counter_error_joules", "0.000001")
        .containsEntry("counter_disagrees", "true")
        .doesNotContainKeys("share_fraction", "idle_energy_joules");
  }

  @Test
  void revisionsOfAnEntryAreOnePointAndEntriesThatStartTogetherAreTwo() throws Exception {
    long first = points(Topic.ENERGY, Records.window(DEVICE, 0, 1, 5)).get(0).timeNanos();
    long later = points(Topic.ENERGY, Records.window(DEVICE, 1, 1, 6)).get(0).timeNanos();
    long one = kernelTime("a");
    long other = kernelTime("b");

    assertThat(later).isEqualTo(first);
    assertThat(one).isNotEqualTo(other);
    assertThat(one / 1000).isEqualTo(other / 1000).isEqualTo(Records.START_NANOS / 1000);
  }

  private long kernelTime(String id) throws Exception {
    byte[] record = Records.kernel(DEVICE, id, "k", Records.START_NANOS + 999, 5);
    return points(Topic.ENERGY, record).get(0).timeNanos();
  }

  @Test
  void aDecisionHasItsSettingsAsJsonAndAClaimHasNone() throws Exception {
    ParsedLine decision = points(Topic.DECISIONS, Records.decision(DEVICE, 3)).get(0);
    ParsedLine claim = points(Topic.DECISIONS, Records.claim()).get(0);

    assertThat(decision.text("settings"))
        .isEqualTo(
            "{\"\":{\"core.clock\":{\"megahertz\":800}},\"k\":{\"cu.count\":{\"count\":16}}}");
    assertThat(decision.fields()).containsEntry("lease_seconds", "2.500000000");
    assertThat(claim.fields().keySet()).containsExactly("epoch", "sequence");
    assertThat(claim.tags()).containsEntry("reason", "claim").doesNotContainKey("device");
  }

  @Test
  void eachControlOfAnActuationIsAPoint() throws Exception {
    List<ParsedLine> lines = points(Topic.ACTUATIONS, Records.actuation(DEVICE));

    assertThat(lines)
        .extracting(ParsedLine::measurement)
        .containsExactly("actuations", "controls", "controls");
    assertThat(lines.get(0).tags()).containsEntry("outcome", "partly_applied");
    assertThat(lines.get(1).fields()).containsEntry("read_back", "800i");
    assertThat(lines.get(2).fields()).doesNotContainKeys("wished", "read_back");
    assertThat(lines.get(2).text("control_reason")).isEqualTo("not-listed");
  }

  @Test
  void whatIsNoRecordOrCannotBeATagIsRefused() {
    assertThatThrownBy(() -> points(Topic.POWER, new byte[] {1, 2, 3}))
        .isInstanceOf(UndecodableException.class);
    assertThatThrownBy(() -> points(Topic.ENERGY, Records.claim()))
        .isInstanceOf(UndecodableException.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> points(Topic.ENERGY, Records.window("n\nevil value=1i", 0, 1, 5)))
        .withMessageContaining("device");
  }

  private List<ParsedLine> points(Topic topic, byte[] record) throws UndecodableException {
    PointLines lines = new PointLines();
    makers.get(topic).make(DEVICE, record, lines);
    return lines.text(0, lines.count()).lines().map(ParsedLine::of).toList();
  }
}
