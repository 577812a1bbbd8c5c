package io.wattune.testbed.register;

import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;

/**
 * Where what lies in a register file, version 1. All slots are 8 bytes, little-endian, aligned; a
 * text is a slot with its length in bytes and then its UTF-8 bytes, padded to whole slots.
 *
 * <pre>
 * offset           slot
 *      0           magic, the bytes WATTREGS
 *      8           version, 1
 *     16           size of the file in bytes
 *     24           number of controls
 *     32           device id, text of at most 248 bytes
 *    288           sequence lock of the activity's name; odd while it is written
 *    296           activity's name, text of at most 120 bytes; length 0 where none runs
 *    424           reserved, 0, up to 512
 *    512 + 1280 k  control k:
 *         + 0      name, text of at most 56 bytes
 *         +64      reserved, 0
 *         +72      lowest value
 *         +80      highest value
 *         +88      step; 0 where the values are listed
 *         +96      number of listed values, at most 128
 *        +104      own value
 *        +112      value
 *        +120      writes answered as done
 *        +128      reserved, 0
 *        +168      unit, text of at most 40 bytes: the name of a TunableUnit
 *        +216      reserved, 0, up to +256
 *        +256      listed values
 * </pre>
 */
final class RegisterLayout {
  static final int DEVICE = 32;
  static final int DEVICE_BYTES = 248;
  static final int ACTIVITY_LOCK = 288;
  static final int ACTIVITY = 296;
  static final int ACTIVITY_BYTES = 120;

  static final int VALUE = 112;
  static final int WRITES = 120;

  private static final long MAGIC = 0x5347455254544157L;
  private static final long VERSION = 1;
  private static final int FILE_SIZE = 16;
  private static final int CONTROLS = 24;
  private static final int FIRST_CONTROL = 512;
  private static final int CONTROL_SIZE = 1280;
  private static final int NAME_BYTES = 56;
  private static final int UNIT = 168;
  private static final int UNIT_BYTES = 40;
  private static final int LOWEST = 72;
  private static final int HIGHEST = 80;
  private static final int STEP = 88;
  private static final int LISTED = 96;
  private static final int OWN = 104;
  private static final int LIST = 256;
  private static final int MOST_LISTED = 128;
  private static final int MOST_CONTROLS = 64;

  private RegisterLayout() {}

  /** Offset of a slot of a control. */
  static int at(int control, int slot) {
    return FIRST_CONTROL + control * CONTROL_SIZE + slot;
  }

  /** The bytes of a new file, every control at its own value. */
  static ByteBuffer write(String device, List<Tunable> tunables) {
    if (tunables.size() > MOST_CONTROLS) {
      throw new IllegalArgumentException(
          "a register file has at most " + MOST_CONTROLS + " controls, was " + tunables.size());
    }
    // Direct memory, because only there may slots be accessed atomically.
    var bytes = ByteBuffer.allocateDirect(FIRST_CONTROL + tunables.size() * CONTROL_SIZE);
    var slots = new MappedSlots(bytes);
    slots.set(0, MAGIC);
    slots.set(8, VERSION);
    slots.set(FILE_SIZE, slots.size());
    slots.set(CONTROLS, tunables.size());
    slots.setText(DEVICE, device, DEVICE_BYTES);
    var names = new HashSet<String>();
    for (int k = 0; k < tunables.size(); k++) {
      if (!names.add(tunables.get(k).name())) {
        throw new IllegalArgumentException(
            "control names must be unique, '" + tunables.get(k).name() + "' is there twice");
      }
      writeControl(slots, k, tunables.get(k));
    }
    return bytes;
  }

  private static void writeControl(MappedSlots slots, int k, Tunable tunable) {
    ValueGrid grid = tunable.grid();
    if (grid.values().size() > MOST_LISTED) {
      throw new IllegalArgumentException(
          "control '%s' may list at most %s values, had %s"
              .formatted(tunable.name(), MOST_LISTED, grid.values().size()));
    }
    long own =
        tunable
            .ownValue()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "control '" + tunable.name() + "' needs an own value to start with"));
    slots.setText(at(k, 0), tunable.name(), NAME_BYTES);
    slots.setText(at(k, UNIT), tunable.unit().name(), UNIT_BYTES);
    slots.set(at(k, LOWEST), grid.lowest());
    slots.set(at(k, HIGHEST), grid.highest());
    slots.set(at(k, STEP), grid.step());
    slots.set(at(k, LISTED), grid.values().size());
    slots.set(at(k, OWN), own);
    slots.set(at(k, VALUE), own);
    for (int i = 0; i < grid.values().size(); i++) {
      slots.set(at(k, LIST + i * Long.BYTES), grid.values().get(i));
    }
  }

  /** The controls of a file, after a check that it is one. */
  static List<Tunable> read(MappedSlots slots, Path file) {
    check(slots.size() >= FIRST_CONTROL, file, "has only " + slots.size() + " bytes");
    check(slots.get(0) == MAGIC, file, "does not begin with WATTREGS");
    check(
        slots.get(8) == VERSION,
        file,
        "has version " + slots.get(8) + ", this program knows " + VERSION);
    long controls = slots.get(CONTROLS);
    check(
        slots.get(FILE_SIZE) == slots.size()
            && controls >= 0
            && controls <= MOST_CONTROLS
            && slots.size() == FIRST_CONTROL + controls * CONTROL_SIZE,
        file,
        "has " + slots.size() + " bytes, which does not fit its " + controls + " controls");
    var tunables = new ArrayList<Tunable>();
    for (int k = 0; k < controls; k++) {
      try {
        tunables.add(readControl(slots, k));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(message(file, "has a broken control " + k), e);
      }
    }
    return List.copyOf(tunables);
  }

  private static Tunable readControl(MappedSlots slots, int k) {
    var values = new ArrayList<Long>();
    for (int i = 0; i < Math.min(slots.get(at(k, LISTED)), MOST_LISTED); i++) {
      values.add(slots.get(at(k, LIST + i * Long.BYTES)));
    }
    var grid =
        new ValueGrid(
            slots.get(at(k, LOWEST)), slots.get(at(k, HIGHEST)), slots.get(at(k, STEP)), values);
    return new Tunable(
        slots.text(at(k, 0), NAME_BYTES),
        TunableUnit.valueOf(slots.text(at(k, UNIT), UNIT_BYTES)),
        grid,
        OptionalLong.of(slots.get(at(k, OWN))),
        false);
  }

  private static void check(boolean holds, Path file, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(message(file, problem));
    }
  }

  private static String message(Path file, String problem) {
    return ("'%s' is no register file that can be used: it %s; remove it, and the simulator "
            + "makes a new one")
        .formatted(file, problem);
  }
}
