package io.wattune.sinks.point;

import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.topics.Topic;
import java.util.EnumMap;
import java.util.Map;

/** What makes points of each topic that goes to a store. */
public final class PointMakers {
  private PointMakers() {}

  /** New makers, for one thread, that find the schemas of newer writers in the store of schemas. */
  public static Map<Topic, PointMaker> of(SchemaStore schemas) {
    return of(schemas, PointForm.REVISED);
  }

  /** The same, of points in a form. */
  public static Map<Topic, PointMaker> of(SchemaStore schemas, PointForm form) {
    Map<Topic, PointMaker> makers = new EnumMap<>(Topic.class);
    makers.put(Topic.POWER, new PowerPoints(schemas));
    makers.put(Topic.ENERGY, new EnergyPoints(schemas, form));
    makers.put(Topic.COMPONENT_POWER, new ComponentPoints(schemas, form));
    makers.put(Topic.HEAT, new HeatPoints(schemas));
    makers.put(Topic.FLEET, new FleetPoints(schemas));
    makers.put(Topic.DECISIONS, new DecisionPoints(schemas));
    makers.put(Topic.ACTUATIONS, new ActuationPoints(schemas));
    makers.replaceAll((topic, maker) -> new FormedPoints(maker, form));
    return makers;
  }
}
