package io.wattune.evaluation.sweep;

import io.wattune.core.tunable.Setting;
import io.wattune.report.CsvLine;
import io.wattune.testbed.gpu.OperatingPoint;
import io.wattune.testbed.sweep.SweptPoint;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** Writes a sweep as comma separated values. */
public final class SweepWriter {
  /** Digits that are kept: far more than noise leaves a meaning to. */
  private static final MathContext KEPT = new MathContext(9);

  private final Appendable out;
  private final CsvLine line = new CsvLine();

  private SweepWriter(Appendable out) {
    this.out = out;
  }

  /** A writer that has written the header. */
  public static SweepWriter to(Appendable out) throws IOException {
    var writer = new SweepWriter(out);
    CsvLine line = writer.line;
    line.add(SweepColumn.APPLICATION).add(SweepColumn.KERNEL).add(SweepColumn.PHASE);
    SweepColumn.KNOBS.forEach(knob -> line.add(knob.column()));
    line.add(SweepColumn.SECONDS);
    SweepColumn.EXTRAS.forEach(line::add);
    SweepColumn.COUNTERS.forEach(counter -> line.add(counter.column()));
    out.append(line.end());
    return writer;
  }

  public void write(List<SweptPoint> points) throws IOException {
    for (SweptPoint each : points) {
      line.add(each.row().application()).add(each.row().kernel()).add(each.row().phase());
      for (SweepColumn.Knob knob : SweepColumn.KNOBS) {
        line.add(
            each.row().configuration().setting(knob.tunable()).map(Setting::value).orElseThrow());
      }
      number(each.row().seconds());
      OperatingPoint point = each.point();
      line.add(each.invocations());
      number(point.watts());
      number(point.coreWatts());
      number(point.memoryWatts());
      number(point.boardWatts());
      for (SweepColumn.Counter counter : SweepColumn.COUNTERS) {
        number(each.row().reading().value(counter.counter()).orElseThrow());
      }
      out.append(line.end());
    }
  }

  private void number(double value) {
    line.add(BigDecimal.valueOf(value).round(KEPT).stripTrailingZeros().toString());
  }
}
