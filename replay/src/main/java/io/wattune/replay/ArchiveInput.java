package io.wattune.replay;

import io.wattune.archive.Archive;
import io.wattune.archive.ArchiveCheck;
import io.wattune.archive.ArchiveFile;
import io.wattune.archive.ArchiveFinding;
import io.wattune.archive.ArchiveFormat;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.reading.PollBlock;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ActivityEvent;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What an archive holds, as a replay takes it: the blocks of each device as they stood in the
 * topic, and the newest report of each activity. A live device's readings have no end; the replay
 * sends one.
 */
final class ArchiveInput {
  private static final int MOST_NOTES = 5;

  private final @Nullable String device;
  private final Map<String, List<PlacedRecord<PollBlock>>> blocks = new TreeMap<>();
  private final Map<ActivityKey, PlacedRecord<Activity>> activities = new TreeMap<>();
  private final List<String> notes = new ArrayList<>();
  private String sha256 = "";

  private record ActivityKey(String device, Book book, String id)
      implements Comparable<ActivityKey> {
    @Override
    public int compareTo(ActivityKey other) {
      int byDevice = device.compareTo(other.device);
      int byBook = byDevice != 0 ? byDevice : book.compareTo(other.book);
      return byBook != 0 ? byBook : id.compareTo(other.id);
    }
  }

  private ArchiveInput(@Nullable String device) {
    this.device = device;
  }

  /**
   * Reads an archive.
   *
   * @param device the only device to read, by its id or the end of it after the last slash; null
   *     for all
   */
  static ArchiveInput read(Path folder, @Nullable String device) throws EngineException {
    var input = new ArchiveInput(device);
    try {
      Archive archive = Archive.open(folder);
      input.sha256 = archive.sha256();
      input.note(folder, archive);
      Predicate<ArchiveFile> wanted = input.files(archive);
      archive.forEachBlock(
          wanted,
          (commit, block) ->
              input.take(
                  new PlacedRecord<>(
                      commit,
                      block.partition(),
                      block.offset(),
                      ReadingBlockCodec.polls(block.block()))));
      var codec = new ActivityCodec();
      archive.forEachRecord(
          wanted.and(file -> file.kind().equals(Topic.ACTIVITY.label())),
          (commit, partition, offset, value) -> {
            if (codec.decode(value) instanceof ActivityEvent.Reported reported) {
              input.report(new PlacedRecord<>(commit, partition, offset, reported.activity()));
            }
          });
    } catch (IOException e) {
      throw EngineException.failed(
          folder + " could not be read: " + FailureWords.of(e) + "; nothing was replayed", e);
    } catch (UndecodableException e) {
      throw EngineException.failed(
          folder + " holds a record that cannot be used: " + e.getMessage(), e);
    }
    return input;
  }

  private void note(Path folder, Archive archive) {
    List<ArchiveFinding> findings = ArchiveCheck.manifest(archive);
    findings.stream()
        .limit(MOST_NOTES)
        .forEach(finding -> notes.add("archive " + folder + ": " + finding.detail()));
    if (findings.size() > MOST_NOTES) {
      notes.add(
          "%s more such remarks; wattune archive check %s lists them"
              .formatted(findings.size() - MOST_NOTES, folder));
    }
    long unreadable =
        archive.commits().stream().mapToLong(commit -> commit.unreadableRecords()).sum();
    if (unreadable > 0) {
      notes.add(unreadable + " records of the archive could not be read when they came");
    }
  }

  /** All files of a device's bucket, where its whole id is known. */
  private Predicate<ArchiveFile> files(Archive archive) {
    String id = device;
    if (id == null || id.indexOf('/') < 0) {
      return file -> true;
    }
    int bucket = ArchiveFormat.bucket(id, archive.header().buckets());
    return file -> file.bucket() == bucket;
  }

  private boolean isWanted(String id) {
    return device == null || id.equals(device) || id.endsWith("/" + device);
  }

  private void take(PlacedRecord<PollBlock> block) {
    String id = block.record().device();
    if (block.record().polls() > 0 && isWanted(id)) {
      blocks.computeIfAbsent(id, absent -> new ArrayList<>()).add(block);
    }
  }

  private void report(PlacedRecord<Activity> reported) {
    Activity activity = reported.record();
    // A replay that was archived has an activity for each whole trace, as this one will have.
    if (isWanted(activity.device()) && !activity.activityId().equals(TraceSpan.ACTIVITY)) {
      activities.merge(
          new ActivityKey(activity.device(), activity.book(), activity.activityId()),
          reported,
          BinaryOperator.maxBy(PlacedRecord.ORDER));
    }
  }

  /** SHA-256 of the newest commit, which stands for everything before it. */
  String sha256() {
    return sha256;
  }

  /** What a person should know. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** The polls of each device, as one trace. */
  List<DeviceTrace> traces() {
    return blocks().values().stream().map(ArchiveInput::trace).toList();
  }

  /** All polls of the signal that the device has first; the ledger takes no other. */
  private static DeviceTrace trace(List<PollBlock> blocks) {
    PollBlock first = blocks.get(0);
    return DeviceTrace.joined(
        blocks.stream()
            .filter(b -> b.signal().equals(first.signal()) && b.unit() == first.unit())
            .map(
                b ->
                    new DeviceTrace(
                        b.device(), b.signal(), b.unit(), b.timesNanos(), b.values(), b.model()))
            .toList());
  }

  /** The blocks of each device, in the order in which they stood in the topic. */
  Map<String, List<PollBlock>> blocks() {
    Map<String, List<PollBlock>> inOrder = new TreeMap<>();
    blocks.forEach(
        (id, placed) ->
            inOrder.put(
                id, placed.stream().sorted(PlacedRecord.ORDER).map(PlacedRecord::record).toList()));
    return inOrder;
  }

  /** The newest report of each activity of these devices. */
  List<Activity> activities(List<String> devices) {
    return activities.values().stream()
        .map(PlacedRecord::record)
        .filter(activity -> devices.contains(activity.device()))
        .toList();
  }
}
