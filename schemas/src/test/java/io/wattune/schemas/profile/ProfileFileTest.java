package io.wattune.schemas.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.sensor.GivenProfile;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.failure.EngineException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileFileTest {
  private static final String WRITTEN = ProfileFile.text(List.of(profile("k20.csv#0")));

  @Test
  void readsBackWhatAReportWrote() throws Exception {
    List<SensorProfile> read = read(WRITTEN);
    SensorProfile written = profile("k20.csv#0");
    assertThat(read).hasSize(1);
    SensorProfile profile = read.get(0);
    assertThat(profile.source()).isEqualTo(ProfileSource.GIVEN);
    assertThat(profile).usingRecursiveComparison().ignoringFields("source").isEqualTo(written);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"class\" : \"first-order-lag\" | \"class\" : \"second-order\" | profiles[0]: class"
            + " 'second-order' is unknown",
        "\"class\" : \"first-order-lag\" | \"class\" : \"boxcar\" | profiles[0]: windowSeconds must be"
            + " above 0",
        "\"gain\" : 1.02 | \"gain\" : \"1.02\" | profiles[0].gain must be a number, was \"1.02\"",
        "\"gain\" : 1.02 | \"gain\" : -1 | profiles[0]: gain must be",
        "\"device\" : \"k20.csv#0\" | \"x\" : 1 | profiles[0].device is missing",
        "\"profiles\" | \"profile\" | holds no profiles",
        "} ] | } ] } | line",
      })
  void saysWhatIsWrongInWhichProfile(String good, String bad, String message) {
    assertThat(WRITTEN).contains(good);
    assertThatThrownBy(() -> read(WRITTEN.replace(good, bad)))
        .isInstanceOf(EngineException.class)
        .hasMessageStartingWith("p.json")
        .hasMessageContaining(message);
  }

  @Test
  void prefersAnExactProfileToOneForAnyDevice() throws Exception {
    List<GivenProfile> profiles =
        ProfileFile.read(
            ProfileFile.text(
                    List.of(profile("*").scaled("any", 1.1, 0.02, 0, 5, 0), profile("k20.csv#0")))
                .getBytes(StandardCharsets.UTF_8),
            "p.json");
    assertThat(ProfileFile.find(profiles, "k20.csv#0", "power.draw", "", "p.json").gain())
        .isEqualTo(1.02);
    assertThat(ProfileFile.find(profiles, "other", "power.draw", "", "p.json").gain())
        .isEqualTo(1.1);
  }

  @Test
  void ofAnotherBoardGainAndOffsetAreLessKnown() throws Exception {
    SensorProfile written = read(WRITTEN).get(0);
    SensorProfile other =
        read(WRITTEN.replace("\"gain\" :", "\"ofAnotherBoard\" : true, \"gain\" :")).get(0);

    assertThat(other).isEqualTo(ProfileChoice.ofAnotherBoard(written));
    assertThat(other.gainError()).isGreaterThan(0.044);
    assertThatThrownBy(
            () -> read(WRITTEN.replace("\"gain\" :", "\"ofAnotherBoard\" : 1, \"gain\" :")))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("profiles[0].ofAnotherBoard must be true or false, was 1");
  }

  @Test
  void aModelsProfileIsForAllDevicesOfIt() throws Exception {
    String ofModel = WRITTEN.replace("\"gain\" :", "\"model\" : \"Tesla K20m\", \"gain\" :");
    List<GivenProfile> profiles = given(ofModel.replace("k20.csv#0", "*"));

    assertThat(ProfileFile.find(profiles, "other", "power.draw", "Tesla K20m", "p.json").device())
        .isEqualTo("other");
    assertThatThrownBy(
            () -> ProfileFile.find(profiles, "other", "power.draw", "Tesla K40m", "p.json"))
        .hasMessageContaining("only for any of model 'Tesla K20m' and 'power.draw'");
    assertThatThrownBy(() -> given(ofModel))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("p.json: profiles[0]: ")
        .hasMessageContaining("device must be '*', was 'k20.csv#0'");
    assertThatThrownBy(() -> given(WRITTEN.replace("\"gain\" :", "\"model\" : 20, \"gain\" :")))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("profiles[0].model must be a text");
  }

  @Test
  void namesWhatThereIsWhenTheDeviceIsMissing() throws Exception {
    List<GivenProfile> profiles = given(WRITTEN);
    assertThatThrownBy(() -> ProfileFile.find(profiles, "other", "power.draw", "", "p.json"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("'other'")
        .hasMessageContaining("'k20.csv#0'")
        .hasMessageContaining("\"device\": \"*\"");
  }

  private static List<SensorProfile> read(String json) throws EngineException {
    return given(json).stream().map(GivenProfile::profile).toList();
  }

  private static List<GivenProfile> given(String json) throws EngineException {
    return ProfileFile.read(json.getBytes(StandardCharsets.UTF_8), "p.json");
  }

  private static SensorProfile profile(String device) {
    return new SensorProfile(
        "p-1",
        device,
        "power.draw",
        SensorModel.lag(0.84, 0.006),
        ProfileSource.LEARNED,
        0.015,
        0.001,
        0.0005,
        1.02,
        0.01,
        -0.5,
        0.25,
        -0.002,
        0.07,
        3,
        Long.MIN_VALUE);
  }
}
