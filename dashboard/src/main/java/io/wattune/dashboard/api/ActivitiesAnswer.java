package io.wattune.dashboard.api;

import io.wattune.core.ledger.Activity;
import io.wattune.dashboard.state.ActivityNow;
import io.wattune.store.history.PastActivity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/devices/{id}/activities}. */
record ActivitiesAnswer(
    Number fromMs,
    Number toMs,
    String source,
    @Nullable String note,
    List<Row> activities,
    boolean cut) {

  /** An activity; {@code endMs} is null while it runs. */
  record Row(
      String id,
      String level,
      String name,
      Number startMs,
      @Nullable Number endMs,
      @Nullable String parent,
      Map<String, String> labels,
      @Nullable Double energyJoules,
      @Nullable Double errorJoules,
      @Nullable String quality) {

    static Row of(ActivityNow now) {
      Activity activity = now.activity();
      return new Row(
          activity.activityId(),
          activity.book().label(),
          activity.name(),
          Units.ms(activity.startNanos()),
          activity.hasEnded() ? Units.ms(activity.endNanos()) : null,
          activity.parentId(),
          activity.labels(),
          Units.microjoules(now.energyMicrojoules()),
          Units.microjoules(now.errorMicrojoules()),
          now.quality() == null ? null : Units.of(now.quality()));
    }

    static Row of(PastActivity activity) {
      return new Row(
          activity.activityId(),
          activity.level(),
          activity.name(),
          Units.ms(activity.startNanos()),
          Units.ms(activity.endNanos()),
          activity.parentId(),
          activity.labels(),
          Units.joules(activity.energyJoules()),
          Units.joules(activity.errorJoules()),
          Units.of(activity.quality()));
    }
  }

  Table table() {
    return Table.of(
        "activities",
        activities,
        new Table.Column<>("id", Row::id),
        new Table.Column<>("level", Row::level),
        new Table.Column<>("name", Row::name),
        new Table.Column<>("start (ms since 1970)", Row::startMs),
        new Table.Column<>("end (ms since 1970)", Row::endMs),
        new Table.Column<>("parent", Row::parent),
        new Table.Column<>("energy (J)", Row::energyJoules),
        new Table.Column<>("standard error (J)", Row::errorJoules),
        new Table.Column<>("quality", Row::quality));
  }
}
