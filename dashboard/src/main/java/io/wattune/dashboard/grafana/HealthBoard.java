package io.wattune.dashboard.grafana;

import static io.wattune.store.catalogue.PointCatalogue.BOOK;
import static io.wattune.store.catalogue.PointCatalogue.COVERAGE_FRACTION;
import static io.wattune.store.catalogue.PointCatalogue.DEVICE;
import static io.wattune.store.catalogue.PointCatalogue.ENERGY;
import static io.wattune.store.catalogue.PointCatalogue.FLEET;
import static io.wattune.store.catalogue.PointCatalogue.IS_FINAL;
import static io.wattune.store.catalogue.PointCatalogue.POWER;
import static io.wattune.store.catalogue.PointCatalogue.QUALITY_CODE;
import static io.wattune.store.catalogue.PointCatalogue.REVISION;
import static io.wattune.store.catalogue.PointCatalogue.SCOPE;
import static io.wattune.store.catalogue.PointCatalogue.SILENT_DEVICES;
import static io.wattune.store.catalogue.PointCatalogue.STALE_DEVICES;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import java.util.List;

/** Whether the data can be trusted: how much arrives, how old it is, what is missing in it. */
final class HealthBoard {
  private HealthBoard() {}

  static Board of() {
    return new Board(
        "wattune-health",
        "Wattune: data health",
        "How much arrives, how old it is, what is missing in it, and what was corrected later.",
        Datasource.STORE,
        List.of(Boards.NODES),
        List.of(samples(), withoutPower(), age(), missing(), coverage(), revisions(), open()));
  }

  private static Panel samples() {
    return Panel.of(
        "Samples in the store",
        PanelKind.LINES,
        Unit.PER_SECOND,
        12,
        8,
        Flux.of(POWER)
            .ofNodes(DEVICE, Boards.NODES)
            .fields(QUALITY_CODE)
            .group()
            .windows("count")
            .step(
                "map(fn: (r) => ({_time: r._time, samples_per_second:"
                    + " float(v: r._value) * 1e9 / float(v: int(v: v.windowPeriod))}))"));
  }

  private static Panel withoutPower() {
    return Panel.of(
            "Samples without true power",
            PanelKind.BARS,
            Unit.COUNT,
            12,
            8,
            Flux.of(POWER)
                .ofNodes(DEVICE, Boards.NODES)
                .fields(QUALITY_CODE)
                .step("filter(fn: (r) => r._value >= " + Quality.GAP.code() + ")")
                .group(DEVICE)
                .windows("count"))
        .by(DEVICE)
        .saying("Their quality is gap or invalid.");
  }

  private static Panel age() {
    return Panel.of(
            "Age of the newest sample of each device",
            PanelKind.TABLE,
            Unit.PLAIN,
            12,
            8,
            Flux.of(POWER)
                .ofNodes(DEVICE, Boards.NODES)
                .fields(QUALITY_CODE)
                .group(DEVICE)
                .step("sort(columns: [\"_time\"])")
                .step("last()")
                .group()
                .step(
                    "map(fn: (r) => ({%s: r.%s, _time: r._time, %s: r._value, age_seconds:"
                        + " float(v: int(v: now()) - int(v: r._time)) / 1e9}))",
                    DEVICE, DEVICE, QUALITY_CODE)
                .step("sort(columns: [\"age_seconds\"], desc: true)"))
        .with("age_seconds", Unit.SECONDS)
        .with(QUALITY_CODE, Unit.QUALITY)
        .saying("Of the devices that gave any within the time range; oldest first.");
  }

  private static Panel missing() {
    return Panel.of(
            "Stale and silent devices",
            PanelKind.LINES,
            Unit.COUNT,
            12,
            8,
            Flux.of(FLEET)
                .where(SCOPE, "cluster")
                .fields(STALE_DEVICES, SILENT_DEVICES)
                .windows("max")
                .wide(STALE_DEVICES, SILENT_DEVICES))
        .saying("Of stale ones the newest sample is too old; silent ones have never given one.");
  }

  private static Panel coverage() {
    return Panel.of(
            "Lowest coverage of time windows of ten seconds",
            PanelKind.LINES,
            Unit.FRACTION,
            12,
            8,
            Flux.of(ENERGY)
                .where(BOOK, Book.WINDOW10S.label())
                .ofNodes(DEVICE, Boards.NODES)
                .fields(COVERAGE_FRACTION)
                .group(DEVICE)
                .windows("min"))
        .by(DEVICE)
        .saying("Share of the interval that the sensor saw.");
  }

  private static Panel revisions() {
    return Panel.of(
            "Highest revision of ledger entries",
            PanelKind.LINES,
            Unit.COUNT,
            12,
            8,
            Flux.of(ENERGY)
                .ofNodes(DEVICE, Boards.NODES)
                .fields(REVISION)
                .group(BOOK)
                .windows("max"))
        .by(BOOK)
        .saying("Late data and a sensor profile that is learned later correct entries.");
  }

  private static Panel open() {
    return Panel.of(
            "Ledger entries that may still change",
            PanelKind.BARS,
            Unit.COUNT,
            24,
            7,
            Flux.of(ENERGY)
                .ofNodes(DEVICE, Boards.NODES)
                .fields(IS_FINAL)
                .step("filter(fn: (r) => r._value == false)")
                .group(BOOK)
                .windows("count"))
        .by(BOOK)
        .saying("Entries are final when no datum within the horizon can change them any more.");
  }
}
