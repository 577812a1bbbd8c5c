package io.wattune.collectors.decisions;

import io.wattune.collectors.journal.JournaledHolds.JournaledRecord;
import io.wattune.schemas.codec.HoldHeader;
import io.wattune.schemas.signature.SignatureHeaders;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Records of holds to what is kept of them on disk, and back. */
final class HoldRecords {
  private static final List<String> HEADERS =
      Stream.concat(Stream.of(HoldHeader.NAME), SignatureHeaders.ALL.stream()).toList();

  private HoldRecords() {}

  static List<JournaledRecord> of(List<ConsumerRecord<String, byte[]>> records) {
    return records.stream().map(HoldRecords::kept).toList();
  }

  private static JournaledRecord kept(ConsumerRecord<String, byte[]> record) {
    Map<String, byte[]> headers = new TreeMap<>();
    for (String name : HEADERS) {
      Header header = record.headers().lastHeader(name);
      if (header != null && header.value() != null) {
        headers.put(name, header.value());
      }
    }
    return new JournaledRecord(record.key() == null ? "" : record.key(), record.value(), headers);
  }

  static ConsumerRecord<String, byte[]> of(String topic, JournaledRecord kept) {
    var record = new ConsumerRecord<>(topic, 0, 0L, kept.key(), kept.value());
    kept.headers().forEach((name, value) -> record.headers().add(name, value));
    return record;
  }
}
