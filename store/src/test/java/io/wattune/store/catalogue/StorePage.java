package io.wattune.store.catalogue;

import java.util.stream.Collectors;

/** The text of docs/reference/store.md, from the catalogue. */
final class StorePage {
  private StorePage() {}

  static String of() {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # What the store holds

        Generated from the point catalogue. To refresh:
        `%s`

        The sink writes to any store that takes InfluxDB's line protocol: a measurement is a measurement
        of InfluxDB, and a table of the embedded QuestDB with its time in `timestamp`. A point replaces the
        point with the same tags and time, so that a repeat changes nothing, and a later revision takes the
        place of an earlier one. Where tags and time do not tell data apart, such as two kernels that start
        together, some fields help (*key* below): QuestDB compares them; for InfluxDB they choose the
        nanoseconds below the microsecond of the point's time, the same ones each time. Two data with the
        same tags and microsecond share a point on InfluxDB once in a thousand times.

        The embedded store drops whole days: a day goes when it ended longer than `--store-keep` (7 days)
        before the newest point of its measurement, or before now where that point lies in the future. A
        measurement that gets no more points keeps what it has. Other stores keep what they are told to.

        An absent field means that there is no value: never zero.
        """
            .formatted(StorePageTest.REFRESH));
    PointCatalogue.all().forEach(measurement -> section(measurement, page));
    return page.toString();
  }

  private static void section(Measurement measurement, StringBuilder page) {
    page.append("\n## ").append(measurement.name()).append("\n\n");
    page.append(measurement.description()).append(" From topic `");
    page.append(measurement.topic().label()).append("`.\n");
    page.append("Time: ").append(measurement.time()).append("\n\n");
    page.append("| column | type | meaning |\n|---|---|---|\n");
    page.append(
        measurement.columns().stream()
            .map(
                column ->
                    "| `%s` | %s | %s |\n"
                        .formatted(column.name(), type(measurement, column), column.description()))
            .collect(Collectors.joining()));
  }

  private static String type(Measurement measurement, Column column) {
    return column.type().label() + (measurement.identity().contains(column) ? ", *key*" : "");
  }
}
