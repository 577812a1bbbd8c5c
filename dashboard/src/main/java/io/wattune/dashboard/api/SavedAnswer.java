package io.wattune.dashboard.api;

import io.wattune.core.saving.FleetSaving;
import io.wattune.core.saving.Saving;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/saved}, and the part {@code saved} of other answers. */
record SavedAnswer(
    Number sinceMs,
    SavedPart total,
    List<SavedPart> kernels,
    List<SavedPart> devices,
    long dropped) {

  /**
   * What has one name; its numbers are null where nothing was compared.
   *
   * @param referenceMs when the oldest of the references was last measured
   */
  record SavedPart(
      @Nullable String name,
      int devices,
      @Nullable Double savedJoules,
      @Nullable Double errorJoules,
      @Nullable Double share,
      @Nullable Double performanceChange,
      @Nullable Double performanceError,
      @Nullable Double ed2Change,
      @Nullable Double usedJoules,
      @Nullable Double expectedJoules,
      double comparedSeconds,
      long invocations,
      long references,
      @Nullable Number referenceMs,
      double ownSeconds,
      double notComparedSeconds,
      double notComparedJoules,
      @Nullable String quality,
      List<Left> notCompared) {

    static SavedPart of(@Nullable String name, Saving saving) {
      boolean isKnown = saving.isKnown();
      List<Left> left = new ArrayList<>();
      new TreeMap<>(saving.notCompared())
          .forEach(
              (why, amount) ->
                  left.add(
                      new Left(
                          why.code(),
                          SavingsText.of(why),
                          amount.seconds(),
                          amount.joules(),
                          amount.invocations())));
      return new SavedPart(
          name,
          saving.devices(),
          isKnown ? Units.joules(saving.joules()) : null,
          isKnown ? Units.joules(saving.standardErrorJoules()) : null,
          Units.finite(saving.share()),
          Units.finite(saving.performanceChange()),
          Units.finite(saving.performanceError()),
          Units.finite(saving.ed2Change()),
          isKnown ? Units.joules(saving.usedJoules()) : null,
          isKnown ? Units.joules(saving.expectedJoules()) : null,
          saving.seconds(),
          saving.invocations(),
          saving.references(),
          Units.msOrNull(saving.referenceNanos()),
          saving.ownSeconds(),
          saving.left().seconds(),
          saving.left().joules(),
          isKnown ? Units.of(saving.quality()) : null,
          left);
    }
  }

  /** What was not compared for one reason. */
  record Left(String reason, String what, double seconds, double joules, long invocations) {}

  static SavedAnswer of(FleetSaving saving, long sinceNanos) {
    return new SavedAnswer(
        Units.ms(sinceNanos),
        SavedPart.of(null, saving.total()),
        parts(saving.byKernel()),
        parts(saving.byDevice()),
        saving.dropped());
  }

  private static List<SavedPart> parts(List<FleetSaving.NamedSaving> parts) {
    return parts.stream().map(each -> SavedPart.of(each.name(), each.saving())).toList();
  }

  private record Row(String of, SavedPart part) {}

  Table table() {
    List<Row> rows = new ArrayList<>(List.of(new Row("all", total)));
    kernels.forEach(each -> rows.add(new Row("kernel", each)));
    devices.forEach(each -> rows.add(new Row("device", each)));
    return Table.of(
        "saved",
        rows,
        new Table.Column<>("of", Row::of),
        new Table.Column<>("name", row -> row.part().name()),
        new Table.Column<>("devices", row -> row.part().devices()),
        new Table.Column<>("saved energy (J)", row -> row.part().savedJoules()),
        new Table.Column<>("standard error (J)", row -> row.part().errorJoules()),
        new Table.Column<>("saved share (0..1)", row -> row.part().share()),
        new Table.Column<>(
            "change of performance (0 for none)", row -> row.part().performanceChange()),
        new Table.Column<>(
            "standard error of the change of performance", row -> row.part().performanceError()),
        new Table.Column<>("change of E T^2 (0 for none)", row -> row.part().ed2Change()),
        new Table.Column<>("energy used (J)", row -> row.part().usedJoules()),
        new Table.Column<>(
            "energy expected at own settings (J)", row -> row.part().expectedJoules()),
        new Table.Column<>("compared (s)", row -> row.part().comparedSeconds()),
        new Table.Column<>("invocations compared", row -> row.part().invocations()),
        new Table.Column<>("invocations at own settings", row -> row.part().references()),
        new Table.Column<>(
            "newest of the oldest reference (ms since 1970)", row -> row.part().referenceMs()),
        new Table.Column<>("at own settings (s)", row -> row.part().ownSeconds()),
        new Table.Column<>("not compared (s)", row -> row.part().notComparedSeconds()),
        new Table.Column<>("energy not compared (J)", row -> row.part().notComparedJoules()),
        new Table.Column<>("quality", row -> row.part().quality()));
  }
}
