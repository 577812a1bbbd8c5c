package io.wattune.core.thermal.live;

import io.wattune.core.thermal.hotspot.FloorPlanText;
import io.wattune.core.thermal.hotspot.HotspotFormatException;
import io.wattune.core.thermal.hotspot.ThermalConfigText;
import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A floor plan that somebody gives for some devices, as text, so that it can be sent along with a
 * job.
 *
 * @param devices device id, or the beginning of one before a {@code *}
 * @param name for people
 * @param floorPlan HotSpot's floor plan
 * @param config HotSpot's configuration; null for a usual package
 * @param mapping weights of groups of blocks by component; for those that it does not name, what
 *     {@link PowerMapping#TABLE_5_5} says where the plan has such blocks
 * @param sensorBlock the block in which the sensor is; null where nobody knows
 */
public record GivenPlan(
    String devices,
    String name,
    String floorPlan,
    @Nullable String config,
    Map<String, Map<String, Double>> mapping,
    @Nullable String sensorBlock)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  public GivenPlan {
    mapping = new TreeMap<>(mapping);
  }

  /** Whether it is a device's. */
  public boolean isFor(String device) {
    return devices.endsWith("*")
        ? device.startsWith(devices.substring(0, devices.length() - 1))
        : device.equals(devices);
  }

  /**
   * The plan.
   *
   * @throws HotspotFormatException a text is wrong
   * @throws IllegalArgumentException the parts do not fit each other
   */
  public HeatPlan plan() throws HotspotFormatException {
    var plan = FloorPlanText.read(floorPlan);
    var rules = new TreeMap<>(PowerMapping.TABLE_5_5);
    rules
        .entrySet()
        .removeIf(
            each ->
                !mapping.containsKey(each.getKey())
                    && !PowerMapping.fits(plan, each.getValue().keySet()));
    rules.putAll(mapping);
    return new HeatPlan(
        name,
        true,
        plan,
        PowerMapping.of(plan, rules),
        config == null
            ? HeatPlan.packageOf(Math.max(plan.width(), plan.height()))
            : ThermalConfigText.read(config).config(),
        Optional.ofNullable(sensorBlock));
  }
}
