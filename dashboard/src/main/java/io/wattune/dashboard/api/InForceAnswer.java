package io.wattune.dashboard.api;

import io.wattune.core.inforce.Difference;
import io.wattune.dashboard.state.InForceDetail;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is in force at a device, as read back; {@code overdue} says that nobody has read back for
 * longer than a renewal.
 */
record InForceAnswer(
    @Nullable String activity,
    @Nullable Number sinceMs,
    @Nullable Number readBackMs,
    boolean overdue,
    boolean waiting,
    List<Differs> differences,
    List<String> pending) {

  /** A control that was not read back as wished; {@code what} is that in words. */
  record Differs(
      String name, String unit, @Nullable Long wished, @Nullable Long readBack, String what) {
    static Differs of(Difference difference) {
      return new Differs(
          difference.tunable(),
          Units.of(difference.unit()),
          Units.orNull(difference.wished()),
          Units.orNull(difference.readBack()),
          difference.words());
    }
  }

  static InForceAnswer of(InForceDetail detail) {
    return new InForceAnswer(
        detail.activity(),
        detail.sinceNanos() == 0 ? null : Units.ms(detail.sinceNanos()),
        detail.seenNanos() == 0 ? null : Units.ms(detail.seenNanos()),
        detail.isUnseen(),
        detail.isPending(),
        detail.differences().stream().map(Differs::of).toList(),
        detail.pending());
  }
}
