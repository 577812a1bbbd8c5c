package io.wattune.streams.fleet.answer;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.wattune.core.fleet.EnergySum;
import io.wattune.core.fleet.FleetScope;
import io.wattune.core.fleet.FleetSum;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Power and energy of a node, a rack or the cluster. */
public record SumAnswer(
    @JsonPropertyDescription("node, rack or cluster") String scope,
    @JsonPropertyDescription(
            "the name; all for the cluster; empty for the rack of the nodes that name none")
        String name,
    @JsonPropertyDescription(
            "the rack of a node; null where no descriptor names one, and for others")
        @Nullable String rack,
    @JsonPropertyDescription(
            "event time that the sum is seen from; older than the clock by what the pipeline takes")
        AtTime at,
    @JsonPropertyDescription("sum over the fresh devices; null without any: no reading is not 0 W")
        @Nullable BigDecimal powerWatts,
    @JsonPropertyDescription(
            "standard error of that; errors of different devices are taken as independent")
        @Nullable BigDecimal errorWatts,
    @JsonPropertyDescription(
            "worst quality in the sum: MEASURED, CORRECTED, ESTIMATED, GAP, INVALID")
        String quality,
    @JsonPropertyDescription("devices in the sum of power") int freshDevices,
    @JsonPropertyDescription("devices left out because their newest sample is too old")
        int staleDevices,
    @JsonPropertyDescription("devices that have never given a sample") int silentDevices,
    @JsonPropertyDescription(
            "energy of these devices since the view began, in whole microjoules: text, since a"
                + " double cannot hold them; null before the ledger was read")
        @Nullable String energyMicrojoules) {

  /** A sum as an answer. */
  public static SumAnswer of(FleetScope scope, String name, @Nullable String rack, FleetSum sum) {
    EnergySum energy = sum.energy();
    boolean isKnown = sum.freshDevices() > 0;
    return new SumAnswer(
        scope.label(),
        name,
        rack,
        AtTime.ofNanos(sum.atNanos()),
        isKnown ? watts(sum.powerMilliwatts()) : null,
        isKnown ? watts(sum.errorMilliwatts()) : null,
        sum.quality().name(),
        sum.freshDevices(),
        sum.staleDevices(),
        sum.silentDevices(),
        energy == null ? null : energy.exactMicrojoules().toString());
  }

  static BigDecimal watts(long milliwatts) {
    return BigDecimal.valueOf(milliwatts, 3);
  }
}
