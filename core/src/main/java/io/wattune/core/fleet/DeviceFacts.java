package io.wattune.core.fleet;

import io.wattune.core.device.DeviceDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * What a sum needs of a descriptor.
 *
 * @param rack the rack that the node is in; null where the agent is configured without one
 * @param parent device id of the whole device, for a slice of one
 * @param describedAtNanos epoch nanoseconds of the node's clock
 */
public record DeviceFacts(@Nullable String rack, @Nullable String parent, long describedAtNanos) {

  /** What a sum needs of this descriptor. */
  public static DeviceFacts of(DeviceDescriptor descriptor) {
    return new DeviceFacts(descriptor.rack(), descriptor.parent(), descriptor.describedAtNanos());
  }
}
