package io.wattune.collectors.doctor;

import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.nodeagent.KnownSensors;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.noisefloor.NoiseFloor;
import io.wattune.core.noisefloor.PowerRange;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the power sensor of a found device can resolve, by what is known of it before it is read:
 * the profile that a node's file gives, or what is assumed of its model.
 */
public final class SensorCheck {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Of a device that does not say how much it may take. */
  private static final double UNSAID_WATTS = 100;

  private final FoundDevice device;
  private final List<Finding> findings = new ArrayList<>();

  private SensorCheck(FoundDevice device) {
    this.device = device;
  }

  /**
   * What was found.
   *
   * @param floor null where the device has no signal of power
   */
  public record Sensor(@Nullable NoiseFloor floor, List<Finding> findings) {}

  public static Sensor of(FoundDevice device, List<NodeConfig> nodes) {
    var check = new SensorCheck(device);
    NoiseFloor floor =
        device.signals().stream()
            .filter(signal -> isPower(signal.unit()))
            .findFirst()
            .map(signal -> check.floor(signal, nodes))
            .orElse(null);
    return new Sensor(floor, List.copyOf(check.findings));
  }

  private static boolean isPower(SignalUnit unit) {
    return unit == SignalUnit.MILLIWATTS || unit == SignalUnit.MICROWATTS;
  }

  private NoiseFloor floor(Signal signal, List<NodeConfig> nodes) {
    SensorProfile profile = profile(signal.name(), nodes);
    var range = PowerRange.upTo(PowerRange.limitWatts(device.tunables()).orElse(UNSAID_WATTS));
    NoiseFloor floor = NoiseFloor.of(profile, signal.pollPeriodNanos() / NANOS_PER_SECOND, range);
    String origin =
        profile.source() == ProfileSource.PRIOR
            ? "nothing has been learned of its sensor yet. "
            : "by the profile of the node's file. ";
    findings.add(
        new Finding(
            Finding.Level.NOTE,
            signal.name() + ", " + origin + String.join(" ", floor.sentences()),
            profile.source() == ProfileSource.PRIOR || !floor.isGainKnown()
                ? "record it with a meter beside it: wattune calibrate, docs/calibration.md"
                : ""));
    return floor;
  }

  private SensorProfile profile(String signal, List<NodeConfig> nodes) {
    for (NodeConfig node : nodes) {
      Path file = node.activities().profiles();
      for (DeviceConfig listed : node.devices()) {
        if (file != null && listed.uuid().equals(device.uuid())) {
          Optional<SensorProfile> given = given(file, node.deviceId(listed), signal);
          if (given.isPresent()) {
            return given.get();
          }
        }
      }
    }
    return ProfileChoice.prior(device.uuid(), signal, device.model())
        .orElseGet(() -> ProfileChoice.prior(device.uuid(), signal));
  }

  private Optional<SensorProfile> given(Path file, String id, String signal) {
    try {
      return KnownSensors.of(file).given(id, signal, device.model());
    } catch (IOException e) {
      findings.add(
          Finding.broken(
              "the sensor profiles " + file + " cannot be read: " + FailureWords.of(e),
              "write them anew: wattune calibrate --out " + file));
      return Optional.empty();
    }
  }
}
