package io.wattune.launcher.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.control.serving.ServingProfileFile;
import io.wattune.core.rightsize.RightSize;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.rightsize.RightSizeText;
import io.wattune.core.serving.DeviceShare;
import io.wattune.core.serving.JointPolicy;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingSetting;
import io.wattune.launcher.WattuneCommand;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testbed.serving.ServedGpu;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ProfileCommandTest {
  private static final ServingProfile TRUTH = ServedGpu.profile("resnet152");

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("profile", "--model", "resnet152"));
    all.addAll(List.of(arguments));
    CommandLine command = WattuneCommand.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(all.toArray(String[]::new));
  }

  private static String line(ServingSetting each) {
    return String.format(
        Locale.ROOT,
        "%d,%d,%s,%s,%s",
        each.units(),
        each.megaHertz(),
        TRUTH.seconds(each),
        TRUTH.busyWatts(each),
        TRUTH.waitingWatts(each));
  }

  private Path csv(List<String> rows) throws Exception {
    Path file = folder.resolve("measured.csv");
    Files.writeString(
        file,
        "# by hand\nunits,megaHertz,seconds,busyWatts,waitingWatts\n"
            + String.join("\n", rows)
            + "\n");
    return file;
  }

  /** Requests at some settings, and power between requests at all. */
  private static List<String> lines(Set<ServingSetting> asked) {
    return JointPolicy.settings(TRUTH, 1).stream()
        .map(
            each ->
                asked.contains(each)
                    ? line(each)
                    : each.units() + "," + each.megaHertz() + ",,," + TRUTH.waitingWatts(each))
        .toList();
  }

  /** What was measured, in any order, is what a controller gets. */
  @Test
  void allMeasurementsComeThroughTheFile() throws Exception {
    List<String> rows =
        new ArrayList<>(
            JointPolicy.settings(TRUTH, 1).stream().map(ProfileCommandTest::line).toList());
    Collections.shuffle(rows, new Random(3));
    Path file = folder.resolve("p.json");

    int code = run("--measurements", csv(rows).toString(), "--out", file.toString());

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).contains("540 settings, 540 of them measured;");
    MeasuredProfile read = ServingProfileFile.read(file);
    assertThat(read.model()).isEqualTo("resnet152");
    assertThat(read.rows()).isEqualTo(MeasuredProfile.of("m", 0, TRUTH).rows());
  }

  /** The setting that it names is measured and added, again and again, as somebody would do it. */
  @Tag("long")
  @Test
  void aTenthIsEnoughAndNoTimeIsFartherOffThanItSays() throws Exception {
    Set<ServingSetting> asked = new HashSet<>();
    for (int megaHertz : TRUTH.megaHertz()) {
      asked.add(new ServingSetting(megaHertz, TRUTH.units(), 1));
    }
    Path file = folder.resolve("p.json");
    while (run("--sample", "--measurements", csv(lines(asked)).toString(), "--out", file.toString())
        == 2) {
      String said = err.toString();
      int at = said.lastIndexOf(" MHz with ");
      assertThat(at).as(said).isPositive();
      String before = said.substring(0, at);
      int megaHertz = Integer.parseInt(before.replaceAll("(?s).*[^0-9]", ""));
      int units = Integer.parseInt(said.substring(at + 10).replaceAll("(?s)[^0-9].*", ""));
      asked.add(new ServingSetting(megaHertz, units, 1));
      assertThat(asked).hasSizeLessThanOrEqualTo(54);
    }
    assertThat(out.toString())
        .contains("540 settings, " + asked.size() + " of them measured, times");
    double stated =
        Double.parseDouble(
            Files.readString(file).replaceAll("(?s).*SecondsError\" : ([^,]*),.*", "$1"));
    MeasuredProfile read = ServingProfileFile.read(file);
    for (ServingSetting each : JointPolicy.settings(TRUTH, 1)) {
      assertThat(Math.abs(read.seconds(each) / TRUTH.seconds(each) - 1))
          .as(each.toString())
          .isLessThanOrEqualTo(stated);
    }
  }

  /** Batches of 1, 4 and 8 at all settings; a file keeps them, and one that lacks some is named. */
  @Test
  void batchesComeThroughTheFile() throws Exception {
    List<String> rows = new ArrayList<>();
    for (ServingSetting each : JointPolicy.settings(TRUTH, 1, 4, 8)) {
      rows.add(line(each) + "," + each.batch());
    }
    Path measured = folder.resolve("batches.csv");
    String header = "units,megaHertz,seconds,busyWatts,waitingWatts,batch\n";
    Files.writeString(measured, header + String.join("\n", rows) + "\n");
    Path file = folder.resolve("p.json");

    int code =
        run("--measurements", measured.toString(), "--batch-limit", "4", "--out", file.toString());

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).contains("540 settings, 1620 measurements of them", "; 4 at once ");
    MeasuredProfile read = ServingProfileFile.read(file);
    assertThat(read.batches().limit()).isEqualTo(4);
    assertThat(read.batches().largest()).isEqualTo(8);
    for (ServingSetting each : JointPolicy.settings(TRUTH, 1, 4, 8)) {
      double off = read.seconds(each) / TRUTH.seconds(each) - 1;
      // On the safe side: not shorter, and longer by its bend twice at most.
      assertThat(off).as(each.toString()).isBetween(-1e-9, 2 * read.batches().error() + 0.15);
    }

    Files.writeString(measured, header + String.join("\n", rows.subList(1, rows.size())) + "\n");
    assertThat(run("--measurements", measured.toString(), "--batch-limit", "4")).isEqualTo(2);
    assertThat(err.toString()).contains("with 1 units was not measured");
    assertThat(run("--measurements", measured.toString(), "--batch-limit", "16")).isEqualTo(2);
    assertThat(err.toString()).contains("--batch-limit: no batch of 16 or more was measured");
  }

  /** Percentages are units where there are no others; a slice's are said beside it. */
  @Test
  void sharesOfADeviceComeThroughTheFile() throws Exception {
    String header = "megaHertz,%sshare,seconds,busyWatts,waitingWatts,batch\n";
    String rows =
        """
        1980,%1$s,0.010,400,120,1
        1980,%1$s,0.020,420,120,4
        1200,%1$s,0.015,300,100,1
        1200,%1$s,0.030,320,100,4
        """;
    Path measured = folder.resolve("shares.csv");
    Path file = folder.resolve("p.json");
    String[] command = {
      "--measurements", measured.toString(), "--batch-limit", "2", "--out", file.toString()
    };

    Files.writeString(
        measured, header.formatted("") + rows.formatted("60") + rows.formatted("100"));
    assertThat(run(command)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("4 settings", "up to 100 units at the shares 60, 100;");
    MeasuredProfile read = ServingProfileFile.read(file);
    assertThat(read.byShare().keySet())
        .containsExactly(new DeviceShare("60"), new DeviceShare("100"));
    assertThat(read.batches().limit()).isEqualTo(2);
    assertThat(read.rows()).hasSize(4);

    Files.writeString(
        measured,
        header.formatted("units,") + rows.formatted("60,3g.71gb") + rows.formatted("132,7g.141gb"));
    assertThat(run(command)).as(err.toString()).isZero();
    assertThat(ServingProfileFile.read(file).byShare().get(new DeviceShare("3g.71gb")).units())
        .isEqualTo(60);

    Files.writeString(
        measured,
        header.formatted("units,") + rows.formatted("16,1g.18gb") + rows.formatted("16,1g.35gb"));
    assertThat(run(command)).isEqualTo(2);
    assertThat(err.toString())
        .contains("line 6: 16 units are of the shares 1g.18gb and 1g.35gb; measure one of the two");

    Files.writeString(measured, header.formatted("") + rows.formatted("3g.71gb"));
    assertThat(run(command)).isEqualTo(2);
    assertThat(err.toString())
        .contains("line 2: share must be a whole number above 0, was '3g.71gb'");
    assertThat(run("--measurements", measured.toString(), "--sample")).isEqualTo(2);
  }

  @Test
  void aModelOfTheSimulatedMi50NeedsNoMeasurements() throws Exception {
    Path file = folder.resolve("p.json");
    assertThat(run("--sample", "--json", "--out", file.toString())).as(err.toString()).isZero();
    assertThat(out.toString()).contains("\"settings\":540");
    assertThat(ServingProfileFile.read(file).baseline()).isEqualTo(TRUTH.baseline());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "60,1725,0.01,100 | has 4 values, the header 5",
        "60,1725,0,100,50 | seconds must be above 0",
        "60,1725,0.01,40,50 | busyWatts not below waitingWatts",
        "60.5,1725,0.01,100,50 | units must be a whole number above 0, was '60.5'",
        "60,1725,NaN,100,50 | seconds must be a number, was 'NaN'",
      })
  void whatCannotBeIsRefusedWithItsLine(String row, String words) throws Exception {
    assertThat(run("--measurements", csv(List.of(row)).toString())).isEqualTo(2);
    assertThat(err.toString()).contains("line 3").contains(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ | not JSON",
        "[] | must be an object",
        "{\"format\":\"x\"} | format must be 'wattune-serving-profile/1'",
        "{\"format\":\"wattune-serving-profile/1\",\"modle\":1} | modle is not a key; did you mean 'model'?",
        "{\"format\":\"wattune-serving-profile/1\"} | rows is missing",
        "{\"format\":\"wattune-serving-profile/1\",\"rows\":[]} | model is missing",
        "{\"format\":\"wattune-serving-profile/1\",\"rows\":[{\"megaHertz\":1.5}]} | rows[0].megaHertz must be a whole number from 1 on, was 1.5",
      })
  void aFileThatIsNoneIsRefusedByWhatIsWrong(String text, String words) throws Exception {
    Path file = Files.writeString(folder.resolve("wrong.json"), text);
    String said = "";
    try {
      ServingProfileFile.read(file);
    } catch (EngineException e) {
      said = e.getMessage();
    }
    assertThat(said).contains(file.toString()).contains(words);

    CommandLine command = WattuneCommand.commandLine();
    command.setErr(new PrintWriter(err, true));
    assertThat(
            command.execute("control", "--policy", "cofris", "--serving-profile", file.toString()))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--serving-profile").contains(words);
  }

  private int kernels(String text, String... more) throws Exception {
    Path file = folder.resolve("kernels.csv");
    Files.writeString(file, text);
    List<String> all = new ArrayList<>(List.of("--kernels", file.toString(), "--product", "MI50"));
    all.addAll(List.of(more));
    return run(all.toArray(String[]::new));
  }

  @Test
  void timesOfKernelsBecomeARightSizeTable() throws Exception {
    Path file = folder.resolve("sizes");
    String text =
        """
        kernel,kernel_size,input_size,units,seconds,error
        gemm,64,32,1,4e-3,1e-5
        gemm,64,32,2,2e-3,1e-5
        gemm,64,32,3,1.99e-3,1e-5
        gemm,64,32,4,1.99e-3,1e-5
        relu,8,32,1,1e-4,
        relu,8,32,4,1e-4,
        """;

    assertThat(kernels(text, "--margin", "1", "--by", "ada", "--out", file.toString()))
        .as(err.toString())
        .isZero();

    RightSizeTable table = RightSizeText.read(Files.readString(file));
    assertThat(table.kernels())
        .containsExactly(
            new RightSize(
                "gemm",
                64,
                32,
                2,
                3,
                1.99e-3,
                OptionalDouble.of(1e-5),
                1.99e-3,
                OptionalDouble.of(1e-5)),
            // Two units were not measured: the next above the margin that was.
            new RightSize(
                "relu", 8, 32, 1, 4, 1e-4, OptionalDouble.empty(), 1e-4, OptionalDouble.empty()));
    assertThat(table.measuredBy()).isEqualTo("ada");
    assertThat(table.key()).isEqualTo("MI50/resnet152");
    assertThat(out.toString()).contains("2 kernels of 6 measurements");
  }

  @Test
  void allThatIsWrongWithTimesOfKernelsIsSaidAtOnce() throws Exception {
    String text =
        """
        kernel,kernel_size,input_size,units,seconds
        gemm,64,32,0,1e-3
        gemm,sixty,32,4,-1
        gemm,64,32,4
        ,64,32,4,1e-3
        gemm,64,32,4,1e-3
        gemm,64,32,4,1e-3
        """;

    assertThat(kernels(text)).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "line 2, column units: '0'; write a whole number from 1 to",
            "line 3, column kernel_size: 'sixty'; write a whole number from 1 on",
            "line 3, column seconds: '-1'; write seconds above 0",
            "line 4: it has 4 values, the header 5",
            "line 5, column kernel: ''; write a name",
            "line 7: kernel 'gemm' of size 64, input 32 stands there twice with 4 units");

    assertThat(kernels("kernel,kernel_size,input_size,units,seconds\na,1,1,4,1\nb,1,1,2,1\n"))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("kernel 'b' of size 1, input 1 was not measured with all 4 units; add that row");
    assertThat(run("--publish")).isEqualTo(2);
    assertThat(err.toString()).contains("--product, --publish and --key are for --kernels");
  }
}
