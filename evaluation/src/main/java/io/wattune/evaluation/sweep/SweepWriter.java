package io.wattune.evaluation.sweep;

import io.wattune.core.tunable.Setting;
import io.wattune.report.ReportTable;
import io.wattune.testbed.sweep.SweptPoint;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** Writes a sweep as comma separated values. */
public final class SweepWriter {
  /** Digits that are kept: far more than noise leaves a meaning to. */
  private static final MathContext KEPT = new MathContext(9);

  private static final ReportTable<SweptPoint> COLUMNS = columns();

  private final Appendable out;

  private SweepWriter(Appendable out) {
    this.out = out;
  }

  private static ReportTable<SweptPoint> columns() {
    var columns =
        new ReportTable<SweptPoint>()
            .field(SweepColumn.APPLICATION, each -> each.row().application())
            .field(SweepColumn.KERNEL, each -> each.row().kernel())
            .field(SweepColumn.PHASE, each -> each.row().phase());
    for (SweepColumn.TunableColumn knob : SweepColumn.KNOBS) {
      columns.field(
          knob.column(),
          each ->
              each.row().configuration().setting(knob.tunable()).map(Setting::value).orElseThrow());
    }
    columns
        .field(SweepColumn.SECONDS, each -> kept(each.row().seconds()))
        // Which no reader needs.
        .field("invocations", SweptPoint::invocations)
        .field("cardWatts", each -> kept(each.point().watts()))
        .field("gpuWatts", each -> kept(each.point().coreWatts()))
        .field("memoryWatts", each -> kept(each.point().memoryWatts()))
        .field("otherWatts", each -> kept(each.point().boardWatts()));
    for (SweepColumn.Counter counter : SweepColumn.COUNTERS) {
      columns.field(
          counter.column(),
          each -> kept(each.row().reading().value(counter.counter()).orElseThrow()));
    }
    return columns;
  }

  /** A writer that has written the header. */
  public static SweepWriter to(Appendable out) throws IOException {
    out.append(COLUMNS.csvHead());
    return new SweepWriter(out);
  }

  public void write(List<SweptPoint> points) throws IOException {
    for (SweptPoint each : points) {
      out.append(COLUMNS.csv(each));
    }
  }

  private static String kept(double value) {
    return BigDecimal.valueOf(value).round(KEPT).stripTrailingZeros().toString();
  }
}
