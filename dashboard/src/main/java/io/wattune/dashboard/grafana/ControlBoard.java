package io.wattune.dashboard.grafana;

import static io.wattune.store.catalogue.PointCatalogue.ACTUATIONS;
import static io.wattune.store.catalogue.PointCatalogue.CONTROLS;
import static io.wattune.store.catalogue.PointCatalogue.CONTROL_REASON;
import static io.wattune.store.catalogue.PointCatalogue.DECISIONS;
import static io.wattune.store.catalogue.PointCatalogue.DETAIL;
import static io.wattune.store.catalogue.PointCatalogue.DEVICE;
import static io.wattune.store.catalogue.PointCatalogue.LEASE_LEFT_SECONDS;
import static io.wattune.store.catalogue.PointCatalogue.LEASE_SECONDS;
import static io.wattune.store.catalogue.PointCatalogue.NODE;
import static io.wattune.store.catalogue.PointCatalogue.OUTCOME;
import static io.wattune.store.catalogue.PointCatalogue.POLICY;
import static io.wattune.store.catalogue.PointCatalogue.QUALITY_CODE;
import static io.wattune.store.catalogue.PointCatalogue.READ_BACK;
import static io.wattune.store.catalogue.PointCatalogue.REASON;
import static io.wattune.store.catalogue.PointCatalogue.SEQUENCE;
import static io.wattune.store.catalogue.PointCatalogue.SETTINGS;
import static io.wattune.store.catalogue.PointCatalogue.STATUS;
import static io.wattune.store.catalogue.PointCatalogue.TUNABLE;
import static io.wattune.store.catalogue.PointCatalogue.UNIT;
import static io.wattune.store.catalogue.PointCatalogue.WISHED;

import io.wattune.core.decision.ActuationOutcome;
import java.util.List;
import java.util.Locale;

/** What the controller decided, what the nodes made of it, and why they did not. */
final class ControlBoard {
  private ControlBoard() {}

  static Board of() {
    return new Board(
        "wattune-control",
        "Wattune: control",
        "Decisions and their reasons, refusals, restores, and what is left of the leases.",
        Datasource.STORE,
        List.of(Boards.NODES),
        List.of(
            decisions(),
            outcomes(),
            reasons("Refusals by reason", ActuationOutcome.REFUSED),
            reasons("Restores of own settings by reason", ActuationOutcome.RESTORED),
            leases(),
            newestDecisions(),
            newestAnswers(),
            failedControls()));
  }

  private static Panel decisions() {
    return Panel.of(
            "Decisions by policy and reason",
            PanelKind.BARS,
            Unit.COUNT,
            12,
            8,
            Flux.of(DECISIONS)
                .whereAmong(NODE, Boards.NODES)
                .step("filter(fn: (r) => exists r.%s)", DEVICE)
                .fields(SEQUENCE)
                .group(POLICY, REASON)
                .windows("count"))
        .by(POLICY, REASON)
        .saying("Decisions about devices; claims of nodes are left out.");
  }

  private static Panel outcomes() {
    return Panel.of(
            "What became of decisions",
            PanelKind.BARS,
            Unit.COUNT,
            12,
            8,
            Flux.of(ACTUATIONS)
                .whereAmong(NODE, Boards.NODES)
                .fields(SEQUENCE)
                .group(OUTCOME)
                .windows("count"))
        .by(OUTCOME);
  }

  private static Panel reasons(String title, ActuationOutcome outcome) {
    return Panel.of(
            title,
            PanelKind.BARS,
            Unit.COUNT,
            12,
            8,
            Flux.of(ACTUATIONS)
                .whereAmong(NODE, Boards.NODES)
                .where(OUTCOME, outcome.name().toLowerCase(Locale.ROOT))
                .fields(SEQUENCE)
                .group(REASON)
                .windows("count"))
        .by(REASON);
  }

  private static Panel leases() {
    return Panel.of(
            "What was left of the lease at each answer",
            PanelKind.STEPS,
            Unit.SECONDS,
            24,
            7,
            Flux.of(ACTUATIONS)
                .whereAmong(NODE, Boards.NODES)
                .fields(LEASE_LEFT_SECONDS)
                .group(DEVICE)
                .step("sort(columns: [\"_time\"])")
                .windows("last"))
        .by(DEVICE)
        .saying("0 where no lease is in force.");
  }

  private static Panel newestDecisions() {
    return Panel.of(
            "Newest decisions",
            PanelKind.TABLE,
            Unit.PLAIN,
            24,
            9,
            Flux.of(DECISIONS)
                .whereAmong(NODE, Boards.NODES)
                .step("filter(fn: (r) => exists r.%s)", DEVICE)
                .fields(LEASE_SECONDS, SETTINGS, QUALITY_CODE, DETAIL)
                .pivot()
                .group()
                .step("sort(columns: [\"_time\"], desc: true)")
                .step("limit(n: 100)")
                .keep(
                    "_time", DEVICE, POLICY, REASON, SETTINGS, LEASE_SECONDS, QUALITY_CODE, DETAIL))
        .with(LEASE_SECONDS, Unit.SECONDS)
        .with(QUALITY_CODE, Unit.QUALITY);
  }

  private static Panel newestAnswers() {
    return Panel.of(
            "Newest answers of the nodes",
            PanelKind.TABLE,
            Unit.PLAIN,
            12,
            9,
            Flux.of(ACTUATIONS)
                .whereAmong(NODE, Boards.NODES)
                .fields(LEASE_LEFT_SECONDS, DETAIL)
                .pivot()
                .group()
                .step("sort(columns: [\"_time\"], desc: true)")
                .step("limit(n: 100)")
                .keep("_time", DEVICE, OUTCOME, REASON, LEASE_LEFT_SECONDS, DETAIL))
        .with(LEASE_LEFT_SECONDS, Unit.SECONDS);
  }

  private static Panel failedControls() {
    return Panel.of(
            "Controls that were refused or failed",
            PanelKind.TABLE,
            Unit.PLAIN,
            12,
            9,
            Flux.of(CONTROLS)
                .whereAmong(NODE, Boards.NODES)
                .fields(WISHED, READ_BACK, STATUS, CONTROL_REASON)
                .pivot()
                .step(
                    "filter(fn: (r) => exists r.%s and r.%s != \"\")",
                    CONTROL_REASON, CONTROL_REASON)
                .group()
                .step("sort(columns: [\"_time\"], desc: true)")
                .step("limit(n: 100)")
                .keep("_time", DEVICE, TUNABLE, UNIT, WISHED, READ_BACK, STATUS, CONTROL_REASON))
        .saying("Wished and read back are in the unit of the tunable.");
  }
}
