package io.wattune.launcher.option;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which recorded readings a command reads. */
public final class ReadingsOptions {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "files of readings; - for standard input; or the folder of one archive")
  private List<String> files = List.of();

  @Option(
      names = "--signal",
      paramLabel = "NAME",
      description =
          "power column to use, for example power.draw; default: power.draw.instant where it has"
              + " values, else power.draw")
  private @Nullable String signal;

  @Option(
      names = "--device",
      paramLabel = "ID",
      description = "use only this GPU: its index, uuid, PCI bus id or device id")
  private @Nullable String device;

  public List<String> files() {
    return files;
  }

  /** The power column; null where none was named. */
  public @Nullable String signal() {
    return signal;
  }

  /** The device; null for all. */
  public @Nullable String device() {
    return device;
  }
}
