package io.wattune.collectors.decisions;

import io.wattune.collectors.writer.ActuationSink;
import io.wattune.core.decision.Actuation;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.kafka.ProducerSettings;
import io.wattune.kafka.SchemaPublisher;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.signature.ClusterTopic;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.signature.SigningKeys;
import io.wattune.schemas.thread.Worker;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what the writers say, from a bounded queue and on a thread of its own: {@link #send}
 * returns at once, broker or no broker. While the broker is away they wait, however long that is:
 * what the producer has taken in its memory, the others in the queue, whose oldest give way when it
 * is full and are counted: {@code taken = sent + lost + waiting}. Thread-safe.
 */
public final class ActuationSender implements ActuationSink, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ActuationSender.class);
  private static final int LONGEST_QUEUE = 10_000;

  /** Of rejects that wait, with what a record costs beside its bytes: a writer's heap is small. */
  private static final long MOST_REJECT_BYTES = 4L * 1024 * 1024;

  private static final int REJECT_COST_BYTES = 512;
  private static final long PAUSE_NANOS = 500_000_000L;
  private static final int MOST_BLOCKED_MILLIS = 2_000;

  /** Without a limit: an answer is no worse for being late, and its time is in it. */
  private static final int DELIVERY_MILLIS = Integer.MAX_VALUE;

  private static final int REQUEST_MILLIS = 5_000;
  private static final long CLOSE_MILLIS = 2_000;

  /** Of the producer; its batches have some hundred KiB each. */
  private static final long BUFFER_BYTES = 8L * 1024 * 1024;

  private final BlockingQueue<Object> queue = new ArrayBlockingQueue<>(LONGEST_QUEUE);
  private final AtomicLong rejectBytes = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final Map<ActuationKind, LongAdder> taken = new ConcurrentHashMap<>();
  private final KafkaAccess kafka;
  private final Map<String, Object> settings;
  private final Namespace namespace;
  private final SigningKeys keys;
  private final Worker worker;
  private volatile @Nullable Producer<String, byte[]> producer;
  private boolean isPublished;
  private String cluster = "";
  private boolean isWaitLogged;
  private String lastPublishFailure = "";

  /** A sender to a broker that may be away, its name unknown, now or later. */
  public static ActuationSender open(KafkaAccess kafka, Namespace namespace) {
    return open(kafka, namespace, SigningKeys.NONE);
  }

  /**
   * A sender that signs.
   *
   * @param keys with what each node's answers are signed
   */
  public static ActuationSender open(KafkaAccess kafka, Namespace namespace, SigningKeys keys) {
    Map<String, Object> settings = new HashMap<>(ProducerSettings.of("wattune-writer"));
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MOST_BLOCKED_MILLIS);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MILLIS);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
    var sender = new ActuationSender(kafka, settings, namespace, keys);
    sender.worker.start();
    return sender;
  }

  private ActuationSender(
      KafkaAccess kafka, Map<String, Object> settings, Namespace namespace, SigningKeys keys) {
    this.kafka = kafka;
    this.keys = keys;
    this.settings = Map.copyOf(settings);
    this.namespace = namespace;
    this.worker = Worker.once("actuations", this::run);
  }

  @Override
  public void send(Actuation actuation) {
    taken
        .computeIfAbsent(
            new ActuationKind(actuation.node(), actuation.outcome(), actuation.reason()),
            kind -> new LongAdder())
        .increment();
    take(actuation);
  }

  /**
   * A record that was not believed or could not be read. It gives way to answers: a flood of bad
   * records must not push out what the writers say.
   */
  void reject(RejectedDatum datum) {
    if (queue.remainingCapacity() < LONGEST_QUEUE / 2) {
      lose("rejects take no more than half of the places");
    } else if (rejectBytes.get() + bytes(datum) > MOST_REJECT_BYTES) {
      lose("rejects of " + MOST_REJECT_BYTES + " bytes wait already");
    } else {
      take(datum);
    }
  }

  private static long bytes(RejectedDatum datum) {
    return datum.original().length + 2L * datum.detail().length() + REJECT_COST_BYTES;
  }

  private @Nullable Object gone(@Nullable Object datum) {
    if (datum instanceof RejectedDatum reject) {
      rejectBytes.addAndGet(-bytes(reject));
    }
    return datum;
  }

  /** Bytes of the rejects that wait. */
  long waitingRejectBytes() {
    return rejectBytes.get();
  }

  private void take(Object datum) {
    if (datum instanceof RejectedDatum reject) {
      rejectBytes.addAndGet(bytes(reject));
    }
    while (!queue.offer(datum)) {
      if (gone(queue.poll()) != null) {
        lose("the broker does not take them and " + LONGEST_QUEUE + " wait already");
      }
    }
  }

  /** Actuations that the writers have handed in, whatever became of them. */
  public Map<ActuationKind, Long> taken() {
    Map<ActuationKind, Long> counts = new HashMap<>();
    taken.forEach((kind, count) -> counts.put(kind, count.sum()));
    return counts;
  }

  /** Acknowledged by the broker. */
  public long sent() {
    return sent.get();
  }

  /** Given up: too many waited for the broker, it refused them, or the writer has ended. */
  public long lost() {
    return lost.get();
  }

  private void run() {
    Producer<String, byte[]> opened = openUntilClosed();
    if (opened != null) {
      producer = opened;
      run(opened);
    }
  }

  /** A writer must start, and restore, also where not even the broker's name is known yet. */
  private @Nullable Producer<String, byte[]> openUntilClosed() {
    String lastFailure = "";
    while (!worker.isClosed()) {
      try {
        return kafka.producer(settings);
      } catch (KafkaException e) {
        String now =
            KafkaTrouble.words(e, FailureWords.of(e.getCause() == null ? e : e.getCause()));
        if (!now.equals(lastFailure)) {
          LOG.warn("answers wait until the broker can be looked for: {}", now);
        }
        lastFailure = now;
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    return null;
  }

  private void run(Producer<String, byte[]> opened) {
    var actuations = new ActuationCodec();
    var rejects = new RejectCodec();
    var schemas = new SchemaPublisher(opened, namespace);
    try {
      while (!worker.isClosed() || !queue.isEmpty()) {
        Object datum = gone(queue.poll(PAUSE_NANOS, TimeUnit.NANOSECONDS));
        if (datum == null) {
          continue;
        }
        while (!isPublished(schemas)) {
          if (worker.isClosed()) {
            lose("the broker is away");
            return;
          }
          LockSupport.parkNanos(PAUSE_NANOS);
        }
        ProducerRecord<String, byte[]> record;
        try {
          record = record(datum, actuations, rejects);
        } catch (IllegalArgumentException e) {
          lose(String.valueOf(e.getMessage())); // The others are sent all the same.
          continue;
        }
        while (!isTaken(opened, record)) {
          if (worker.isClosed()) {
            lose("the broker is away");
            return;
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A record whose schema no reader finds is worth nothing: schemas first. */
  private boolean isPublished(SchemaPublisher schemas) {
    if (!isPublished) {
      try {
        schemas.publish(Topic.ACTUATIONS);
        schemas.publish(Topic.REJECTS);
        cluster = keys == SigningKeys.NONE ? "" : kafka.clusterId();
        isPublished = true;
      } catch (KafkaException | IllegalStateException e) {
        String now = String.valueOf(e.getMessage());
        if (KafkaTrouble.ofAccess(e).isPresent() && !now.equals(lastPublishFailure)) {
          LOG.warn("answers wait: {}", now);
        }
        lastPublishFailure = now;
        LOG.debug("schemas are not published yet", e);
      }
    }
    return isPublished;
  }

  private ProducerRecord<String, byte[]> record(
      Object datum, ActuationCodec actuations, RejectCodec rejects) {
    if (datum instanceof Actuation actuation) {
      String key = actuation.device() == null ? actuation.node() : actuation.device();
      return signed(
          new ProducerRecord<>(
              namespace.topic(Topic.ACTUATIONS), key, actuations.encode(actuation)),
          actuation.node());
    }
    return new ProducerRecord<>(
        namespace.topic(Topic.REJECTS), "", rejects.encode((RejectedDatum) datum));
  }

  /** With the node's signature, where it has a key. */
  private ProducerRecord<String, byte[]> signed(
      ProducerRecord<String, byte[]> record, String node) {
    SigningKey key = keys.of(node);
    if (key != null) {
      var topic = new ClusterTopic(cluster, record.topic());
      key.headers(topic, record.key(), record.value()).forEach(record.headers()::add);
    }
    return record;
  }

  /**
   * Whether the producer has taken a record, or refused it for good. Where all brokers have gone it
   * forgets what it knew of the topics, and takes nothing until one is back: it says so to the
   * thread that sends, after the time that it may block.
   */
  private boolean isTaken(Producer<String, byte[]> to, ProducerRecord<String, byte[]> record) {
    var isToWait = new AtomicBoolean();
    var waitsFor = new AtomicReference<@Nullable Exception>();
    try {
      var unused =
          to.send(
              record,
              (metadata, failure) -> {
                if (failure == null) {
                  sent.incrementAndGet();
                } else if (isCurable(failure) && worker.isCaller()) {
                  isToWait.set(true);
                  waitsFor.set(failure);
                } else {
                  lose(KafkaTrouble.words(failure, FailureWords.of(failure)));
                }
              });
    } catch (KafkaException e) {
      lose(KafkaTrouble.words(e, FailureWords.of(e)));
    }
    if (isToWait.get() && !isWaitLogged) {
      LOG.warn(
          "answers wait for the broker: {}",
          KafkaTrouble.ofAccess(waitsFor.get()).orElse("it is away"));
    }
    isWaitLogged = isToWait.get();
    return !isToWait.get();
  }

  /** A broker comes back, and a right is granted: what was answered must be known then. */
  private static boolean isCurable(Exception failure) {
    return failure instanceof TimeoutException
        || failure instanceof AuthorizationException
        || failure instanceof AuthenticationException;
  }

  /** Logs the first, second, fourth, ... loss, so that a long absence does not fill the log. */
  private void lose(String why) {
    long count = lost.incrementAndGet();
    if (Long.bitCount(count) == 1) {
      LOG.warn("{} answers of the writer could not be sent: {}", count, why);
    }
  }

  /** Sends what can be sent within two seconds. */
  @Override
  public void close() {
    boolean unused = worker.close(CLOSE_MILLIS);
    Producer<String, byte[]> opened = producer;
    if (opened != null) {
      opened.close(Duration.ofMillis(CLOSE_MILLIS / 2));
    }
  }
}
