package io.wattune.collectors.local;

import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes files of lines from a folder, for what has no connection: an epilogue, a script, a
 * container. A file {@code NAME.jsonl} is taken once, by renaming it to {@code NAME.taken}; when
 * all its lines have been answered the answers are in {@code NAME.answers}, and it goes. What is no
 * plain file becomes {@code NAME.refused} and stays. Where a file of another user has left
 * something under that name already, {@code NAME.USER} stands for {@code NAME}: nobody replaces
 * what is another's. For one thread.
 */
final class DropFolder {
  /** Longest file that is taken. */
  static final long LONGEST_FILE = 1_000_000;

  /** Most files whose lines are being answered. */
  private static final int MOST_FILES = 100;

  private static final long LOOK_NANOS = 1_000_000_000L;
  private static final long LOOK_FOR_OLD_NANOS = 60_000_000_000L;
  private static final long KEEP_MILLIS = 86_400_000L;
  private static final String NEW = ".jsonl";
  private static final String TAKEN = ".taken";
  private static final String REFUSED = ".refused";
  private static final String ANSWERS = ".answers";
  private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9_-]");

  private final Path folder;
  private final ActivityService service;
  private final LocalCounts counts;
  private final Consumer<String> changes;
  private final Reading reading;
  private final List<Dropped> taken = new ArrayList<>();

  /** Whose answers lie under a name: the files themselves are all the agent's own. */
  private final Map<String, String> owners = new HashMap<>();

  private long lookedNanos = Long.MIN_VALUE / 2;
  private long lookedForOldNanos = Long.MIN_VALUE / 2;
  private boolean isFailing;

  /** A file whose lines have been handed in. */
  private static final class Dropped implements LineSender {
    private final Path file;
    private final @Nullable String user;
    private final StringBuilder answers = new StringBuilder();

    Dropped(Path file, @Nullable String user) {
      this.file = file;
      this.user = user;
    }

    @Override
    public void answer(String json) {
      answers.append(json).append('\n');
    }

    @Override
    public @Nullable String user() {
      return user;
    }

    @Override
    public boolean stays() {
      return false;
    }
  }

  /** How a file is read; an interface for tests, which may be root. */
  interface Reading {
    ByteBuffer of(ClosedFolder folder, Path name) throws IOException;
  }

  DropFolder(Path folder, ActivityService service, LocalCounts counts, Consumer<String> changes) {
    this(folder, service, counts, changes, DropFolder::read);
  }

  DropFolder(
      Path folder,
      ActivityService service,
      LocalCounts counts,
      Consumer<String> changes,
      Reading reading) {
    this.reading = reading;
    this.folder = folder;
    this.service = service;
    this.counts = counts;
    this.changes = changes;
  }

  /** Looks for files once a second, and writes the answers that have come. */
  void work(long nowNanos, long nowEpochMillis) {
    if (nowNanos - lookedNanos < LOOK_NANOS) {
      return;
    }
    lookedNanos = nowNanos;
    boolean failedBefore = isFailing;
    isFailing = false;
    answer(failedBefore);
    try {
      look(nowNanos, nowEpochMillis, failedBefore);
    } catch (IOException | DirectoryIteratorException e) {
      reportOnce(failedBefore, e);
    }
  }

  /** Reports a failure once, until the folder works again. */
  private void reportOnce(boolean failedBefore, Exception failure) {
    if (!failedBefore && !isFailing) {
      changes.accept(
          "the drop folder %s cannot be used as it should: %s"
              .formatted(folder, FailureWords.of(failure)));
    }
    isFailing = true;
  }

  private void answer(boolean failedBefore) {
    for (Dropped each : List.copyOf(taken)) {
      if (!service.owes(each)) {
        taken.remove(each);
        try {
          write(each);
        } catch (IOException e) {
          reportOnce(failedBefore, e);
        }
      }
    }
  }

  private static void write(Dropped done) throws IOException {
    Path answers = withEnd(done.file, ANSWERS);
    Path draft = answers.resolveSibling(answers.getFileName() + ".draft");
    Files.deleteIfExists(draft);
    // Never through a link that somebody has put there.
    Files.writeString(draft, done.answers, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    Files.move(draft, answers, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    if (done.file.toString().endsWith(TAKEN)) {
      Files.deleteIfExists(done.file);
    }
  }

  private void look(long nowNanos, long nowEpochMillis, boolean failedBefore) throws IOException {
    // A day's answers may be many: their age is not asked for every second.
    boolean isOldDue = nowNanos - lookedForOldNanos >= LOOK_FOR_OLD_NANOS;
    lookedForOldNanos = isOldDue ? nowNanos : lookedForOldNanos;
    if (isOldDue) {
      owners.keySet().removeIf(name -> !isInUse(name));
    }
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, isOldDue ? "*{" + NEW + "," + ANSWERS + "}" : "*" + NEW)) {
      for (Path file : files) {
        try {
          look(file, nowEpochMillis);
        } catch (IOException | InvalidPathException e) {
          // One file, or its name, must not stand in the way of the others.
          reportOnce(failedBefore, e);
        }
      }
    }
  }

  private void look(Path file, long nowEpochMillis) throws IOException {
    if (file.toString().endsWith(ANSWERS)) {
      BasicFileAttributes about =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (nowEpochMillis - about.lastModifiedTime().toMillis() > KEEP_MILLIS) {
        Files.deleteIfExists(file);
      }
    } else if (taken.size() < MOST_FILES) {
      try (ClosedFolder closed = ClosedFolder.in(folder)) {
        take(closed, file);
      }
    }
  }

  private void take(ClosedFolder closed, Path file) throws IOException {
    Path name = file.getFileName();
    closed.take(name);
    PosixFileAttributes about = closed.about(name);
    if (!about.isRegularFile() || about.size() > LONGEST_FILE) {
      refuse(closed, file, about, "must be a plain file of at most " + LONGEST_FILE + " bytes");
      return;
    }
    ByteBuffer bytes;
    try {
      bytes = reading.of(closed, name);
    } catch (IOException e) {
      refuse(
          closed,
          file,
          about,
          "cannot be read by the agent's user (chmod a+r, then drop it again): "
              + FailureWords.of(e));
      return;
    }
    Path own = withEnd(nameFor(file, about), TAKEN);
    closed.giveBack(name, own.getFileName());
    lines(dropped(own, about), bytes);
  }

  /** The file's own name, or one with its user where others have left something under it. */
  private Path nameFor(Path file, PosixFileAttributes about) throws IOException {
    String user = about.owner().getName();
    String name = stem(file);
    while (!isFree(name, about)) {
      name += "." + NOT_IN_NAMES.matcher(user).replaceAll("_");
    }
    owners.put(name, user);
    return file.resolveSibling(name + NEW);
  }

  /** Whether there are answers under a name, or will be. */
  private boolean isInUse(String name) {
    return Files.exists(folder.resolve(name + ANSWERS), LinkOption.NOFOLLOW_LINKS)
        || taken.stream().anyMatch(each -> stem(each.file).equals(name));
  }

  private boolean isFree(String name, PosixFileAttributes about) throws IOException {
    String user = about.owner().getName();
    if (!user.equals(owners.getOrDefault(name, user)) && isInUse(name)) {
      return false;
    }
    for (String end : List.of(TAKEN, REFUSED)) {
      try {
        if (!Files.getOwner(folder.resolve(name + end), LinkOption.NOFOLLOW_LINKS)
            .equals(about.owner())) {
          return false;
        }
      } catch (NoSuchFileException e) {
        // Nothing lies there.
      }
    }
    return true;
  }

  private Dropped dropped(Path own, PosixFileAttributes about) {
    var dropped = new Dropped(own, about.owner().getName());
    taken.add(dropped);
    return dropped;
  }

  /** It stays, beside an answer that says why. */
  private void refuse(ClosedFolder closed, Path file, PosixFileAttributes about, String why)
      throws IOException {
    Path refused = withEnd(nameFor(file, about), REFUSED);
    closed.giveBack(file.getFileName(), refused.getFileName());
    counts.refusedFiles.inc();
    service.fault(dropped(refused, about), why);
  }

  private void lines(Dropped dropped, ByteBuffer bytes) {
    var lines = new LineBuffer();
    while (bytes.hasRemaining()) {
      lines.fill(bytes);
      for (LineBuffer.Line line = lines.next(); line != null; line = lines.next()) {
        if (line.text() != null) {
          service.line(dropped, line.text());
        } else {
          service.fault(dropped, String.valueOf(line.fault()));
        }
      }
    }
    if (lines.hasRest()) {
      service.fault(dropped, "the last line has no end, and may be half of one: it was not taken");
    }
  }

  private static ByteBuffer read(ClosedFolder folder, Path name) throws IOException {
    try (SeekableByteChannel channel = folder.open(name)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(LONGEST_FILE, channel.size()));
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        Thread.onSpinWait();
      }
      return bytes.flip();
    }
  }

  private static Path withEnd(Path file, String end) {
    return file.resolveSibling(stem(file) + end);
  }

  private static String stem(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.lastIndexOf('.'));
  }
}
