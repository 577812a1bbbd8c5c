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

        ## Which store

        `wattune sinks --store URL --store-kind KIND` writes to one of these; `--token` names a file
        with what the store wants to see.

        | kind | store | `--bucket` | secret | dashboard |
        |---|---|---|---|---|
        | `questdb` | QuestDB, such as the embedded one; tables are made | - | `USER:PASSWORD` | reads it |
        | `influxdb` | InfluxDB 2, and what speaks its interface; the bucket must exist | bucket, with `--org` | token | reads it |
        | `influxdb1` | InfluxDB 1 (`/write`), tested with 1.6; the database must exist | `DATABASE` or `DATABASE/RETENTION-POLICY` | `USER:PASSWORD` | does not read it |
        | `victoriametrics` | VictoriaMetrics, tested with 1.79 | shown as label `db` | `USER:PASSWORD`, or a token | does not read it |
        | `postgresql` | PostgreSQL, tested with 15; tables are made in the database, which must exist; `--store` is `postgresql://HOST:PORT` | database | `USER:PASSWORD` | does not read it |

        **VictoriaMetrics** holds numbers only, in milliseconds, and keeps every point that it ever got.
        So it gets ledger entries when they are final, ten minutes after their end by default, and not
        the revisions before; no text and no flag; and the user of an activity as label `user_name`.
        Names are `<measurement>_<column>`: `sum(sum_over_time(energy_energy_joules{book="window1s"}[1d]))`
        is the energy of a day. A sink that is started again writes some points once more: give
        VictoriaMetrics `-dedup.minScrapeInterval=1ms`, with which they count once. Two activities of one
        device, book and user that start in the same millisecond count once, too, then: take sums of the
        windows, and of jobs. Power is written as it comes; where a learned profile corrects it, the larger
        of both values stays.

        **PostgreSQL** gets a table for each measurement: `time` (timestamptz, microseconds), the tags and
        the fields. Time, tags and the fields marked *key* are its primary key; a tag that is absent is the
        empty text. A later revision replaces an earlier one, and never the other way round, so that sums
        of one book are right at any time: `select sum(energy_joules) from energy where book = 'window60s'
        and time >= now() - interval '1 day'`. The user needs the right to make tables. In a TimescaleDB
        make a table a hypertable by `select create_hypertable('energy', 'time', migrate_data => true)`;
        that was not tested. Nothing is ever dropped: delete by `time`.

        **Each of two stores gets everything** where their sinks are in groups of their own:
        `--group NAME` of all sinks of the second store makes the consumer group `wattune.store-NAME`.
        Sinks without it are the group `wattune.store`; sinks of one group divide the topics among
        themselves. A new group begins with the oldest record that the broker keeps. `wattune acls` lets
        the sinks' user read as `wattune.store` and as every group whose name begins with `wattune.store-`.

        ## How points are kept

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
