package io.wattune.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.collectors.amd.ComputeUnits;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.files.FilesKind;
import io.wattune.collectors.kinds.DeviceKinds;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The devices of this machine, without an agent. */
class AgentlessTest {
  @TempDir private Path folder;
  private final StringWriter err = new StringWriter();

  /** Folders of files that find themselves. */
  private record FoundFiles(Discovery found) implements DeviceKind {
    @Override
    public String name() {
      return "files";
    }

    @Override
    public Discovery find() {
      return found;
    }

    @Override
    public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos)
        throws DeviceException {
      return new FilesKind().openSource(settings, epochNanos);
    }

    @Override
    public DeviceControls openControls(DeviceSettings settings) throws DeviceException {
      return new FilesKind().openControls(settings);
    }
  }

  @Test
  @Tag("long")
  void theDevicesThatAreFoundAreReadInThisProcess() throws Exception {
    Path device = Files.createDirectory(folder.resolve("G1"));
    Files.writeString(device.resolve("power"), "200000\n");
    Files.writeString(
        device.resolve("device.json"),
        """
        {"vendor": "acme", "model": "A1", "tunables": [],
         "signal": {"name": "power", "unit": "MILLIWATTS", "pollPeriodMillis": 10}}
        """);
    var good = found("G1", device);
    var broken = found("G2", folder.resolve("nothing"));

    int exitCode =
        run(
            new Discovery(List.of(good, broken), List.of()),
            "--agentless",
            "--json",
            "--",
            "sh",
            "-c",
            "sleep 0.5; test -S $WATTUNE_ACTIVITIES_SOCKET");

    assertThat(exitCode).as("the command sees a socket").isZero();
    JsonNode report = new ObjectMapper().readTree(err.toString());
    double seconds = report.path("seconds").asDouble();
    double error = report.path("standardErrorJoules").asDouble();
    assertThat(report.path("joules").asDouble())
        .isBetween(200 * seconds - 3 * error, 200 * seconds + 3 * error);
    assertThat(report.path("devices").size()).as("one that cannot be opened is told").isEqualTo(1);
  }

  @Test
  void whereNothingIsFoundItSaysWhatToDo() {
    Discovery nothing =
        new Discovery(
            List.of(), List.of(Finding.missing("libfoo.so is not there", "install the driver")));

    assertThat(run(nothing, "--agentless", "true")).as("it runs").isZero();

    assertThat(err.toString())
        .contains("no device was found on this machine: libfoo.so is not there (install the");
  }

  private static FoundDevice found(String uuid, Path folder) {
    return new FoundDevice(
        "files",
        uuid,
        Map.of("folder", folder.toString()),
        "acme",
        "A1",
        "",
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private int run(Discovery found, String... arguments) {
    var command =
        new CommandLine(
            new RunCommand(new DeviceKinds(List.of(new FoundFiles(found))), new ComputeUnits()));
    command.setErr(new PrintWriter(err, true));
    command.setExecutionExceptionHandler(
        (failure, line, parsed) -> {
          err.append(failure.getMessage());
          return 1;
        });
    return command.execute(arguments);
  }
}
