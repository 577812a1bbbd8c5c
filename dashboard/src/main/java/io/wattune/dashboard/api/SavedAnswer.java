package io.wattune.dashboard.api;

import io.wattune.core.saving.FleetSaving;
import io.wattune.core.saving.Saving;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/saved}, and the part {@code saved} of other answers. */
record SavedAnswer(
    Number sinceMs, Part total, List<Part> kernels, List<Part> devices, long dropped) {

  /**
   * What has one name; its numbers are null where nothing was compared.
   *
   * @param referenceMs when the oldest of the references was last measured
   */
  record Part(
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

    static Part of(@Nullable String name, Saving saving) {
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
      return new Part(
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

    private List<@Nullable Object> row(String of) {
      List<@Nullable Object> row = new ArrayList<>();
      row.add(of);
      row.add(name);
      row.add(devices);
      row.add(savedJoules);
      row.add(errorJoules);
      row.add(share);
      row.add(performanceChange);
      row.add(performanceError);
      row.add(ed2Change);
      row.add(usedJoules);
      row.add(expectedJoules);
      row.add(comparedSeconds);
      row.add(invocations);
      row.add(references);
      row.add(referenceMs);
      row.add(ownSeconds);
      row.add(notComparedSeconds);
      row.add(notComparedJoules);
      row.add(quality);
      return row;
    }
  }

  /** What was not compared for one reason. */
  record Left(String reason, String what, double seconds, double joules, long invocations) {}

  static SavedAnswer of(FleetSaving saving, long sinceNanos) {
    return new SavedAnswer(
        Units.ms(sinceNanos),
        Part.of(null, saving.total()),
        parts(saving.byKernel()),
        parts(saving.byDevice()),
        saving.dropped());
  }

  private static List<Part> parts(List<FleetSaving.Part> parts) {
    return parts.stream().map(each -> Part.of(each.name(), each.saving())).toList();
  }

  Table table() {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    rows.add(total.row("all"));
    kernels.forEach(each -> rows.add(each.row("kernel")));
    devices.forEach(each -> rows.add(each.row("device")));
    return new Table("saved", COLUMNS, rows);
  }

  private static final List<String> COLUMNS =
      List.of(
          "of",
          "name",
          "devices",
          "saved energy (J)",
          "standard error (J)",
          "saved share (0..1)",
          "change of performance (0 for none)",
          "standard error of the change of performance",
          "change of E T^2 (0 for none)",
          "energy used (J)",
          "energy expected at own settings (J)",
          "compared (s)",
          "invocations compared",
          "invocations at own settings",
          "newest of the oldest reference (ms since 1970)",
          "at own settings (s)",
          "not compared (s)",
          "energy not compared (J)",
          "quality");
}
