package io.wattune.launcher.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.schemas.profile.ProfileFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Readings of a simulated K20 and its meter, through the command line. */
class CalibrateCommandTest {
  private static final double SECONDS = 14;
  private static final double LAG_SECONDS = 0.84;
  private static final LocalDateTime START = LocalDateTime.of(2023, 7, 8, 12, 0);
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss.SSS");

  @TempDir Path folder;

  @Test
  void writesAProfileThatIsReadBackAndPlotsBesideIt() throws Exception {
    Path out = folder.resolve("k20.json");

    JsonNode device =
        json("calibrate", readings(158), "--time-zone", "UTC", "--out", out.toString(), "--json");

    assertThat(device.path("resolved").asBoolean()).isTrue();
    assertThat(device.path("edges").path("lags").asInt()).isEqualTo(1);
    SensorProfile profile = ProfileFile.read(Files.readAllBytes(out), "k20.json").get(0).profile();
    assertThat(profile.sensorClass()).isEqualTo(SensorClass.FIRST_ORDER_LAG);
    assertThat(profile.source()).isEqualTo(ProfileSource.GIVEN);
    assertThat(profile.response().timeConstantSeconds())
        .isCloseTo(LAG_SECONDS, within(profile.response().timeConstantErrorSeconds()));
    assertThat(folder.resolve("k20.html")).content().contains("steps through first-order-lag");
  }

  /** Before a meter the gain alone is too much; with one there is a floor, in words and numbers. */
  @Tag("nightly")
  @Test
  void theMeterShowsResponseAndScaleAndWhatIsTooSmallOrTooShort() throws Exception {
    Run alone = run("calibrate", readings(158), "--time-zone", "UTC");
    JsonNode device =
        json(
            "calibrate",
            readings(158),
            "--time-zone",
            "UTC",
            "--activity",
            activity(),
            "--meter",
            meter(158),
            "--json");

    assertThat(device.path("meterResponse").path("class").asText()).isEqualTo("first-order-lag");
    assertThat(device.path("profile").path("timeConstantSeconds").asDouble())
        .isCloseTo(LAG_SECONDS, within(0.03));
    assertThat(device.path("profile").path("gain").asDouble()).isCloseTo(1, within(0.01));
    assertThat(device.path("meterClock").path("takenOut").asBoolean()).isFalse();
    JsonNode floor = device.path("noiseFloor");
    assertThat(alone.out)
        .contains("  floor   No load is known within 5 % before a meter is used")
        .contains("Polled every 5 ms, the gain aside, a load of 134 W is known within 5 % from");
    assertThat(floor.path("gainIsKnown").asBoolean()).isTrue();
    assertThat(floor.path("shortest")).hasSize(3);
    assertThat(floor.path("shortest").get(0).path("seconds").asDouble()).isBetween(0.001, 1.0);
    assertThat(floor.path("smallest").get(2).path("watts").asDouble()).isBetween(0.1, 134.0);
    assertThat(floor.path("sentences").get(0).asText()).contains("is known within 5 % from");
  }

  @Test
  void saysSoInWordsWhereNothingCanBeTold() throws Exception {
    Run run = run("calibrate", readings(24), "--time-zone", "UTC");

    assertThat(run.code).isEqualTo(ExitCode.DONE);
    assertThat(run.out)
        .contains("assumed")
        .contains("0 rising edges")
        .contains("unresolved, the prior is kept");
  }

  @Test
  void refusesAProfileInAFolderThatIsNotThere() throws Exception {
    Run run = run("calibrate", readings(158), "--out", folder.resolve("no/p.json").toString());

    assertThat(run.code).isEqualTo(ExitCode.USAGE);
    assertThat(run.err).contains("must name a file in a folder that is there");
  }

  /** Too little to learn of: what was published stays, and is called what it is. */
  @Test
  void keepsWhatWasPublishedOfTheModelThatTheRecordingNames() throws Exception {
    JsonNode device = json("calibrate", readings(24, "Tesla K20m"), "--time-zone", "UTC", "--json");

    assertThat(device.path("resolved").asBoolean()).isFalse();
    assertThat(device.path("model").asText()).isEqualTo("Tesla K20m");
    assertThat(device.path("priorIsPublished").asBoolean()).isTrue();
    assertThat(device.path("profile").path("class").asText()).isEqualTo("first-order-lag");
    assertThat(device.path("profile").path("timeConstantSeconds").asDouble())
        .isEqualTo(LAG_SECONDS);
    assertThat(device.path("profile").path("source").asText()).isEqualTo("prior");
    assertThat(device.path("explanation").get(1).asText())
        .contains("published of a 'Tesla K20m'")
        .contains("not measured on it");
    JsonNode unnamed = json("calibrate", readings(24), "--time-zone", "UTC", "--json");
    assertThat(unnamed.path("profile").path("class").asText()).isEqualTo("pass-through");
    assertThat(unnamed.path("explanation")).hasSize(1);
  }

  @Test
  void theModelThatIsGivenCountsAndWhatIsLearnedTakesItsPlace() throws Exception {
    String[] question = {"calibrate", readings(158), "--time-zone", "UTC", "--json"};
    JsonNode plain = json(question);
    var named = Arrays.copyOf(question, question.length + 2);
    named[question.length] = "--model";
    named[question.length + 1] = "K40m";

    JsonNode device = json(named);

    assertThat(device.path("profile")).isEqualTo(plain.path("profile"));
    assertThat(device.path("explanation").get(1).asText()).contains("a prior, which was replaced");
  }

  /** The board takes 40 W where its sensor shows 24 W. */
  @Test
  void whatTheBoardTrulyTakesAtIdleSetsTheOffset() throws Exception {
    JsonNode device =
        json(
            "calibrate",
            readings(158),
            "--time-zone",
            "UTC",
            "--true-idle",
            "40",
            "--true-idle-error",
            "2",
            "--json");

    assertThat(device.path("trueIdle").path("sensorWatts").asDouble()).isCloseTo(24, within(0.5));
    JsonNode profile = device.path("profile");
    double idle = profile.path("gain").asDouble() * 24 + profile.path("offsetWatts").asDouble();
    assertThat(idle).isCloseTo(40, within(2.0));
    assertThat(device.path("explanation").toString()).contains("the board takes 40.0 W (+- 2.0 W)");
    Run wrong = run("calibrate", readings(24), "--true-idle", "-3");
    assertThat(wrong.code).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err).contains("--true-idle must be the watts of one idle board");
  }

  @Test
  void refusesAModelOfWhichNothingIsKnown() throws Exception {
    Run run = run("calibrate", readings(24), "--model", "Radeon HD 7970");

    assertThat(run.code).isEqualTo(ExitCode.USAGE);
    assertThat(run.err).contains("--model Radeon HD 7970: nothing is known");
    Run noted = run("calibrate", readings(24, "Radeon HD 7970"), "--time-zone", "UTC");
    assertThat(noted.code).isEqualTo(ExitCode.DONE);
    assertThat(noted.out).contains("nothing is known of the sensors of a 'Radeon HD 7970'");
  }

  private record Run(int code, String out, String err) {}

  private static Run run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine command = WattuneCommand.commandLine();
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    int code = command.execute(arguments);
    return new Run(code, out.toString(), err.toString());
  }

  private static JsonNode json(String... arguments) throws Exception {
    Run run = run(arguments);
    assertThat(run.code).as(run.err).isEqualTo(ExitCode.DONE);
    return new ObjectMapper().readTree(run.out).path("devices").get(0);
  }

  private static double power(double t, double busy) {
    return t >= 2 && t < 8 ? busy : 24;
  }

  /** A lag of 0.84 s, a new value every 15 ms, a poll every 5 ms. */
  private String readings(double busy) throws Exception {
    return readings(busy, null);
  }

  /** The same with a column that names the model. */
  private String readings(double busy, @Nullable String model) throws Exception {
    String named = model == null ? "" : ", " + model;
    var csv = new StringBuilder("timestamp, index");
    csv.append(model == null ? "" : ", name").append(", power.draw [W]\n");
    for (int i = 0; i < SECONDS * 200; i++) {
      double update = Math.floor(i / 3.0) * 0.015;
      double shown = 24;
      if (update >= 2) {
        shown = busy - (busy - 24) * Math.exp(-(Math.min(update, 8) - 2) / LAG_SECONDS);
      }
      if (update >= 8) {
        shown = 24 + (shown - 24) * Math.exp(-(update - 8) / LAG_SECONDS);
      }
      csv.append(START.plusNanos(i * 5_000_000L).format(STAMP))
          .append(String.format(Locale.ROOT, ", 0%s, %.2f W%n", named, shown));
    }
    return write("readings-" + busy + (model == null ? "" : "-named") + ".csv", csv);
  }

  private String meter(double busy) throws Exception {
    var csv = new StringBuilder("epoch_us,watts\n");
    long start = START.toEpochSecond(ZoneOffset.UTC) * 1_000_000;
    for (int i = 0; i < SECONDS * 1000; i++) {
      csv.append(start + i * 1000L).append(',').append(power(i * 1e-3, busy)).append('\n');
    }
    return write("meter.csv", csv);
  }

  private String activity() throws Exception {
    long start = START.toEpochSecond(ZoneOffset.UTC) * 1_000_000;
    return write(
        "activity.csv",
        new StringBuilder("start_epoch_us,end_epoch_us,name\n")
            .append(start + 2_000_000)
            .append(',')
            .append(start + 8_000_000)
            .append(",load\n"));
  }

  private String write(String name, CharSequence content) throws Exception {
    return Files.writeString(folder.resolve(name), content).toString();
  }
}
