package io.wattune.collectors.local;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.collectors.local.NodeBooks.DeviceJoules;
import io.wattune.core.Quality;
import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.LedgerEntry;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The lines that are answered. The fields are in docs/reference/activities.md. */
final class AnswerLines {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN).build();

  private AnswerLines() {}

  /** A line was refused. */
  static String error(RequestException failure) {
    ObjectNode json = answer(failure.ask(), failure.id(), false);
    json.put("error", failure.getMessage());
    return text(json);
  }

  /** An activity has started. */
  static String started(OpenActivity opened) {
    ObjectNode json = answer(RequestType.START.label(), opened.id(), true);
    json.put("startNanos", opened.startNanos());
    devices(json, opened.devices());
    return text(json);
  }

  /** An activity has ended, and nobody asked for its energy. */
  static String ended(RequestType ask, OpenActivity opened, long endNanos) {
    ObjectNode json = answer(ask.label(), opened.id(), true);
    times(json, opened, endNanos);
    return text(json);
  }

  /** Work was taken, of a time that begins and ends so. */
  static String worked(String id, long startNanos, long endNanos) {
    ObjectNode json = answer(RequestType.WORK.label(), id, true);
    json.put("startNanos", startNanos);
    json.put("endNanos", endNanos);
    return text(json);
  }

  /** Which devices there are. */
  static String devices(String node, List<String> devices) {
    ObjectNode json = answer(RequestType.DEVICES.label(), null, true);
    json.put("node", node);
    devices(json, devices);
    return text(json);
  }

  /**
   * The energy of an activity. The sum's error takes the devices' errors as independent: what their
   * sensors have in common beyond that is not known.
   */
  static String energy(
      RequestType ask, OpenActivity opened, long endNanos, List<DeviceJoules> parts) {
    ObjectNode json = answer(ask.label(), opened.id(), true);
    times(json, opened, endNanos);
    List<LedgerEntry> entries =
        parts.stream().map(DeviceJoules::entry).flatMap(Stream::ofNullable).toList();
    boolean isComplete = entries.size() == parts.size();
    json.put("complete", isComplete);
    json.put("provisional", !isComplete || !entries.stream().allMatch(LedgerEntry::isFinal));
    sum(json, entries, isComplete);
    ArrayNode devices = json.putArray("devices");
    for (DeviceJoules part : parts) {
      device(devices.addObject(), part);
    }
    return text(json);
  }

  private static void sum(ObjectNode json, List<LedgerEntry> entries, boolean isComplete) {
    if (entries.isEmpty()) {
      json.putNull("joules");
      return;
    }
    long microjoules = 0;
    double variance = 0;
    double coverage = 0;
    Quality quality = isComplete ? Quality.MEASURED : Quality.GAP;
    for (LedgerEntry entry : entries) {
      microjoules += entry.energyMicrojoules();
      variance += (double) entry.standardErrorMicrojoules() * entry.standardErrorMicrojoules();
      coverage += entry.coverage() / entries.size();
      quality = quality.worst(entry.quality());
    }
    json.put("joules", units(microjoules));
    json.put("standardErrorJoules", units(Math.round(Math.sqrt(variance))));
    json.put("quality", quality.name());
    json.put("coverage", coverage);
  }

  private static void device(ObjectNode json, DeviceJoules part) {
    json.put("device", part.device());
    LedgerEntry entry = part.entry();
    if (entry == null) {
      json.putNull("joules");
      json.put("reason", part.reason());
      return;
    }
    json.put("joules", units(entry.energyMicrojoules()));
    json.put("standardErrorJoules", units(entry.standardErrorMicrojoules()));
    json.put("quality", entry.quality().name());
    json.put("coverage", entry.coverage());
    json.put("provisional", !entry.isFinal());
    Attribution attribution = entry.attribution();
    if (attribution != null) {
      json.put("share", attribution.share());
    }
    Long integral = entry.integralMicrojoules();
    if (integral != null) {
      json.put("readingsJoules", units(integral));
    }
    json.put("profile", entry.profileId());
  }

  private static ObjectNode answer(@Nullable String ask, @Nullable String id, boolean isDone) {
    ObjectNode json = JSON.createObjectNode();
    json.put("ok", isDone);
    if (ask != null) {
      json.put("do", ask);
    }
    if (id != null) {
      json.put("id", id);
    }
    return json;
  }

  private static void times(ObjectNode json, OpenActivity opened, long endNanos) {
    json.put("startNanos", opened.startNanos());
    json.put("endNanos", endNanos);
  }

  private static void devices(ObjectNode json, List<String> devices) {
    ArrayNode array = json.putArray("devices");
    devices.forEach(array::add);
  }

  /** Joules of microjoules, to the last digit. */
  private static BigDecimal units(long microjoules) {
    return BigDecimal.valueOf(microjoules, 6);
  }

  private static String text(ObjectNode json) {
    try {
      return JSON.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an answer could not be written", e);
    }
  }
}
