package io.wattune.schemas.layout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.schemas.avro.ReadingBlock;
import io.wattune.schemas.avro.SignalColumn;
import java.nio.ByteBuffer;

/** A ReadingBlock as the page's JSON. */
final class BlockJson {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private BlockJson() {}

  static JsonNode parse(String json) throws Exception {
    // Written and read once more, so that numbers compare by value and not by Java type.
    return MAPPER.readTree(MAPPER.writeValueAsString(MAPPER.readTree(json)));
  }

  static JsonNode of(ReadingBlock block) throws Exception {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("device", block.getDevice());
    json.put("sequence", block.getSequence());
    json.put("layout", block.getLayout());
    json.put("polls", block.getPolls());
    ArrayNode times = json.putArray("timesNanos");
    for (long time : PackedColumns.unpackTimes(block.getTimes(), block.getBaseTimeNanos())) {
      times.add(time);
    }
    ArrayNode answers = json.putArray("answerMicros");
    for (int answer : PackedColumns.unpackInts(block.getAnswerMicros())) {
      answers.add(answer);
    }
    ArrayNode signals = json.putArray("signals");
    for (SignalColumn column : block.getSignals()) {
      ObjectNode signal = signals.addObject();
      signal.put("signal", column.getSignal());
      signal.put("unit", column.getUnit().name());
      addValues(signal.putArray("values"), column);
    }
    json.put("endOfTrace", block.getEndOfTrace());
    json.put("model", block.getModel());
    return parse(MAPPER.writeValueAsString(json));
  }

  private static void addValues(ArrayNode values, SignalColumn column) {
    ByteBuffer packed = column.getValues();
    if (column.getUnit().name().endsWith("JOULES")) {
      for (long value : PackedColumns.unpackLongs(packed)) {
        values.add(value == Long.MIN_VALUE ? null : (Long) value);
      }
    } else {
      for (int value : PackedColumns.unpackInts(packed)) {
        values.add(value == Integer.MIN_VALUE ? null : (Integer) value);
      }
    }
  }
}
