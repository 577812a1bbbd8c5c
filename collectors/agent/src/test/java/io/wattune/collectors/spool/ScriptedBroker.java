package io.wattune.collectors.spool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A broker that does as it is told; it keeps what arrived, in order. */
final class ScriptedBroker implements ProducerOpener {
  enum Mood {
    /** Takes records and confirms them. */
    WELL,
    /** Takes records, and the confirmations are lost. */
    DEAF,
    /** Takes nothing; nothing comes back. */
    GONE,
    /** Refuses each send with an error. */
    ERRORS
  }

  final List<Integer> arrived = new ArrayList<>();
  Mood mood = Mood.WELL;
  int longestValue = Integer.MAX_VALUE;
  int opened;

  @Override
  public Producer<String, byte[]> open() {
    if (mood == Mood.GONE || mood == Mood.ERRORS) {
      throw new IllegalStateException("nobody there");
    }
    opened++;
    return new Line();
  }

  private final class Line extends MockProducer<String, byte[]> {
    private final List<Integer> unanswered = new ArrayList<>();
    private int here;

    Line() {
      super(false, null, new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(
        ProducerRecord<String, byte[]> record, Callback callback) {
      Future<RecordMetadata> answer = super.send(record, callback);
      if (record.value().length > longestValue) {
        errorNext(new RecordTooLargeException("too large"));
        return answer;
      }
      unanswered.add(Numbered.of(record.value()));
      switch (mood) {
        case WELL -> {
          // A real producer goes on with what it has, in order and without doubling it.
          arriveAll();
          while (completeNext()) {
            unanswered.clear();
          }
          here = 0;
        }
        case DEAF -> arriveAll();
        case ERRORS -> errorNext(new TimeoutException("expired"));
        case GONE -> {}
      }
      return answer;
    }

    private void arriveAll() {
      arrived.addAll(unanswered.subList(here, unanswered.size()));
      here = unanswered.size();
    }
  }

  /** What a reader keeps that drops what is not newer than all before. */
  List<Integer> kept() {
    List<Integer> kept = new ArrayList<>();
    for (int number : arrived) {
      if (kept.isEmpty() || number > kept.get(kept.size() - 1)) {
        kept.add(number);
      }
    }
    return kept;
  }
}
