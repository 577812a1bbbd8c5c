package io.wattune.dashboard.grafana;

import static io.wattune.store.catalogue.PointCatalogue.ACTIVITY_NAME;
import static io.wattune.store.catalogue.PointCatalogue.BOOK;
import static io.wattune.store.catalogue.PointCatalogue.DEVICE;
import static io.wattune.store.catalogue.PointCatalogue.ENERGY;
import static io.wattune.store.catalogue.PointCatalogue.ENERGY_JOULES;
import static io.wattune.store.catalogue.PointCatalogue.ERROR_WATTS;
import static io.wattune.store.catalogue.PointCatalogue.FLEET;
import static io.wattune.store.catalogue.PointCatalogue.FLEET_ENERGY_JOULES;
import static io.wattune.store.catalogue.PointCatalogue.FRESH_DEVICES;
import static io.wattune.store.catalogue.PointCatalogue.NAME;
import static io.wattune.store.catalogue.PointCatalogue.POWER_WATTS;
import static io.wattune.store.catalogue.PointCatalogue.QUALITY_CODE;
import static io.wattune.store.catalogue.PointCatalogue.SCOPE;
import static io.wattune.store.catalogue.PointCatalogue.SILENT_DEVICES;
import static io.wattune.store.catalogue.PointCatalogue.STALE_DEVICES;
import static io.wattune.store.catalogue.PointCatalogue.USER_NAME;

import io.wattune.core.ledger.EnergyTotal;
import java.util.List;

/** Power and energy of the fleet: what the cluster, its racks and nodes take, and for what. */
final class FleetBoard {
  private FleetBoard() {}

  static Board of() {
    return new Board(
        "wattune-fleet",
        "Wattune: fleet",
        "Power of the cluster, its racks and nodes, and where the energy went.",
        Datasource.STORE,
        List.of(Boards.NODES, Boards.BOOKS),
        List.of(
            powerNow(),
            energyNow(),
            devicesNow(),
            qualityNow(),
            clusterPower(),
            rackPower(),
            nodePower(),
            energyOverTime(),
            energyByDevice(),
            energyByName(),
            energyByUser()));
  }

  private static Flux cluster() {
    return Flux.of(FLEET).where(SCOPE, "cluster");
  }

  private static Panel powerNow() {
    return Panel.of(
            "Power of the cluster now",
            PanelKind.STAT,
            Unit.WATTS,
            6,
            4,
            cluster().fields(POWER_WATTS).wide(POWER_WATTS))
        .saying("Sum of the newest true power of every device that is heard of.");
  }

  private static Panel energyNow() {
    return Panel.of(
            "Energy since the fleet view began",
            PanelKind.STAT,
            Unit.JOULES,
            6,
            4,
            cluster().fields(FLEET_ENERGY_JOULES).wide(FLEET_ENERGY_JOULES))
        .saying("Energy of the devices in the sum, where it is known.");
  }

  private static Panel devicesNow() {
    return Panel.of(
            "Devices",
            PanelKind.STAT,
            Unit.COUNT,
            8,
            4,
            cluster()
                .fields(FRESH_DEVICES, STALE_DEVICES, SILENT_DEVICES)
                .wide(FRESH_DEVICES, STALE_DEVICES, SILENT_DEVICES))
        .saying(
            "Fresh ones are in the sum; of stale ones the newest sample is too old; silent ones"
                + " have never given one.");
  }

  private static Panel qualityNow() {
    return Panel.of(
            "Worst quality",
            PanelKind.STAT,
            Unit.QUALITY,
            4,
            4,
            cluster().fields(QUALITY_CODE).wide(QUALITY_CODE))
        .saying("The worst quality of what is in the sum.");
  }

  private static Panel clusterPower() {
    return Panel.of(
            "Power of the cluster, with its standard error",
            PanelKind.LINES,
            Unit.WATTS,
            24,
            8,
            cluster()
                .fields(POWER_WATTS, ERROR_WATTS)
                .windows("mean")
                .wide(POWER_WATTS, ERROR_WATTS)
                .step("filter(fn: (r) => exists r.%s and exists r.%s)", POWER_WATTS, ERROR_WATTS)
                .step(
                    "map(fn: (r) => ({_time: r._time, %s: r.%s, lowest_watts: r.%s - r.%s,"
                        + " highest_watts: r.%s + r.%s}))",
                    POWER_WATTS, POWER_WATTS, POWER_WATTS, ERROR_WATTS, POWER_WATTS, ERROR_WATTS))
        .saying("Lowest and highest are one standard error below and above.");
  }

  private static Panel rackPower() {
    return Panel.of(
            "Power of each rack",
            PanelKind.LINES,
            Unit.WATTS,
            12,
            8,
            Flux.of(FLEET).where(SCOPE, "rack").fields(POWER_WATTS).group(NAME).windows("mean"))
        .by(NAME);
  }

  private static Panel nodePower() {
    return Panel.of(
            "Power of each chosen node",
            PanelKind.LINES,
            Unit.WATTS,
            12,
            8,
            Flux.of(FLEET)
                .where(SCOPE, "node")
                .whereAmong(NAME, Boards.NODES)
                .fields(POWER_WATTS)
                .group(NAME)
                .windows("mean"))
        .by(NAME);
  }

  private static Flux chosenEnergy() {
    return Flux.of(ENERGY).whereIs(BOOK, Boards.BOOKS).ofNodes(DEVICE, Boards.NODES);
  }

  private static Panel energyOverTime() {
    return Panel.of(
            "Energy of each device over time, in one book",
            PanelKind.BARS,
            Unit.JOULES,
            24,
            8,
            chosenEnergy().fields(ENERGY_JOULES).group(DEVICE).windows("sum"))
        .by(DEVICE)
        .saying(
            "Each entry counts at its start. Books must not be added to each other: they divide the"
                + " same energy in different ways.");
  }

  private static Panel energyByDevice() {
    return Panel.of(
            "Energy of each device in the time range, in one book",
            PanelKind.GAUGES,
            Unit.JOULES,
            12,
            9,
            chosenEnergy()
                .fields(ENERGY_JOULES)
                .group(DEVICE)
                .step("sum()")
                .group()
                .step("sort(columns: [\"_value\"], desc: true)"))
        .by(DEVICE);
  }

  private static Panel energyByName() {
    return Panel.of(
            "Energy of each name in the time range: book job, process, kernel or request",
            PanelKind.GAUGES,
            Unit.JOULES,
            12,
            9,
            chosenEnergy()
                .fields(ENERGY_JOULES, ACTIVITY_NAME)
                .pivot()
                .step(
                    "filter(fn: (r) => exists r.%s and exists r.%s)", ACTIVITY_NAME, ENERGY_JOULES)
                .group(ACTIVITY_NAME)
                .step("sum(column: \"%s\")", ENERGY_JOULES)
                .group()
                .step("sort(columns: [\"%s\"], desc: true)", ENERGY_JOULES)
                .step("limit(n: 25)"))
        .by(ACTIVITY_NAME)
        .saying("The 25 names with the most energy. Empty for books of time windows.");
  }

  private static Panel energyByUser() {
    return Panel.of(
            "Energy of each user in the time range: book job, process, kernel or request",
            PanelKind.GAUGES,
            Unit.JOULES,
            12,
            9,
            chosenEnergy()
                .fields(ENERGY_JOULES, USER_NAME)
                .pivot()
                .step("filter(fn: (r) => exists r.%s and exists r.%s)", USER_NAME, ENERGY_JOULES)
                .step(
                    "map(fn: (r) => ({r with %s: if r.%s == \"\" then \""
                        + EnergyTotal.without("user")
                        + "\" else r.%s}))",
                    USER_NAME,
                    USER_NAME,
                    USER_NAME)
                .group(USER_NAME)
                .step("sum(column: \"%s\")", ENERGY_JOULES)
                .group()
                .step("sort(columns: [\"%s\"], desc: true)", ENERGY_JOULES)
                .step("limit(n: 25)"))
        .by(USER_NAME)
        .saying(
            "The 25 users with the most energy, by the owner label of activities. Empty for books of"
                + " time windows, and for points of before users were written.");
  }
}
