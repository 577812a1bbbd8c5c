package io.wattune.collectors.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskSpoolTest {
  private static final long LARGE = 1L << 20;

  @TempDir private Path folder;
  private final PublisherCounts counts = new PublisherCounts();

  @Test
  void givesRecordsInOrderAndLeavesNoFileBehind() throws Exception {
    try (DiskSpool spool = open(8000)) {
      append(spool, 0, 50);
      assertThat(segments()).as("several segments").hasSizeGreaterThan(1);
      assertThat(spool.unreadRecords()).isEqualTo(50);

      assertThat(Numbered.drain(spool)).isEqualTo(numbers(0, 50));

      assertThat(spool.unreadRecords()).isZero();
      assertThat(spool.bytes()).isZero();
      assertThat(segments()).isEmpty();
    }
    assertThat(counts.dropped()).isEmpty();
  }

  @Test
  void keepsTopicKeyAndValue() throws Exception {
    try (DiskSpool spool = open(LARGE)) {
      spool.append(new OutgoingRecord("wattune.readings", "n1/gpu-ä", new byte[] {1, 2, 3}));
      OutgoingRecord back = spool.next().record();
      assertThat(back.topic()).isEqualTo("wattune.readings");
      assertThat(back.key()).isEqualTo("n1/gpu-ä");
      assertThat(back.value()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void dropsTheOldestSegmentWhenItIsFullAndCountsEachRecord() throws Exception {
    try (DiskSpool spool = open(2000)) {
      append(spool, 0, 200);

      assertThat(spool.bytes()).isLessThanOrEqualTo(2000);
      List<Integer> left = Numbered.drain(spool);
      assertThat(left).isEqualTo(numbers(200 - left.size(), 200));
      assertThat(counts.dropped()).containsEntry(Numbered.TOPIC, 200L - left.size());
      assertThat(left).as("an eighth is lost at once, not more").hasSizeGreaterThan(40);
    }
  }

  /** Fails where files are named in the digits of the user's language, and not found again. */
  @Test
  void whatWaitsIsFoundAgainInAnyLanguage() throws Exception {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      try (DiskSpool spool = open(8000)) {
        append(spool, 0, 50);
      }
      try (DiskSpool spool = open(8000)) {
        assertThat(Numbered.drain(spool)).isEqualTo(numbers(0, 50));
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void dropsARecordThatIsLargerThanTheWholeSpool() throws Exception {
    try (DiskSpool spool = open(1000)) {
      append(spool, 0, 3);
      spool.append(Numbered.record(99, 2000));
      assertThat(Numbered.drain(spool)).isEqualTo(numbers(0, 3));
    }
    assertThat(counts.dropped()).containsEntry(Numbered.TOPIC, 1L);
  }

  @Test
  void givesWhatAnEarlierLifeLeftAndNotWhatWasConfirmed() throws Exception {
    try (DiskSpool spool = open(8000)) {
      append(spool, 0, 50);
      for (int i = 0; i < 20; i++) {
        spool.confirmed(spool.next().position());
      }
      spool.next(); // Read, but not confirmed: it must come again.
    }
    try (DiskSpool spool = open(8000)) {
      assertThat(spool.unreadRecords()).isEqualTo(30);
      append(spool, 50, 60);
      assertThat(Numbered.drain(spool)).isEqualTo(numbers(20, 60));
    }
  }

  @Test
  void goesBackToWhatHasNoAnswerAndPassesOverWhatHas() throws Exception {
    try (DiskSpool spool = open(LARGE)) {
      append(spool, 0, 6);
      List<DiskSpool.Sent> sent = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        sent.add(Numbered.sent(spool.next(), i == 2));
      }

      spool.rewind(sent);

      assertThat(spool.unreadRecords()).isEqualTo(5);
      List<DiskSpool.Sent> again = new ArrayList<>();
      again.add(Numbered.sent(spool.next(), false));
      spool.rewind(again);
      assertThat(spool.unreadRecords()).as("the second time, too").isEqualTo(5);
      assertThat(Numbered.drain(spool)).containsExactly(0, 1, 3, 4, 5);
    }
  }

  @Test
  void countsWhatWasSentWithoutAnswerAndIsGoneWhenItGoesBack() throws Exception {
    try (DiskSpool spool = open(2000)) {
      append(spool, 0, 2);
      List<DiskSpool.Sent> sent =
          Arrays.asList(Numbered.sent(spool.next(), false), Numbered.sent(spool.next(), true));
      append(spool, 2, 202);
      long before = counts.dropped().get(Numbered.TOPIC);

      spool.rewind(sent);

      assertThat(counts.dropped()).containsEntry(Numbered.TOPIC, before + 1);
      assertThat(Numbered.drain(spool)).hasSize((int) (200 - before)).endsWith(201);
    }
  }

  @Test
  void cutsATornEndAndCountsItsBytes() throws Exception {
    try (DiskSpool spool = open(LARGE)) {
      append(spool, 0, 3);
    }
    Path segment = segments().get(0);
    Files.write(segment, new byte[] {0, 0, 0, 9, 1}, StandardOpenOption.APPEND);
    try (DiskSpool spool = open(LARGE)) {
      assertThat(spool.cutBytes()).isEqualTo(5);
      append(spool, 3, 5);
      assertThat(Numbered.drain(spool)).isEqualTo(numbers(0, 5));
    }
  }

  /** As file systems leave it that had noted a file's new length before its content. */
  @Test
  void cutsAnEndOfZeros() throws Exception {
    try (DiskSpool spool = open(LARGE)) {
      append(spool, 0, 3);
    }
    Files.write(segments().get(0), new byte[100], StandardOpenOption.APPEND);
    try (DiskSpool spool = open(LARGE)) {
      assertThat(spool.cutBytes()).isEqualTo(100);
      assertThat(Numbered.drain(spool)).isEqualTo(numbers(0, 3));
    }
  }

  @Test
  void aFlippedBitCostsTheRestOfItsSegmentAndIsCounted() throws Exception {
    try (DiskSpool spool = open(LARGE)) {
      append(spool, 0, 10);
    }
    Path segment = segments().get(0);
    byte[] bytes = Files.readAllBytes(segment);
    bytes[bytes.length / 2] ^= 1;
    Files.write(segment, bytes);
    try (DiskSpool spool = open(LARGE)) {
      List<Integer> left = Numbered.drain(spool);
      assertThat(left).isEqualTo(numbers(0, left.size())).hasSizeBetween(4, 5);
      assertThat(spool.cutBytes()).isEqualTo((10 - left.size()) * (bytes.length / 10));
    }
  }

  @Test
  void aMarkThatPointsNowhereIsIgnored() throws Exception {
    try (DiskSpool spool = open(LARGE)) {
      append(spool, 0, 3);
    }
    Files.writeString(folder.resolve("confirmed"), "0 7\n");
    try (DiskSpool spool = open(LARGE)) {
      assertThat(spool.unreadRecords()).isEqualTo(3);
    }
    Files.writeString(folder.resolve("confirmed"), "garbage");
    try (DiskSpool spool = open(LARGE)) {
      assertThat(Numbered.drain(spool)).isEqualTo(numbers(0, 3));
    }
  }

  @Test
  void hasOneOwner() throws Exception {
    try (DiskSpool spool = open(LARGE)) {
      append(spool, 0, 1);
      assertThatThrownBy(() -> open(LARGE))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is in use; stop the other agent of this node");
    }
    open(LARGE).close();
  }

  private DiskSpool open(long limitBytes) throws IOException {
    return DiskSpool.open(folder, limitBytes, counts::dropped);
  }

  private static void append(DiskSpool spool, int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      spool.append(Numbered.record(i));
    }
  }

  private static List<Integer> numbers(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  private List<Path> segments() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Segment::isSegment).sorted().toList();
    }
  }
}
