package io.wattune.evaluation.energymodel;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;

/** What each column was taken for, and which kernels only one of the tables has. */
final class ColumnsText {
  private ColumnsText() {}

  static String of(MeasuredKernels measured) {
    var out = new StringBuilder();
    out.append(
        measured.time() == null
            ? "no column of time: counters are taken as rates\n"
            : "totals are divided by " + measured.time() + '\n');
    for (ColumnUse use : ColumnUse.values()) {
      String names =
          measured.columns().stream()
              .filter(each -> each.use() == use)
              .map(MeasuredKernels.MeasuredColumn::name)
              .collect(Collectors.joining(", "));
      if (use != ColumnUse.TIME && !names.isEmpty()) {
        out.append(use.word()).append(": ").append(names).append('\n');
      }
    }
    missing(out, "no counters, left out: ", measured.withoutCounters());
    missing(out, "no power, left out: ", measured.withoutPower());
    return out.toString();
  }

  private static void missing(StringBuilder out, String what, List<String> kernels) {
    if (!kernels.isEmpty()) {
      out.append(what).append(String.join(", ", kernels)).append('\n');
    }
  }

  static void json(ObjectNode root, MeasuredKernels measured) {
    root.put("timeColumn", measured.time());
    ArrayNode columns = root.putArray("columns");
    measured
        .columns()
        .forEach(
            each -> columns.addObject().put("name", each.name()).put("use", each.use().word()));
    measured.withoutCounters().forEach(root.putArray("withoutCounters")::add);
    measured.withoutPower().forEach(root.putArray("withoutPower")::add);
  }
}
