package io.wattune.collectors.nodepower;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.collectors.device.DeviceException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Power of a node by Redfish. The first answer finds out where it is:
 *
 * <pre>
 * /redfish/v1/Chassis              Members[].@odata.id, one for each chassis, on one page or more
 *   {chassis}                      EnvironmentMetrics.@odata.id, Power.@odata.id: links
 *   {chassis}/EnvironmentMetrics   PowerWatts.Reading                        newer services
 *   {chassis}/Power                PowerControl[].PowerConsumedWatts         older ones
 *                                  or its PowerMetrics.AverageConsumedWatts
 * </pre>
 *
 * Where more than one chassis has a power, the node's file must say which; which of several power
 * controls is taken, {@link PowerControls} says. After an error it is looked for again. Used by one
 * thread.
 */
final class RedfishMeter implements NodeMeter {
  static final Duration LIMIT = Duration.ofSeconds(10);
  static final String ID = "@odata.id";
  private static final double MILLIWATTS = 1_000;
  private static final int MOST_PAGES = 100;

  private final RedfishService service;
  private final @Nullable String chassis;
  private final PowerControls controls;
  private @Nullable Place place;

  /** A resource, and which of its values is read: it stays the same one. */
  private record Place(URI uri, Value value) {}

  /** Where a power may stand in a resource, the ones to prefer first. */
  private enum Value {
    READING,
    CONSUMED,
    /** Over minutes, on some services: no substitute for a value that is missing for a moment. */
    AVERAGE;

    OptionalDouble of(JsonNode resource, PowerControls controls) throws DeviceException {
      if (this == READING) {
        return number(resource.path("PowerWatts").path("Reading"));
      }
      Optional<JsonNode> control = controls.choose(resource);
      if (control.isEmpty()) {
        return OptionalDouble.empty();
      }
      return number(
          this == CONSUMED
              ? control.get().path("PowerConsumedWatts")
              : control.get().path("PowerMetrics").path("AverageConsumedWatts"));
    }

    /** Some services write their numbers as text. */
    private static OptionalDouble number(JsonNode node) {
      double value = node.isValueNode() ? node.asDouble(Double.NaN) : Double.NaN;
      return node.isBoolean() || !Double.isFinite(value)
          ? OptionalDouble.empty()
          : OptionalDouble.of(value);
    }
  }

  /**
   * A service.
   *
   * @param chassis id of the chassis; null where there is only one with a power
   * @param controls which of several power controls is the node's
   */
  RedfishMeter(RedfishService service, @Nullable String chassis, PowerControls controls) {
    this.service = service;
    this.chassis = chassis;
    this.controls = controls;
  }

  @Override
  public int milliwatts() throws DeviceException, InterruptedException {
    try {
      Place known = place;
      if (known == null) {
        known = find();
        place = known;
      }
      OptionalDouble watts = known.value().of(service.get(known.uri()), controls);
      if (watts.isEmpty()) {
        throw new DeviceException(known.uri() + " shows no power now");
      }
      return checked(known.uri(), watts.getAsDouble());
    } catch (DeviceException e) {
      place = null;
      throw e;
    }
  }

  private static int checked(URI from, double watts) throws DeviceException {
    double milliwatts = watts * MILLIWATTS;
    if (!(milliwatts > 0 && milliwatts <= Integer.MAX_VALUE)) {
      throw new DeviceException(
          from + " says " + watts + " W; a controller without a meter does, and a node takes more");
    }
    return (int) Math.round(milliwatts);
  }

  private Place find() throws DeviceException, InterruptedException {
    List<Place> places = new ArrayList<>();
    for (String path : chassis()) {
      Optional<JsonNode> member = service.find(service.link(path));
      Place found = member.isEmpty() ? null : place(member.get());
      if (found != null) {
        places.add(found);
      }
    }
    if (places.size() != 1) {
      throw new DeviceException(
          places.isEmpty()
              ? "no chassis%s of %s shows a power"
                  .formatted(chassis == null ? "" : " '" + chassis + "'", service.root())
              : "several chassis show a power: "
                  + places.stream().map(Place::uri).toList()
                  + "; name the node's by the setting 'chassis'");
    }
    return places.get(0);
  }

  /** Paths of all chassis, or of the one that is named. */
  private List<String> chassis() throws DeviceException, InterruptedException {
    List<String> paths = new ArrayList<>();
    URI page = service.root().resolve("/redfish/v1/Chassis");
    for (int i = 0; i < MOST_PAGES; i++) {
      JsonNode list = service.get(page);
      for (JsonNode member : list.path("Members")) {
        String path = member.path(ID).asText();
        if (!path.isEmpty() && (chassis == null || isNamed(path, chassis))) {
          paths.add(path);
        }
      }
      String next = list.path("Members@odata.nextLink").asText();
      if (next.isEmpty()) {
        return paths;
      }
      page = service.link(next);
    }
    throw new DeviceException(page + " has no last page");
  }

  /** Some services end their paths with a slash. */
  private static boolean isNamed(String path, String id) {
    return path.replaceFirst("/$", "").endsWith("/" + id);
  }

  private @Nullable Place place(JsonNode chassis) throws DeviceException, InterruptedException {
    for (String link : List.of("EnvironmentMetrics", "Power")) {
      String path = chassis.path(link).path(ID).asText();
      if (!path.isEmpty()) {
        URI uri = service.link(path);
        Optional<JsonNode> resource = service.find(uri);
        for (Value value : Value.values()) {
          if (resource.isPresent() && value.of(resource.get(), controls).isPresent()) {
            return new Place(uri, value);
          }
        }
      }
    }
    return null;
  }
}
