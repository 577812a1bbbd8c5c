package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link NvmlOnGpuTest} does on a GPU, done on a script whose sensor and faults are known. */
class GpuSuiteTest {
  private static final LoadPhases MEASURED = LoadPhases.of(30, 1.5, 2.2);
  private static final LoadPhases BRIEF = LoadPhases.of(1, 0.2, 0.3);
  private static final int WINDOW_MILLIS = 100;

  /** A GPU that draws 600 W at 1980 MHz. */
  private static final String WORKING =
      TestGpus.H100 + "clock.0 @0 1980\nfield.186.0 @0 600000\nfield.186.0 @100 601000\n";

  @TempDir Path folder;
  private FakeNvml fake;

  /** Time of a script: it goes on where somebody waits, and nowhere else. */
  private final class ScriptedTime implements GpuTime {
    private long nanos;

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public void await(long until) {
      nanos = Math.max(nanos, until);
      fake.setMillis(nanos / 1_000_000);
    }
  }

  private List<String> measure(String script, LoadPhases phases, boolean maySet) throws Exception {
    fake = new FakeNvml(script);
    fake.setMillis(0);
    NvidiaKind kind = TestGpus.kind(fake);
    FoundDevice found = kind.find().devices().get(0);
    var suite = new GpuSuite(kind, fake, GpuLoad.NONE, new ScriptedTime(), folder);
    return suite.measure(found, new GpuSuite.Plan(0, phases, BRIEF, maySet, Map.of()));
  }

  private String report() throws Exception {
    return Files.readString(folder.resolve("nvidia-h100-80gb-hbm3.md"));
  }

  @Tag("long")
  @Test
  void saysTheClassAndTheWindowOfAScriptedSensor() throws Exception {
    var sensor = new ScriptedBoxcar(MEASURED, WINDOW_MILLIS);

    List<String> problems = measure(TestGpus.H100 + sensor.answers(1), MEASURED, false);

    // Average and usage have one value each in the script, so they are integrals of something else.
    assertThat(problems).noneMatch(problem -> problem.startsWith("instant"));
    Matcher found =
        Pattern.compile(
                "\\| instant \\| boxcar, window ([0-9.]+) ± ([0-9.]+) ms \\| ([0-9.]+) ms"
                    + " \\| at most ([0-9]+) ms")
            .matcher(report());
    assertThat(found.find()).as(report()).isTrue();
    double window = Double.parseDouble(found.group(1));
    double error = Double.parseDouble(found.group(2));
    assertThat(Math.abs(window - WINDOW_MILLIS)).isLessThan(2 * error);
    // Half of the error that is accepted of a constant in periods (EdgePool), and rounding.
    assertThat(error).isLessThan(0.15 * WINDOW_MILLIS);
    assertThat(Double.parseDouble(found.group(3))).isBetween(99.0, 101.0);
    // It has none. The median of 30 waits, even over a period, has an error of T / (2 sqrt(30)).
    assertThat(Double.parseDouble(found.group(4))).isLessThan(3 * 100 / (2 * Math.sqrt(30)));
  }

  @Test
  void aCounterThatDisagreesIsAProblem() throws Exception {
    LoadPhases phases = LoadPhases.of(4, 1.5, 2.2);
    var sensor = new ScriptedBoxcar(phases, WINDOW_MILLIS);

    List<String> problems = measure(TestGpus.H100 + sensor.answers(1.5), phases, false);

    assertThat(problems)
        .anySatisfy(
            problem -> assertThat(problem).startsWith("instant").contains("by the energy counter"));
  }

  @Test
  void saysUnresolvedWhereNothingSteps() throws Exception {
    List<String> unused = measure(WORKING, BRIEF, false);

    assertThat(report()).contains("| instant | unresolved |").contains("no step was seen");
    assertThat(report()).contains("Without a load");
  }

  @Test
  void measuresSettingsDownAndUpAndSetsThemBack() throws Exception {
    List<String> problems = measure(WORKING, BRIEF, true);

    assertThat(problems).noneMatch(GpuSuiteTest::isOfASetting);
    assertThat(report())
        .contains("- core.clock: down to 1200: seen at the first look")
        .contains("- core.clock: up to 1980: seen at the first look")
        .contains("- core.clock: set back to 1980")
        .contains("- memory.clock: down to 1593: seen at the first look")
        .contains("- memory.clock: set back to 2619")
        .contains("- power.limit: down to 420000: not seen in 3 s")
        .contains("- power.limit: set back to 700000");
    isAsBefore();
  }

  private static boolean isOfASetting(String problem) {
    return problem.matches("(settings|core\\.clock|memory\\.clock|power\\.limit): .*");
  }

  private void isAsBefore() {
    assertThat(fake.lock(0, ClockDomain.CORE)).isNull();
    assertThat(fake.lock(0, ClockDomain.MEMORY)).isNull();
    assertThat(fake.limit(0)).isEqualTo(700_000);
  }

  /** The write happens and says that it failed; the clock is locked then. */
  @Test
  void setsBackAfterAStepThatFails() throws Exception {
    List<String> problems =
        measure(WORKING + "set.core #2 done 999\nset.limit #1 done 999\n", BRIEF, true);

    assertThat(fake.writes()).contains("set.core 1200", "set.limit 420000");
    assertThat(problems).anyMatch(problem -> problem.startsWith("core.clock: "));
    assertThat(problems).anyMatch(problem -> problem.startsWith("power.limit: "));
    assertThat(problems).noneMatch(problem -> problem.contains("NOT KNOWN"));
    assertThat(report()).contains("- memory.clock: set back to 2619");
    isAsBefore();
  }

  @Test
  void setsBackWhereTheClockCannotBeReadAnyMore() throws Exception {
    List<String> unused = measure(WORKING, BRIEF, false);
    // Asked by the control, twice before the write, and then, locked, in vain until it is unlocked.
    int locked = fake.calls(0, "clock.0") + 4;
    String failing = "clock.0 #%d error 999\nclock.0 #%d 1980\n".formatted(locked, locked + 2);

    List<String> problems = measure(WORKING + failing, BRIEF, true);

    assertThat(problems).anyMatch(problem -> problem.startsWith("core.clock: "));
    assertThat(problems).noneMatch(problem -> problem.contains("NOT KNOWN"));
    assertThat(fake.writes())
        .startsWith("set.core 1200", "reset.core", "reset.core", "set.memory 1593");
    isAsBefore();
  }

  @Test
  void aSettingThatDoesNotComeBackIsAProblem() throws Exception {
    List<String> problems = measure(WORKING + "reset.core @0 ignore\n", BRIEF, true);

    assertThat(problems)
        .anyMatch(problem -> problem.startsWith("core.clock: NOT KNOWN TO BE SET BACK to 1980"));
    assertThat(report()).contains("NOT KNOWN TO BE SET BACK");
    assertThat(report()).contains("- power.limit: set back to 700000");
  }

  @Test
  void withoutRootTheReportSaysSoAndKeepsTheRest() throws Exception {
    String refused =
        """
        set.core @0 error 4
        reset.core @0 error 4
        set.memory @0 error 4
        reset.memory @0 error 4
        set.limit @0 error 4
        """;
    List<String> problems = measure(WORKING + refused, BRIEF, true);

    assertThat(problems).noneMatch(GpuSuiteTest::isOfASetting);
    assertThat(report())
        .contains("- core.clock: not measured, nothing was set: ")
        .contains("settings need root")
        .contains("| instant | ");
    assertThat(fake.writes())
        .containsExactly("set.core 1200", "set.memory 1593", "set.limit 420000");
  }

  @Test
  void aDriverThatFailsInTheMiddleLeavesWhatWasMeasured() throws Exception {
    List<String> problems = measure(WORKING + "* @300 error 15\n", BRIEF, true);

    assertThat(problems).isNotEmpty();
    assertThat(report()).contains("- signals: [").contains("| instant | ").contains("## Problems");
  }

  @Test
  void aProgramThatIsEndedSetsBackAndWritesNoMore() throws Exception {
    fake = new FakeNvml(WORKING);
    fake.setMillis(0);
    var time = new ScriptedTime();
    var control = new ScriptedControl();
    List<String> problems = new ArrayList<>();
    var response = new ControlResponse[1];
    response[0] =
        new ControlResponse(
            control,
            () -> {
              if (control.value < 100) {
                response[0].restore(); // Another thread does, while this one looks.
              }
              return control.value;
            },
            time,
            line -> {},
            problems::add);

    response[0].measure();

    assertThat(control.writes).containsExactly(70L, 100L);
    assertThat(problems).containsExactly("x: it is being ended");
  }

  @Test
  void saysWhenASettingWasSeenOnlyWhereItWas() {
    fake = new FakeNvml(WORKING);
    var time = new ScriptedTime();
    var control = new ScriptedControl();
    List<String> said = new ArrayList<>();
    long[] shown = {100, 0};
    ControlResponse.Seen twentyMillisLate =
        () -> {
          if (shown[0] != control.value && shown[1] == 0) {
            shown[1] = time.nanos() + 20_000_000L;
          } else if (shown[1] > 0 && time.nanos() >= shown[1]) {
            shown[0] = control.value;
            shown[1] = 0;
          }
          return shown[0];
        };

    new ControlResponse(control, twentyMillisLate, time, said::add, said::add).measure();
    new ControlResponse(control, () -> 10, time, said::add, said::add).measure();

    assertThat(said)
        .contains(
            "- x: down to 70: seen 20.0 ms after the call began (not yet at 19.0), which took 0.0 ms",
            "- x: up to 100: seen 20.0 ms after the call began (not yet at 19.0), which took 0.0 ms",
            "- x: nothing to see: it shows 10 already, its lowest setting is 10");
    assertThat(control.writes).endsWith(70L, 100L, 100L);
  }

  /** Left out by the build, the documented command would run nothing. */
  @Test
  void theSuiteForGpusHasNoTag() {
    assertThat(NvmlOnGpuTest.class.getAnnotationsByType(Tag.class)).isEmpty();
  }

  /** A control that tells what it is set to. */
  private static final class ScriptedControl implements Control {
    private final List<Long> writes = new ArrayList<>();
    private long value = 100;

    @Override
    public Tunable tunable() {
      return new Tunable(
          "x", TunableUnit.MEGAHERTZ, ValueGrid.evenly(10, 100, 10), OptionalLong.empty(), false);
    }

    @Override
    public long read() {
      return value;
    }

    @Override
    public void write(long newValue) throws DeviceException {
      writes.add(newValue);
      value = newValue;
    }
  }
}
