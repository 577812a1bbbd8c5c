package io.wattune.sinks.point;

import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.ComponentPowerCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.FleetPowerCodec;
import io.wattune.schemas.codec.HeatCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.RecordCodec;
import io.wattune.schemas.codec.RecordKey;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What makes points of each topic that goes to a store. */
public final class PointMakers {
  private PointMakers() {}

  /** New makers, for one thread, that find the schemas of newer writers in the store of schemas. */
  public static Map<Topic, PointMaker> of(SchemaStore schemas) {
    return of(schemas, PointForm.REVISED);
  }

  /** The same, of points in a form. */
  public static Map<Topic, PointMaker> of(SchemaStore schemas, PointForm form) {
    return Map.of(
        Topic.POWER,
        maker(form, new PowerBlockCodec(schemas), PowerPoints::make),
        Topic.ENERGY,
        maker(
            form,
            new LedgerEntryCodec(schemas),
            (entry, lines) -> EnergyPoints.make(entry, form, lines)),
        Topic.COMPONENT_POWER,
        maker(
            form,
            new ComponentPowerCodec(schemas),
            (power, lines) -> ComponentPoints.make(power, form, lines)),
        Topic.HEAT,
        maker(form, new HeatCodec(schemas), HeatPoints::make),
        Topic.FLEET,
        maker(form, new FleetPowerCodec(schemas), FleetPoints::make),
        Topic.DECISIONS,
        maker(form, new DecisionCodec(schemas), DecisionPoints::make),
        Topic.ACTUATIONS,
        maker(form, new ActuationCodec(schemas), ActuationPoints::make, RecordKey::check));
  }

  private static <T> PointMaker maker(
      PointForm form, RecordCodec<T> codec, BiConsumer<T, PointLines> points) {
    return maker(form, codec, points, (key, value) -> {});
  }

  private static <T> PointMaker maker(
      PointForm form, RecordCodec<T> codec, BiConsumer<T, PointLines> points, KeyCheck<T> keys) {
    return (key, value, lines) -> {
      T decoded = codec.decode(value);
      keys.check(key, decoded);
      lines.form(form);
      points.accept(decoded, lines);
    };
  }

  /** Whether a record may have this key. */
  private interface KeyCheck<T> {
    void check(@Nullable String key, T value) throws UndecodableException;
  }
}
