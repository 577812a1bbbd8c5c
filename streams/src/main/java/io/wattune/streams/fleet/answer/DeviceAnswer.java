package io.wattune.streams.fleet.answer;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.wattune.core.fleet.DeviceFacts;
import io.wattune.core.fleet.FleetDevice;
import io.wattune.core.fleet.FleetNode;
import io.wattune.core.fleet.PowerSample;
import io.wattune.core.fleet.WindowBook;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The newest of one device. */
public record DeviceAnswer(
    @JsonPropertyDescription("device id") String device,
    @JsonPropertyDescription("the node that it is in") String node,
    @JsonPropertyDescription("id of the whole device, for a slice of one") @Nullable String parent,
    @JsonPropertyDescription(
            "whether it is in the sums; a slice is not beside its whole device, nor the node's own"
                + " meter beside other devices")
        boolean counted,
    @JsonPropertyDescription(
            "fresh, stale (its newest sample is too old) or silent (never gave one)")
        String state,
    @JsonPropertyDescription("time of its newest sample; null for a silent one")
        @Nullable AtTime at,
    @JsonPropertyDescription("age of that, by the node's own clock; null for a silent one")
        @Nullable BigDecimal ageSeconds,
    @JsonPropertyDescription("newest true power, stale or not; null for a silent one")
        @Nullable BigDecimal powerWatts,
    @JsonPropertyDescription("its standard error") @Nullable BigDecimal errorWatts,
    @JsonPropertyDescription("its quality; INVALID for a silent one") String quality,
    @JsonPropertyDescription("as in a sum") @Nullable String energyMicrojoules) {

  /** The devices of a node, in the order of their ids. */
  public static List<DeviceAnswer> ofNode(FleetNode node, long nowMillis, long staleAfterNanos) {
    List<DeviceAnswer> answers = new ArrayList<>();
    long atNanos = node.clock().atNanos(nowMillis);
    node.devices()
        .forEach(
            (id, device) -> {
              if (device.isThere()) {
                answers.add(of(node, id, device, atNanos, staleAfterNanos));
              }
            });
    return answers;
  }

  private static DeviceAnswer of(
      FleetNode node, String id, FleetDevice device, long atNanos, long staleAfterNanos) {
    DeviceFacts facts = device.facts();
    PowerSample newest = device.newest();
    boolean counted = node.isCounted(id, device);
    String parent = facts == null ? null : facts.parent();
    String energy = energy(node.book(id));
    if (newest == null) {
      return new DeviceAnswer(
          id, node.name(), parent, counted, "silent", null, null, null, null, "INVALID", energy);
    }
    long ageNanos = Math.max(0, atNanos - newest.timeNanos());
    return new DeviceAnswer(
        id,
        node.name(),
        parent,
        counted,
        FleetNode.isFresh(newest, atNanos, staleAfterNanos) ? "fresh" : "stale",
        AtTime.ofNanos(newest.timeNanos()),
        BigDecimal.valueOf(ageNanos / 1_000_000, 3),
        SumAnswer.watts(newest.milliwatts()),
        SumAnswer.watts(newest.errorMilliwatts()),
        newest.quality().name(),
        energy);
  }

  private static @Nullable String energy(@Nullable WindowBook book) {
    OptionalLong microjoules = book == null ? OptionalLong.empty() : book.microjoules();
    return microjoules.isPresent() ? Long.toString(microjoules.getAsLong()) : null;
  }
}
