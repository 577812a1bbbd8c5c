package io.wattune.collectors.nodepower;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.collectors.device.DeviceException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Which entry of {@code PowerControl[]} is the node's. There may be one for its CPUs, its memory,
 * each accelerator or, in a chassis of several nodes, each node; the schema promises no order
 * (Redfish Power v1, {@code PhysicalContext} and {@code RelatedItem}). It is chosen anew in each
 * answer, as entries may come and go.
 *
 * @param wished {@code MemberId} or {@code Name} of the entry; null where it is found by itself
 */
record PowerControls(@Nullable String wished) {
  /** A link to a chassis or a system, and not to a part of one. */
  private static final Pattern WHOLE = Pattern.compile(".*/(Chassis|Systems)/[^/]+/?");

  /** The node's entry of a resource; empty where none has a power. */
  Optional<JsonNode> choose(JsonNode resource) throws DeviceException {
    List<JsonNode> entries =
        StreamSupport.stream(resource.path("PowerControl").spliterator(), false)
            .filter(entry -> entry.has("PowerConsumedWatts") || entry.has("PowerMetrics"))
            .toList();
    if (wished != null) {
      return only(entries.stream().filter(this::isWished).toList(), entries);
    }
    return only(
        entries.size() > 1 ? entries.stream().filter(PowerControls::isWhole).toList() : entries,
        entries);
  }

  private Optional<JsonNode> only(List<JsonNode> chosen, List<JsonNode> all)
      throws DeviceException {
    if (chosen.size() > 1 || (chosen.isEmpty() && !all.isEmpty())) {
      throw new DeviceException(
          (wished == null
                  ? "several power controls show a power, and which is the node's is not said: "
                  : "not one power control is '" + wished + "', there are ")
              + all.stream().map(PowerControls::shown).toList()
              + "; name the node's by the setting 'powerControl'");
    }
    return chosen.stream().findFirst();
  }

  private boolean isWished(JsonNode entry) {
    return entry.path("MemberId").asText().equals(wished)
        || entry.path("Name").asText().equals(wished);
  }

  private static boolean isWhole(JsonNode entry) {
    return entry.path("PhysicalContext").asText().equals("Chassis")
        || StreamSupport.stream(entry.path("RelatedItem").spliterator(), false)
            .anyMatch(item -> WHOLE.matcher(item.path(RedfishMeter.ID).asText()).matches());
  }

  private static String shown(JsonNode entry) {
    return "'" + entry.path("MemberId").asText() + "' (" + entry.path("Name").asText() + ")";
  }
}
