package io.wattune.collectors.writer;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A device in a folder, which every process sees and which outlives them all, with controls that
 * can be told to misbehave: {@code <control>.fault} holds a {@link Fault}.
 */
final class FaultyKind implements DeviceKind {
  static final String NAME = "faulty";
  static final Tunable CORE = tunable("core.clock", ValueGrid.evenly(300, 1_000, 100));
  static final Tunable MEMORY = tunable("memory.clock", ValueGrid.evenly(400, 1_400, 100));

  /** How a control misbehaves. */
  enum Fault {
    REFUSES,
    IGNORES,
    CLAMPS,
    /** The write reports an error, and something has happened all the same. */
    FAILS_AND_HAPPENS,
    HANGS_BEFORE_WRITE,
    HANGS_AFTER_WRITE,
    UNREADABLE,
    /** The driver does not show the control when the device is opened. */
    OVERLOOKED,
    /** Opening the device throws an error of a native library. */
    BREAKS_OPENING
  }

  private static Tunable tunable(String name, ValueGrid grid) {
    return new Tunable(name, TunableUnit.MEGAHERTZ, grid, OptionalLong.empty(), false);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos) {
    throw new UnsupportedOperationException("only written in these tests");
  }

  @Override
  public DeviceControls openControls(DeviceSettings settings) throws DeviceException {
    Path folder = settings.requiredPath("folder");
    if (!Files.isDirectory(folder)) {
      throw new DeviceException("folder " + folder + " is not there");
    }
    var registers = new Registers(folder);
    List<Control> controls = new ArrayList<>();
    for (Tunable each : List.of(CORE, MEMORY)) {
      var control = new FaultyControl(registers, each);
      if (control.is(Fault.BREAKS_OPENING)) {
        throw new UnsatisfiedLinkError("the driver is being exchanged");
      }
      if (!control.is(Fault.OVERLOOKED)) {
        controls.add(control);
      }
    }
    return new Faulty(settings.device(), folder, List.copyOf(controls));
  }

  /** The folder's files. */
  record Registers(Path folder) {

    long get(Tunable control) {
      return Long.parseLong(text(control.name()));
    }

    void set(Tunable control, long value) {
      replace(control.name(), Long.toString(value));
    }

    /** When it was set last, by the clock of this machine. */
    long writtenNanos(Tunable control) {
      try {
        return Files.getLastModifiedTime(folder.resolve(control.name())).to(TimeUnit.NANOSECONDS);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void fault(Tunable control, Fault fault) {
      replace(control.name() + ".fault", fault.name());
    }

    void mend(Tunable control) {
      try {
        Files.deleteIfExists(folder.resolve(control.name() + ".fault"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** The values that were written, in order, with failed tries. */
    List<String> writes(Tunable control) {
      try {
        return Files.readAllLines(folder.resolve(control.name() + ".writes"));
      } catch (NoSuchFileException e) {
        return List.of();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void runs(String activity) {
      replace("activity", activity);
    }

    /** Reading it shows what is in force only, not what was set. */
    void showsEvidenceOnly(Tunable control) {
      replace(control.name() + ".evidence", "yes");
    }

    void throttledBy(String what) {
      replace("throttled", what);
    }

    private void written(String control, long value) {
      try {
        Files.writeString(
            folder.resolve(control + ".writes"),
            value + "\n",
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private String text(String file) {
      try {
        return Files.readString(folder.resolve(file)).strip();
      } catch (NoSuchFileException e) {
        return "";
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void replace(String file, String text) {
      try {
        Path draft = folder.resolve(file + "." + Thread.currentThread().getId() + ".draft");
        Files.writeString(draft, text);
        Files.move(
            draft,
            folder.resolve(file),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private record FaultyControl(Registers registers, Tunable tunable) implements Control {

    @Override
    public boolean readsWhatIsSet() {
      return registers.text(tunable.name() + ".evidence").isEmpty();
    }

    @Override
    public long read() throws DeviceException {
      if (is(Fault.UNREADABLE)) {
        throw new DeviceException("register of " + tunable.name() + " cannot be read");
      }
      return registers.get(tunable);
    }

    @Override
    public void write(long value) throws DeviceException {
      registers.written(tunable.name(), value);
      waitWhile(Fault.HANGS_BEFORE_WRITE);
      if (is(Fault.FAILS_AND_HAPPENS)) {
        registers.set(tunable, 300);
        throw new DeviceException("register of " + tunable.name() + " reports an error");
      }
      if (is(Fault.REFUSES)) {
        throw new DeviceException("register of " + tunable.name() + " refuses " + value);
      }
      if (!is(Fault.IGNORES)) {
        registers.set(tunable, is(Fault.CLAMPS) ? 300 : value);
      }
      waitWhile(Fault.HANGS_AFTER_WRITE);
    }

    private boolean is(Fault fault) {
      return registers.text(tunable.name() + ".fault").equals(fault.name());
    }

    private void waitWhile(Fault fault) {
      while (is(fault)) {
        LockSupport.parkNanos(5_000_000);
      }
    }
  }

  private record Faulty(String device, Path folder, List<Control> controls)
      implements DeviceControls {
    @Override
    public String runningActivity() {
      String text = new Registers(folder).text("activity");
      return text.isEmpty() ? null : text;
    }

    @Override
    public String throttledBy() {
      String text = new Registers(folder).text("throttled");
      return text.isEmpty() ? null : text;
    }

    @Override
    public void close() {}
  }
}
