package io.wattune.streams.fleet.topology;

import io.wattune.core.fleet.FleetPower;
import io.wattune.schemas.codec.FleetPowerCodec;
import io.wattune.schemas.topics.Topic;
import org.jspecify.annotations.Nullable;

/**
 * A record on its way out of a task, encoded.
 *
 * @param topic where to; null for the next level
 * @param value value; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: not copied, never compared.
record FleetOutgoing(@Nullable Topic topic, byte[] value) {

  static FleetOutgoing fleet(FleetPowerCodec codec, FleetPower power) {
    return new FleetOutgoing(Topic.FLEET, codec.encode(power));
  }

  static FleetOutgoing reject(byte[] value) {
    return new FleetOutgoing(Topic.REJECTS, value);
  }

  static FleetOutgoing next(Member member) {
    return new FleetOutgoing(null, VersionedJson.encode(member));
  }
}
