package io.wattune.archive;

import io.wattune.archive.ArchiveFinding.Kind;
import io.wattune.archive.Manifest.Stored;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Looks for holes and doubles in what the commits say, without reading a file of data. */
final class OffsetCheck {
  private final List<ArchiveFinding> findings = new ArrayList<>();

  private OffsetCheck() {}

  private record Piece(long from, long to, long commit) {}

  static List<ArchiveFinding> of(List<Stored> commits) {
    var check = new OffsetCheck();
    check.chain(commits);
    check.offsets(commits.stream().map(Stored::commit).toList());
    return check.findings;
  }

  private void chain(List<Stored> commits) {
    long expected = 1;
    String sha256 = "";
    for (Stored stored : commits) {
      ArchiveCommit commit = stored.commit();
      if (commit.number() != expected) {
        add(
            Kind.MISSING_COMMIT,
            "commits " + expected + " to " + (commit.number() - 1) + " are not in the manifest");
      } else if (!commit.previousSha256().equals(sha256)) {
        add(
            Kind.MISSING_COMMIT,
            "commit " + commit.number() + " was written after another commit " + (expected - 1));
      }
      expected = commit.number() + 1;
      sha256 = stored.sha256();
    }
  }

  private void offsets(List<ArchiveCommit> commits) {
    Map<SourcePartition, List<Piece>> pieces =
        new TreeMap<>(Comparator.comparing(SourcePartition::toString));
    for (ArchiveCommit commit : commits) {
      for (LostRange lost : commit.lost()) {
        add(
            Kind.LOST,
            "offsets "
                + lost.from()
                + " to "
                + (lost.to() - 1)
                + " of "
                + lost.source()
                + ": "
                + lost.why());
        pieces
            .computeIfAbsent(lost.source(), source -> new ArrayList<>())
            .add(new Piece(lost.from(), lost.to(), commit.number()));
      }
      for (OffsetRange range : commit.ranges()) {
        pieces
            .computeIfAbsent(range.source(), source -> new ArrayList<>())
            .add(new Piece(range.from(), range.to(), commit.number()));
      }
    }
    pieces.forEach(this::partition);
  }

  private void partition(SourcePartition source, List<Piece> pieces) {
    pieces.sort(Comparator.comparingLong(Piece::from).thenComparingLong(Piece::to));
    long expected = 0;
    for (Piece piece : pieces) {
      if (piece.from() > expected) {
        add(
            Kind.OFFSET_GAP,
            "offsets "
                + expected
                + " to "
                + (piece.from() - 1)
                + " of "
                + source
                + " are in no commit");
      } else if (piece.from() < expected) {
        add(
            Kind.OFFSET_DOUBLE,
            "offsets "
                + piece.from()
                + " to "
                + (Math.min(expected, piece.to()) - 1)
                + " of "
                + source
                + " are in commit "
                + piece.commit()
                + " and in one before");
      }
      expected = Math.max(expected, piece.to());
    }
  }

  private void add(Kind kind, String detail) {
    findings.add(new ArchiveFinding(kind, detail));
  }
}
