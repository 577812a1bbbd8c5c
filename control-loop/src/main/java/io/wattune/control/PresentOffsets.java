package io.wattune.control;

import io.wattune.schemas.failure.FailureWords;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a controller that was away begin with the present. What was measured in the meantime could
 * only lead to decisions that come too late; the nodes would refuse each of them. Works on offsets
 * alone, so no two clocks are compared. Where another controller is still in the group, nothing is
 * skipped: nothing was missed then, or little.
 */
final class PresentOffsets {
  private static final Logger LOG = LoggerFactory.getLogger(PresentOffsets.class);
  private static final long SECONDS = 10;

  private PresentOffsets() {}

  /** Moves the group's offsets of the topics with news to their ends, if the group is empty. */
  static void skipToPresent(Admin admin, ControllerOptions options) {
    String group = options.applicationId();
    try {
      Map<TopicPartition, OffsetAndMetadata> committed =
          admin
              .listConsumerGroupOffsets(group)
              .partitionsToOffsetAndMetadata()
              .get(SECONDS, TimeUnit.SECONDS);
      if (committed.isEmpty() || hasMembers(admin, group)) {
        return;
      }
      skip(admin, group, ends(admin, options, committed), committed);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // Another controller joined in between, or the broker is slow: the backlog is read instead.
      LOG.warn("begins where it stopped, not with the present: {}", FailureWords.of(e));
    }
  }

  private static boolean hasMembers(Admin admin, String group)
      throws InterruptedException, ExecutionException, TimeoutException {
    ConsumerGroupDescription description =
        admin
            .describeConsumerGroups(List.of(group))
            .all()
            .get(SECONDS, TimeUnit.SECONDS)
            .get(group);
    return description != null && !description.members().isEmpty();
  }

  private static Map<TopicPartition, ListOffsetsResultInfo> ends(
      Admin admin, ControllerOptions options, Map<TopicPartition, OffsetAndMetadata> committed)
      throws InterruptedException, ExecutionException, TimeoutException {
    List<String> news = InputKind.NEWS.stream().map(options.namespace()::topic).toList();
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    for (TopicPartition partition : committed.keySet()) {
      if (news.contains(partition.topic())) {
        wanted.put(partition, OffsetSpec.latest());
      }
    }
    return admin.listOffsets(wanted).all().get(SECONDS, TimeUnit.SECONDS);
  }

  private static void skip(
      Admin admin,
      String group,
      Map<TopicPartition, ListOffsetsResultInfo> ends,
      Map<TopicPartition, OffsetAndMetadata> committed)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<TopicPartition, OffsetAndMetadata> present = new HashMap<>();
    long skipped = 0;
    for (var end : ends.entrySet()) {
      OffsetAndMetadata before = committed.get(end.getKey());
      if (before != null && before.offset() < end.getValue().offset()) {
        skipped += end.getValue().offset() - before.offset();
        present.put(end.getKey(), new OffsetAndMetadata(end.getValue().offset()));
      }
    }
    if (!present.isEmpty()) {
      admin.alterConsumerGroupOffsets(group, present).all().get(SECONDS, TimeUnit.SECONDS);
      LOG.info("skipped {} records that came while no controller was there", skipped);
    }
  }
}
