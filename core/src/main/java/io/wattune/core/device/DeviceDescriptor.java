package io.wattune.core.device;

import io.wattune.core.tunable.Tunable;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a device is and what can be set on it.
 *
 * @param device device id
 * @param node the node that it is in
 * @param rack the rack that the node is in; null where the agent is configured without one
 * @param vendor who made it, in small letters
 * @param model the vendor's name of the product
 * @param driver version of the driver; empty where the source does not say
 * @param parent device id of the whole device, for a slice of one
 * @param describedAtNanos epoch nanoseconds of the node's clock
 * @param signals the signals that the agent reads
 * @param tunables what can be set; names are unique
 */
public record DeviceDescriptor(
    String device,
    String node,
    @Nullable String rack,
    String vendor,
    String model,
    String driver,
    @Nullable String parent,
    long describedAtNanos,
    List<Signal> signals,
    List<Tunable> tunables) {

  public DeviceDescriptor {
    if (!DeviceId.nodeOf(device).equals(node)) {
      throw new IllegalArgumentException(
          "device '" + device + "' cannot be in the node '" + node + "': its id begins otherwise");
    }
    signals = List.copyOf(signals);
    tunables = List.copyOf(tunables);
    Set<String> names = new HashSet<>();
    for (Tunable tunable : tunables) {
      if (!names.add(tunable.name())) {
        throw new IllegalArgumentException(
            "device '" + device + "' has two tunables named '" + tunable.name() + "'");
      }
    }
  }

  /** The tunable of this name, if the device has it. */
  public Optional<Tunable> tunable(String name) {
    return tunables.stream().filter(tunable -> tunable.name().equals(name)).findFirst();
  }
}
