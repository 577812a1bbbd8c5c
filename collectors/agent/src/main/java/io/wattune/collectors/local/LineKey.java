package io.wattune.collectors.local;

import java.util.Arrays;
import java.util.List;

/** Every key of a line, and of which lines it is. */
enum LineKey {
  DO("do", Lines.ALL),
  ID("id", Lines.ABOUT_ONE),
  NAME("name", Lines.BEGINNING),
  LEVEL("level", Lines.BEGINNING),
  DEVICES("devices", Lines.BEGINNING),
  PARENT("parent", Lines.BEGINNING),
  LABELS("labels", Lines.BEGINNING),
  WEIGHT("weight", Lines.BEGINNING),
  PID("pid", Lines.BEGINNING),
  PID_START("pidStart", Lines.BEGINNING),
  UNTIL_CLOSED("untilClosed", Lines.START),
  AT("atNanos", Lines.TIMED),
  FROM("startNanos", Lines.WHOLE),
  TO("endNanos", Lines.WHOLE),
  WORK("work", Lines.WORKING),
  TOTAL("total", Lines.WORK),
  SIGNAL("signal", Lines.WORK),
  COUNTERS("counters", Lines.ENDING),
  ROCPROFILER("rocprofiler", Lines.ENDING),
  ANSWER("answer", Lines.ENDING),
  WAIT("waitMillis", Lines.ENDING);

  /** Which lines have a key. */
  private enum Lines {
    ALL,
    ABOUT_ONE,
    BEGINNING,
    ENDING,
    TIMED,
    START,
    WHOLE,
    WORKING,
    WORK;

    boolean has(RequestType ask) {
      return switch (this) {
        case ALL -> true;
        case ABOUT_ONE -> ask != RequestType.DEVICES;
        case BEGINNING -> ask == RequestType.START || ask == RequestType.ACTIVITY;
        case ENDING -> ask == RequestType.END || ask == RequestType.ACTIVITY;
        case TIMED -> ask == RequestType.START || ask == RequestType.END || ask == RequestType.WORK;
        case START -> ask == RequestType.START;
        case WHOLE -> ask == RequestType.ACTIVITY;
        case WORKING -> ENDING.has(ask) || ask == RequestType.WORK;
        case WORK -> ask == RequestType.WORK;
      };
    }
  }

  private final String label;
  private final Lines lines;

  LineKey(String label, Lines lines) {
    this.label = label;
    this.lines = lines;
  }

  String label() {
    return label;
  }

  boolean isOf(RequestType ask) {
    return lines.has(ask);
  }

  /** The keys that a line may have. */
  static List<String> of(RequestType ask) {
    return Arrays.stream(values()).filter(key -> key.isOf(ask)).map(LineKey::label).toList();
  }
}
