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
record EncodedFleetRecord(@Nullable Topic topic, byte[] value) {

  static EncodedFleetRecord fleet(FleetPowerCodec codec, FleetPower power) {
    return new EncodedFleetRecord(Topic.FLEET, codec.encode(power));
  }

  static EncodedFleetRecord reject(byte[] value) {
    return new EncodedFleetRecord(Topic.REJECTS, value);
  }

  static EncodedFleetRecord next(Member member) {
    return new EncodedFleetRecord(null, VersionedJson.encode(member));
  }
}
