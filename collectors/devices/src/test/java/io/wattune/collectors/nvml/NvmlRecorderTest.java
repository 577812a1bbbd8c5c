package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.collectors.nvml.library.NvmlPair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NvmlRecorderTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolveSibling("docs/reference/captured-device.md");

  @Test
  void whatIsCapturedPlaysAsTheGpuDid() throws Exception {
    var real =
        new FakeNvml(
            TestGpus.H100
                + """
                field.186.0 #40 300000
                clock.0 #5 1980
                samples.0 @0 1000000 90000
                samples.0 @100 1100000 91000
                gpm @0 1
                gpm.2 @0 12.5
                """);
    real.setMillis(0);
    real.init();
    // A machine that stands still would make two moments of the GPU one.
    var time =
        new GpuTime() {
          private long now;

          @Override
          public long nanos() {
            return now;
          }

          @Override
          public void await(long nanos) {
            now = Math.max(now, nanos);
            real.setMillis(now / 1_000_000);
          }
        };

    String captured = NvmlRecorder.record(real, real.device(0), time, 400_000_000, since -> {});

    assertThat(captured).doesNotContain("GPU-a");
    var played = new FakeNvml(captured);
    played.setMillis(0);
    FoundDevice original = TestGpus.kind(real).find().devices().get(0);
    played.setMillis(10_000);
    FoundDevice copy = TestGpus.kind(played).find().devices().get(0);
    assertThat(copy.model()).isEqualTo(original.model());
    assertThat(copy.signals()).isEqualTo(original.signals());
    assertThat(copy.tunables()).isEqualTo(original.tunables());
    assertThat(copy.counters()).isEqualTo(original.counters());
    Matcher change = Pattern.compile("field.186.0 @(\\d+) 300000").matcher(captured);
    assertThat(change.find()).isTrue();
    long changedMillis = Long.parseLong(change.group(1));
    played.setMillis(changedMillis - 1);
    try (DeviceSource source = open(played)) {
      assertThat(source.power().read()).isEqualTo(100_000);
      played.setMillis(changedMillis);
      assertThat(source.power().read()).isEqualTo(300_000);
    }
  }

  /** The file's waits are whole milliseconds: quick calls have none. */
  @Test
  void capturesHowLongCallsTake() throws Exception {
    var real = new FakeNvml(TestGpus.H100 + "fields @0 ok wait 3\n");
    real.setMillis(0);
    real.init();
    var time =
        new GpuTime() {
          private long waited;

          @Override
          public long nanos() {
            return waited + 3_000_000L * real.calls(0, "fields");
          }

          @Override
          public void await(long nanos) {
            waited += Math.max(0, nanos - nanos());
          }
        };

    String captured = NvmlRecorder.record(real, real.device(0), time, 100_000_000, since -> {});

    assertThat(captured)
        .containsPattern("\nfields @\\d+ ok wait 3\n")
        .contains("# fields 3.000 3.000\n");
    assertThat(captured).containsOnlyOnce(" wait ");
    var played = new FakeNvml(captured);
    played.setMillis(0);
    assertThat(TestGpus.kind(played).find().devices()).hasSize(1);
  }

  private static DeviceSource open(Nvml nvml) throws Exception {
    return TestGpus.kind(nvml)
        .openSource(TestGpus.settings(Map.of("uuid", "GPU-captured")), () -> 0);
  }

  /** The page's example is what the page says, and every key of the file is on it. */
  @Test
  void exampleOfThePagePlays() throws Exception {
    String page = Files.readString(PAGE);
    int start = page.indexOf(NvmlScript.HEAD);
    var fake = new FakeNvml(page.substring(start, page.indexOf("```", start)));
    fake.setMillis(0);

    try (DeviceSource source =
        TestGpus.kind(fake).openSource(TestGpus.settings(Map.of()), () -> 0)) {
      assertThat(source.power().read()).isEqualTo(71_000);
      fake.setMillis(100);
      assertThat(source.power().read()).isEqualTo(350_000);
    }
    for (var number : NvmlNumber.values()) {
      assertThat(page)
          .contains("| `" + CaptureKeys.of(number) + (number.isSelected() ? ".<n>`" : "`"));
    }
    for (var pair : NvmlPair.values()) {
      assertThat(page).contains("| `" + CaptureKeys.of(pair) + "`");
    }
    for (NvmlScript.Kind kind : NvmlScript.Kind.values()) {
      assertThat(page).contains("`" + kind.name().toLowerCase(Locale.ROOT));
    }
  }
}
