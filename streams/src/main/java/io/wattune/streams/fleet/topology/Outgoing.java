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
record Outgoing(@Nullable Topic topic, byte[] value) {

  static Outgoing fleet(FleetPowerCodec codec, FleetPower power) {
    return new Outgoing(Topic.FLEET, codec.encode(power));
  }

  static Outgoing reject(byte[] value) {
    return new Outgoing(Topic.REJECTS, value);
  }

  static Outgoing next(Member member) {
    return new Outgoing(null, VersionedJson.encode(member));
  }
}
