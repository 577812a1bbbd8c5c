package io.wattune.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.wattune.core.ledger.Activity;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.report.progress.Progress;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputReaderTest {
  private static final String HEADER = "timestamp, uuid, power.draw [W]\n";

  @TempDir Path folder;

  @Test
  void everyDeviceGetsTheWholeTraceAndTheActivitiesThatItSaw() throws Exception {
    Path readings =
        write(
            "r.csv",
            HEADER
                + row(0, "GPU-a", 10)
                + row(0, "GPU-b", 10)
                + row(5, "GPU-a", 20)
                + row(9, "GPU-b", 20));
    Path activities =
        write(
            "a.csv",
            "start_epoch_us,end_epoch_us,name\n1767614401000000,1767614402000000,early\n"
                + "1767614407000000,1767614408000000,late\n");
    ReplayInput input = read(List.of(readings), List.of(activities), null);
    assertThat(input.devices()).containsExactly("recorded/GPU-a", "recorded/GPU-b");
    assertThat(input.activities())
        .extracting(Activity::device, Activity::name, Activity::activityId)
        .containsExactlyInAnyOrder(
            tuple("recorded/GPU-a", "trace", "trace"),
            tuple("recorded/GPU-b", "trace", "trace"),
            tuple("recorded/GPU-a", "early", "a1"),
            tuple("recorded/GPU-b", "early", "a1"),
            tuple("recorded/GPU-b", "late", "a2"));
    assertThat(input.notes()).anyMatch(note -> note.contains("1 of 2 activities are left out"));
    assertThat(input.files()).hasSize(2).allMatch(file -> file.sha256().length() == 64);
  }

  @Test
  void recordingsOfOneDeviceAreJoinedInTheOrderOfTime() throws Exception {
    Path second = write("second.csv", HEADER + row(6, "GPU-a", 30) + row(7, "GPU-a", 40));
    Path first = write("first.csv", HEADER + row(0, "GPU-a", 10) + row(1, "GPU-a", 20));
    ReplayInput input = read(List.of(second, first), List.of(), null);
    assertThat(input.traces()).hasSize(1);
    assertThat(input.traces().get(0).values()).containsExactly(10_000, 20_000, 30_000, 40_000);
  }

  @Test
  void filesOfOneNameWithoutUuidsAreDifferentDevices() throws Exception {
    String text = "timestamp, power.draw [W]\n" + row(0, null, 1) + row(1, null, 2);
    Path one = write("one/gpudata.csv", text);
    Path two = write("two/gpudata.csv", text);
    assertThat(read(List.of(one, two), List.of(), null).devices())
        .containsExactly("one/gpudata.csv#0", "two/gpudata.csv#0");
  }

  @Test
  void malformedLinesAreCountedForTheOnlyDeviceOfAFile() throws Exception {
    Path file =
        write("r.csv", HEADER + row(0, "GPU-a", 1) + "rubbish\n" + row(1, "GPU-a", 2) + "more\n");
    ReplayInput input = read(List.of(file), List.of(), null);
    assertThat(input.malformedLines()).isEqualTo(2);
    assertThat(input.malformedByDevice()).containsEntry("recorded/GPU-a", 2L);
    assertThat(input.toPublish().malformed()).hasSize(2);
  }

  @Test
  void aDeviceWithoutTwoReadingsIsNotedAndLeftOut() throws Exception {
    Path file =
        write("r.csv", HEADER + row(0, "GPU-a", 1) + row(0, "GPU-b", 1) + row(1, "GPU-a", 2));
    ReplayInput input = read(List.of(file), List.of(), null);
    assertThat(input.devices()).containsExactly("recorded/GPU-a");
    assertThat(input.notes()).anyMatch(note -> note.contains("recorded/GPU-b is left out"));
  }

  @Test
  void oneReadingAloneIsNothingUsable() throws Exception {
    Path file = write("r.csv", HEADER + row(0, "GPU-a", 1));
    assertThatThrownBy(() -> read(List.of(file), List.of(), null))
        .isInstanceOfSatisfying(EngineException.class, e -> assertThat(e.isInputWrong()).isFalse())
        .hasMessageContaining("fewer than two readings");
  }

  @Test
  void aMeterNeedsOneDevice() throws Exception {
    Path file =
        write(
            "r.csv",
            HEADER
                + row(0, "GPU-a", 1)
                + row(0, "GPU-b", 1)
                + row(1, "GPU-a", 2)
                + row(1, "GPU-b", 2));
    Path meter = write("m.csv", "epoch_us,watts\n1767614400000000,1\n1767614401000000,1\n");
    assertThatThrownBy(() -> read(List.of(file), List.of(), meter))
        .isInstanceOfSatisfying(EngineException.class, e -> assertThat(e.isInputWrong()).isTrue())
        .hasMessageContaining("--device");
  }

  @Test
  void theModelThatAColumnNamesGoesWithTheReadings() throws Exception {
    String named = HEADER.replace("uuid", "uuid, name");
    Path file =
        write("r.csv", named + row(0, "GPU-a, Tesla K20m", 1) + row(1, "GPU-a, Tesla K20m", 2));
    Path later = write("s.csv", HEADER + row(2, "GPU-a", 3) + row(3, "GPU-a", 4));

    ReplayInput input = read(List.of(file, later), List.of(), null);

    assertThat(input.traces()).hasSize(1);
    assertThat(input.traces().get(0).model()).isEqualTo("Tesla K20m");
    assertThat(input.profiles()).isEqualTo(ProfileChoice.AUTO);
  }

  @Test
  void aModelGivesWhatWasPublishedOfItAsAPriorAndAnUnknownOneIsRefused() throws Exception {
    Path file = write("r.csv", HEADER + row(0, "GPU-a", 1) + row(1, "GPU-a", 2));
    ProfileChoice choice = read(List.of(file), List.of(), null, "model:Tesla K20m").profiles();

    assertThat(choice.learns()).isTrue();
    assertThat(choice.profiles())
        .singleElement()
        .satisfies(
            profile -> {
              assertThat(profile.timeConstantSeconds()).isEqualTo(0.84);
              assertThat(profile.source()).isEqualTo(ProfileSource.PRIOR);
            });
    assertThatThrownBy(() -> read(List.of(file), List.of(), null, "model:Abacus"))
        .isInstanceOfSatisfying(EngineException.class, e -> assertThat(e.isInputWrong()).isTrue())
        .hasMessageContaining("nothing is known of the sensors of that model");
  }

  private ReplayInput read(List<Path> files, List<Path> activities, @Nullable Path meter)
      throws EngineException {
    return read(files, activities, meter, ReplayOptions.PROFILE_AUTO);
  }

  private ReplayInput read(
      List<Path> files, List<Path> activities, @Nullable Path meter, String profile)
      throws EngineException {
    return new InputReader(
            new ReplayOptions(
                files.stream().map(Path::toString).toList(),
                null,
                null,
                activities.stream().map(Path::toString).toList(),
                null,
                profile,
                meter == null ? null : meter.toString(),
                ZoneOffset.UTC,
                OptionalDouble.empty(),
                Duration.ofMinutes(10),
                1,
                null,
                null,
                null,
                false,
                true,
                List.of()))
        .read(Progress.NONE);
  }

  private static String row(int second, @Nullable String uuid, int watts) {
    return "2026/01/05 12:00:0"
        + second
        + ".000, "
        + (uuid == null ? "" : uuid + ", ")
        + watts
        + " W\n";
  }

  private Path write(String name, String text) throws Exception {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
