package io.wattune.testbed.register;

import io.wattune.core.tunable.Tunable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * The settings of one simulated device, in a mapped file (see {@link RegisterLayout}). As with a
 * driver's registers, every process that maps the file sees a write at once, and the values outlive
 * any process, {@code kill -9} included; a crash of the machine may lose them.
 *
 * <p>Any thread of any process may call everything here, but for {@link #runs}, which belongs to
 * the simulator. Two writes of one control at once leave one of the two values.
 */
public final class ControlRegisters {
  private final Path file;
  private final MappedSlots slots;
  private final String device;
  private final List<Tunable> tunables;
  private final ActivitySlot activity;

  private ControlRegisters(Path file, MappedSlots slots) {
    this.file = file;
    this.slots = slots;
    this.tunables = RegisterLayout.read(slots, file);
    this.device = slots.text(RegisterLayout.DEVICE, RegisterLayout.DEVICE_BYTES);
    this.activity = new ActivitySlot(slots);
  }

  /**
   * Opens the registers of a device, and makes them, each control at its own value, where there are
   * none yet. A file that is there keeps its values.
   *
   * @param tunables the controls, each with an own value
   * @throws IllegalArgumentException where the file is there but of another device or of other
   *     controls
   */
  public static ControlRegisters create(Path file, String device, List<Tunable> tunables)
      throws IOException {
    if (!Files.exists(file)) {
      writeNew(file, device, tunables);
    }
    ControlRegisters registers = open(file);
    List<Tunable> wanted = tunables.stream().map(t -> t.writable(false)).toList();
    if (!registers.device.equals(device) || !registers.tunables.equals(wanted)) {
      throw new IllegalArgumentException(
          ("'%s' holds the registers of '%s' with the controls %s, not those of '%s' with "
                  + "%s; remove it, or choose another folder")
              .formatted(file, registers.device, registers.tunables, device, wanted));
    }
    return registers;
  }

  /** Opens registers that are there; everything about them is in the file. */
  public static ControlRegisters open(Path file) throws IOException {
    return new ControlRegisters(file, MappedSlots.map(file));
  }

  /** Under another name first, so that nobody ever opens half a file. */
  private static void writeNew(Path file, String device, List<Tunable> tunables)
      throws IOException {
    var bytes = RegisterLayout.write(device, tunables);
    Path name = file.toAbsolutePath();
    Path unfinished =
        name.resolveSibling(name.getFileName() + "." + ProcessHandle.current().pid() + ".new");
    try (var channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
    try {
      Files.move(unfinished, name, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException(
          "'" + name + "' cannot be made: its file system does not rename in one step", e);
    }
  }

  /** Device id. */
  public String device() {
    return device;
  }

  /** The controls, with their own values; none of them marked as writable. */
  public List<Tunable> tunables() {
    return tunables;
  }

  /** The index of a control, by which the other methods know it. */
  public int control(String name) {
    for (int k = 0; k < tunables.size(); k++) {
      if (tunables.get(k).name().equals(name)) {
        return k;
      }
    }
    throw new IllegalArgumentException(
        "device '%s' has no control '%s'; it has %s"
            .formatted(device, name, tunables.stream().map(Tunable::name).toList()));
  }

  /** The value of a control. */
  public long value(int control) {
    return slots.get(at(control, RegisterLayout.VALUE));
  }

  /** How many writes set a value. */
  public long writes(int control) {
    return slots.get(at(control, RegisterLayout.WRITES));
  }

  /**
   * Sets a control.
   *
   * @param value one of the grid's values, or the control's own
   * @throws IOException where the control refuses
   */
  public void write(int control, long value) throws IOException {
    Tunable tunable = tunables.get(control);
    if (!tunable.grid().contains(value) && tunable.ownValue().orElseThrow() != value) {
      throw new IOException(
          "device '%s' refused %s = %s: the device does not take this value: %s"
              .formatted(device, tunable.name(), value, tunable.grid()));
    }
    slots.set(at(control, RegisterLayout.VALUE), value);
    slots.increment(at(control, RegisterLayout.WRITES));
  }

  /** Name of the activity that runs now; empty where none does, or where it cannot be read now. */
  public Optional<String> runningActivity() {
    return activity.name();
  }

  /**
   * Says what runs now. By one thread, the simulator's.
   *
   * @param name at most 120 bytes in UTF-8; empty where nothing runs
   */
  public void runs(String name) {
    activity.set(name);
  }

  @Override
  public String toString() {
    return "registers of '" + device + "' in '" + file + "'";
  }

  private int at(int control, int slot) {
    if (control < 0 || control >= tunables.size()) {
      throw new IndexOutOfBoundsException(
          "control must be in 0.." + (tunables.size() - 1) + ", was " + control);
    }
    return RegisterLayout.at(control, slot);
  }
}
