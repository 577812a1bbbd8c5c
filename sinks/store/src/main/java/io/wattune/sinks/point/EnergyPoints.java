package io.wattune.sinks.point;

import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.store.catalogue.PointCatalogue;
import org.jspecify.annotations.Nullable;

/** Points of ledger entries. */
final class EnergyPoints {
  private EnergyPoints() {}

  static void make(LedgerEntry entry, PointForm form, PointLines lines) {
    boolean isSummed = form == PointForm.FINAL_NUMBERS;
    if (isSummed && !entry.isFinal()) {
      return;
    }
    lines
        .begin(PointCatalogue.ENERGY)
        .tag(PointCatalogue.DEVICE, entry.device())
        .tag(PointCatalogue.BOOK, entry.book().label())
        .tag(PointCatalogue.SIGNAL, entry.signal())
        .label(PointCatalogue.USER_NAME, isSummed ? entry.user() : null)
        .text(PointCatalogue.ENTRY_ID, entry.entryId())
        .integer(PointCatalogue.REVISION, entry.revision())
        .flag(PointCatalogue.IS_FINAL, entry.isFinal())
        .integer(PointCatalogue.START_NANOS, entry.startNanos())
        .nano(PointCatalogue.DURATION_SECONDS, entry.endNanos() - entry.startNanos())
        .micro(PointCatalogue.ENERGY_JOULES, entry.energyMicrojoules())
        .micro(PointCatalogue.RAW_ENERGY_JOULES, entry.rawEnergyMicrojoules())
        .micro(PointCatalogue.ERROR_JOULES, entry.standardErrorMicrojoules())
        .micro(PointCatalogue.SCALE_ERROR_JOULES, entry.scaleErrorMicrojoules())
        .decimal(PointCatalogue.COVERAGE_FRACTION, entry.coverage())
        .integer(PointCatalogue.QUALITY_CODE, entry.quality().code())
        .text(PointCatalogue.PROFILE_ID, entry.profileId())
        .text(PointCatalogue.ACTIVITY_ID, entry.activityId())
        .text(PointCatalogue.PARENT_ID, entry.parentId())
        .text(PointCatalogue.ACTIVITY_NAME, entry.name())
        .text(PointCatalogue.USER_NAME, userName(entry))
        .text(PointCatalogue.LABELS, Json.ofTexts(entry.labels()));
    shared(entry.attribution(), lines);
    counted(entry.counter(), lines);
    Long integral = entry.integralMicrojoules();
    if (integral != null) {
      lines.micro(PointCatalogue.INTEGRAL_ENERGY_JOULES, integral);
    }
    lines.at(PointTime.of(entry.startNanos(), entry.entryId()));
  }

  /** Said also where nobody is named: InfluxDB would keep the name that an earlier revision had. */
  private static @Nullable String userName(LedgerEntry entry) {
    String user = entry.user();
    return entry.activityId() == null || user != null ? user : "";
  }

  private static void shared(@Nullable Attribution attribution, PointLines lines) {
    if (attribution == null) {
      return;
    }
    lines.decimal(PointCatalogue.SHARE_FRACTION, attribution.share());
    Long idle = attribution.idleMicrojoules();
    if (idle != null) {
      lines.micro(PointCatalogue.IDLE_ENERGY_JOULES, idle);
    }
    Long unexplained = attribution.unexplainedMicrojoules();
    if (unexplained != null) {
      lines.micro(PointCatalogue.UNEXPLAINED_JOULES, unexplained);
    }
  }

  private static void counted(@Nullable CounterEnergy counter, PointLines lines) {
    if (counter != null) {
      lines
          .micro(PointCatalogue.COUNTER_ENERGY_JOULES, counter.microjoules())
          .micro(PointCatalogue.COUNTER_ERROR_JOULES, counter.errorMicrojoules())
          .flag(PointCatalogue.COUNTER_DISAGREES, counter.disagrees());
    }
  }
}
