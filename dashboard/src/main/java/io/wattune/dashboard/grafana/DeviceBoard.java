package io.wattune.dashboard.grafana;

import static io.wattune.store.catalogue.PointCatalogue.ACTIVITY_NAME;
import static io.wattune.store.catalogue.PointCatalogue.ACTUATIONS;
import static io.wattune.store.catalogue.PointCatalogue.BOOK;
import static io.wattune.store.catalogue.PointCatalogue.CONTROLS;
import static io.wattune.store.catalogue.PointCatalogue.COVERAGE_FRACTION;
import static io.wattune.store.catalogue.PointCatalogue.DETAIL;
import static io.wattune.store.catalogue.PointCatalogue.DEVICE;
import static io.wattune.store.catalogue.PointCatalogue.DURATION_SECONDS;
import static io.wattune.store.catalogue.PointCatalogue.ENERGY;
import static io.wattune.store.catalogue.PointCatalogue.ENERGY_JOULES;
import static io.wattune.store.catalogue.PointCatalogue.ERROR_JOULES;
import static io.wattune.store.catalogue.PointCatalogue.ERROR_WATTS;
import static io.wattune.store.catalogue.PointCatalogue.IS_FINAL;
import static io.wattune.store.catalogue.PointCatalogue.LEASE_LEFT_SECONDS;
import static io.wattune.store.catalogue.PointCatalogue.OUTCOME;
import static io.wattune.store.catalogue.PointCatalogue.POWER;
import static io.wattune.store.catalogue.PointCatalogue.QUALITY_CODE;
import static io.wattune.store.catalogue.PointCatalogue.RAW_POWER_WATTS;
import static io.wattune.store.catalogue.PointCatalogue.READ_BACK;
import static io.wattune.store.catalogue.PointCatalogue.REASON;
import static io.wattune.store.catalogue.PointCatalogue.REVISION;
import static io.wattune.store.catalogue.PointCatalogue.TRUE_POWER_WATTS;
import static io.wattune.store.catalogue.PointCatalogue.TUNABLE;
import static io.wattune.store.catalogue.PointCatalogue.UNIT;

import io.wattune.core.Quality;
import java.util.List;

/** One device: what its sensor says, what it truly takes, how sure that is, how it is set. */
final class DeviceBoard {
  private DeviceBoard() {}

  static Board of() {
    return new Board(
        "wattune-device",
        "Wattune: one device",
        "Raw and true power of one device with error band and quality, its energy and settings.",
        Datasource.STORE,
        List.of(Boards.DEVICES, Boards.BOOKS),
        List.of(
            power(), quality(), error(), energy(), coverage(), settings(), entries(), answers()));
  }

  private static Panel power() {
    Flux raw =
        Flux.of(POWER)
            .whereIs(DEVICE, Boards.DEVICES)
            .fields(RAW_POWER_WATTS)
            .windows("mean")
            .wide(RAW_POWER_WATTS);
    return Panel.of(
            "Raw and true power, with the standard error",
            PanelKind.LINES,
            Unit.WATTS,
            24,
            10,
            raw,
            truth())
        .saying(
            "Raw is what the sensor said; true is with the sensor's response undone; lowest and"
                + " highest are one standard error away. No line where there is no true power.");
  }

  /** Samples without true power count for nothing: an earlier revision's value may stand there. */
  private static Flux truth() {
    return Flux.of(POWER)
        .whereIs(DEVICE, Boards.DEVICES)
        .fields(TRUE_POWER_WATTS, ERROR_WATTS, QUALITY_CODE)
        .pivot()
        .step(
            "filter(fn: (r) => exists r.%s and r.%s < " + Quality.GAP.code() + ")",
            TRUE_POWER_WATTS,
            QUALITY_CODE)
        .group()
        .step("window(every: v.windowPeriod)")
        .step(
            "reduce(identity: {samples: 0, power: 0.0, error: 0.0}, fn: (r, accumulator) =>"
                + " ({samples: accumulator.samples + 1, power: accumulator.power + r.%s,"
                + " error: accumulator.error + r.%s}))",
            TRUE_POWER_WATTS, ERROR_WATTS)
        .step(
            "map(fn: (r) => ({_time: r._start, %s: r.power / float(v: r.samples),"
                + " lowest_watts: (r.power - r.error) / float(v: r.samples),"
                + " highest_watts: (r.power + r.error) / float(v: r.samples)}))",
            TRUE_POWER_WATTS)
        .group()
        .step("sort(columns: [\"_time\"])");
  }

  private static Panel quality() {
    return Panel.of(
            "Worst quality of the samples",
            PanelKind.STRIP,
            Unit.QUALITY,
            24,
            4,
            Flux.of(POWER)
                .whereIs(DEVICE, Boards.DEVICES)
                .fields(QUALITY_CODE)
                .windows("max")
                .wide(QUALITY_CODE))
        .saying("How the values were obtained, worst wins; gap and invalid have no true power.");
  }

  private static Panel error() {
    return Panel.of(
        "Standard error of the true power",
        PanelKind.LINES,
        Unit.WATTS,
        8,
        8,
        Flux.of(POWER)
            .whereIs(DEVICE, Boards.DEVICES)
            .fields(ERROR_WATTS)
            .windows("mean")
            .wide(ERROR_WATTS));
  }

  private static Flux chosenEnergy() {
    return Flux.of(ENERGY).whereIs(DEVICE, Boards.DEVICES).whereIs(BOOK, Boards.BOOKS);
  }

  private static Panel energy() {
    return Panel.of(
            "Energy over time, in one book",
            PanelKind.BARS,
            Unit.JOULES,
            8,
            8,
            chosenEnergy().fields(ENERGY_JOULES).windows("sum").wide(ENERGY_JOULES))
        .saying("Each entry counts at its start.");
  }

  private static Panel coverage() {
    return Panel.of(
            "Lowest coverage, in one book",
            PanelKind.LINES,
            Unit.FRACTION,
            8,
            8,
            chosenEnergy().fields(COVERAGE_FRACTION).windows("min").wide(COVERAGE_FRACTION))
        .saying("Share of the interval that the sensor saw.");
  }

  private static Panel settings() {
    return Panel.of(
            "Settings, as read back",
            PanelKind.STEPS,
            Unit.PLAIN,
            24,
            8,
            Flux.of(CONTROLS)
                .whereIs(DEVICE, Boards.DEVICES)
                .fields(READ_BACK)
                .group(TUNABLE, UNIT)
                .step("sort(columns: [\"_time\"])")
                .windows("last"))
        .by(TUNABLE, UNIT)
        .saying("Each tunable in its own unit, which stands beside its name.");
  }

  private static Panel entries() {
    return Panel.of(
            "Newest entries of the ledger, in one book",
            PanelKind.TABLE,
            Unit.PLAIN,
            24,
            9,
            chosenEnergy()
                .fields(
                    ACTIVITY_NAME,
                    ENERGY_JOULES,
                    ERROR_JOULES,
                    DURATION_SECONDS,
                    COVERAGE_FRACTION,
                    QUALITY_CODE,
                    IS_FINAL,
                    REVISION)
                .pivot()
                .group()
                .step("sort(columns: [\"_time\"], desc: true)")
                .step("limit(n: 100)")
                .keep(
                    "_time",
                    ACTIVITY_NAME,
                    ENERGY_JOULES,
                    ERROR_JOULES,
                    DURATION_SECONDS,
                    COVERAGE_FRACTION,
                    QUALITY_CODE,
                    IS_FINAL,
                    REVISION))
        .with(ENERGY_JOULES, Unit.JOULES)
        .with(ERROR_JOULES, Unit.JOULES)
        .with(DURATION_SECONDS, Unit.SECONDS)
        .with(COVERAGE_FRACTION, Unit.FRACTION)
        .with(QUALITY_CODE, Unit.QUALITY)
        .with(REVISION, Unit.COUNT);
  }

  private static Panel answers() {
    return Panel.of(
            "Newest answers of the writer",
            PanelKind.TABLE,
            Unit.PLAIN,
            24,
            8,
            Flux.of(ACTUATIONS)
                .whereIs(DEVICE, Boards.DEVICES)
                .fields(LEASE_LEFT_SECONDS, ACTIVITY_NAME, DETAIL)
                .pivot()
                .group()
                .step("sort(columns: [\"_time\"], desc: true)")
                .step("limit(n: 100)")
                .keep("_time", OUTCOME, REASON, ACTIVITY_NAME, LEASE_LEFT_SECONDS, DETAIL))
        .with(LEASE_LEFT_SECONDS, Unit.SECONDS)
        .saying("What the node did with decisions, and to the device by itself.");
  }
}
