package io.wattune.store.catalogue;

import io.wattune.schemas.topics.Topic;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a store holds of one kind of datum: a measurement of InfluxDB, a table of the embedded
 * store.
 *
 * @param name its name in the store
 * @param topic where the data come from
 * @param description one sentence
 * @param time what the time of a point is
 * @param tags with the time they distinguish one point from another
 * @param fields all the rest
 * @param identity those of the fields that are needed, too, to distinguish one point from another;
 *     the embedded store compares them, and for InfluxDB they choose the nanoseconds below the
 *     microsecond of the point's time
 */
public record Measurement(
    String name,
    Topic topic,
    String description,
    String time,
    List<Column> tags,
    List<Column> fields,
    List<Column> identity) {

  public Measurement {
    tags = List.copyOf(tags);
    fields = List.copyOf(fields);
    identity = List.copyOf(identity);
    if (!fields.containsAll(identity)) {
      throw new IllegalArgumentException(
          "the identity of measurement '" + name + "' must be some of its fields");
    }
    long names = Stream.concat(tags.stream(), fields.stream()).map(Column::name).distinct().count();
    if (names != tags.size() + fields.size()) {
      throw new IllegalArgumentException(
          "measurement '" + name + "' has two columns of the same name");
    }
  }

  /** Tags, then fields. */
  public List<Column> columns() {
    return Stream.concat(tags.stream(), fields.stream()).toList();
  }
}
