package io.wattune.core.masktime;

import java.util.ArrayList;
import java.util.List;

/**
 * Which terms of {@link MaskTime} a fit may use.
 *
 * @param grain how work is dealt
 */
record TimeForm(
    boolean hasFixed,
    boolean hasPerUnit,
    boolean hasDeviceFloor,
    boolean hasEngineFloor,
    Knee knee,
    Grain grain) {

  /** How work is dealt. */
  enum Grain {
    /** In equal shares. */
    EQUAL,
    /** In whole blocks, whose number is fitted. */
    BLOCKS,
    /** In part by units, and the part is fitted. */
    PROPORTION
  }

  private static final Knee[] ALONE = {Knee.SHARP};

  static final TimeForm WORK_ALONE =
      new TimeForm(false, false, false, false, Knee.SHARP, Grain.EQUAL);

  /** All, the simplest first. */
  static List<TimeForm> all() {
    List<TimeForm> forms = new ArrayList<>();
    for (Grain grain : Grain.values()) {
      for (int terms = 0; terms < 16; terms++) {
        boolean hasFloor = (terms & 0b1100) != 0;
        for (Knee knee : hasFloor ? Knee.values() : ALONE) {
          forms.add(
              new TimeForm(
                  (terms & 1) != 0,
                  (terms & 2) != 0,
                  (terms & 4) != 0,
                  (terms & 8) != 0,
                  knee,
                  grain));
        }
      }
    }
    return forms;
  }

  TimeForm withKnee(Knee other) {
    return new TimeForm(hasFixed, hasPerUnit, hasDeviceFloor, hasEngineFloor, other, grain);
  }

  /** Numbers that a fit of it is free in: the work and the spread of errors are always. */
  int parameters() {
    return 2
        + (hasFixed ? 1 : 0)
        + (hasPerUnit ? 1 : 0)
        + (hasDeviceFloor ? 1 : 0)
        + (hasEngineFloor ? 1 : 0)
        + (knee == Knee.SHARP ? 0 : 1)
        + (grain == Grain.EQUAL ? 0 : 1);
  }
}
