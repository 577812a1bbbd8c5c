package io.wattune.archive;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.wattune.schemas.file.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that say what an archive holds: one for the whole, and one for each commit. A commit's
 * file is put in place whole, after all that it names is on the disk.
 */
final class Manifest {
  private static final Pattern NAME = Pattern.compile("(\\d{20})\\.json");
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path root;

  Manifest(Path root) {
    this.root = root;
  }

  /** A commit as it lies on the disk. */
  record Stored(ArchiveCommit commit, String sha256) {}

  ArchiveHeader header() throws IOException {
    Path file = root.resolve(ArchiveFormat.HEADER);
    try {
      var header = JSON.readValue(Files.readAllBytes(file), ArchiveHeader.class);
      requireLayout(file, header.layout());
      return header;
    } catch (NoSuchFileException e) {
      throw new ArchiveException(
          root + " is no archive: it has no " + ArchiveFormat.HEADER + "; check the path", e);
    } catch (JsonProcessingException e) {
      throw new ArchiveException(file + " is damaged: " + e.getOriginalMessage(), e);
    }
  }

  void write(ArchiveHeader header) throws IOException {
    DurableFolder.createFolders(root.resolve(ArchiveFormat.MANIFEST));
    DurableFolder.write(root.resolve(ArchiveFormat.HEADER), bytes(header));
  }

  /** Every commit that is there, by number; holes are left for the caller to find. */
  List<Stored> commits() throws IOException {
    List<Path> files;
    Path folder = root.resolve(ArchiveFormat.MANIFEST);
    try (Stream<Path> found = Files.list(folder)) {
      files = found.filter(file -> name(file).matches()).sorted().toList();
    } catch (NoSuchFileException e) {
      throw new ArchiveException(
          root + " has lost its folder " + ArchiveFormat.MANIFEST + "; restore it", e);
    }
    List<Stored> commits = new ArrayList<>();
    for (Path file : files) {
      commits.add(read(file));
    }
    return commits;
  }

  /** Adds a commit. When it returns, the archive holds what the commit names. */
  String append(ArchiveCommit commit) throws IOException {
    byte[] content = bytes(commit);
    DurableFolder.write(file(commit.number()), content);
    return Sha256.of(content);
  }

  /** Takes back a commit that could not be forced to the disk, if it is there. */
  void remove(long number) throws IOException {
    if (Files.deleteIfExists(file(number))) {
      DurableFolder.force(root.resolve(ArchiveFormat.MANIFEST));
    }
  }

  private Path file(long number) {
    return root.resolve(ArchiveFormat.MANIFEST)
        .resolve(String.format(Locale.ROOT, "%020d.json", number));
  }

  private static Stored read(Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    try {
      ArchiveCommit commit = JSON.readValue(content, ArchiveCommit.class);
      requireLayout(file, commit.layout());
      Matcher name = name(file);
      if (!name.matches() || Long.parseLong(name.group(1)) != commit.number()) {
        throw new ArchiveException(
            file + " holds commit " + commit.number() + "; was the file renamed?");
      }
      return new Stored(commit, Sha256.of(content));
    } catch (JsonProcessingException e) {
      throw new ArchiveException(
          file + " is damaged: " + e.getOriginalMessage() + "; restore it from a copy", e);
    }
  }

  private static void requireLayout(Path file, int layout) throws ArchiveException {
    if (layout != ArchiveFormat.LAYOUT) {
      throw new ArchiveException(
          file
              + " has the layout "
              + layout
              + "; this program knows layout "
              + ArchiveFormat.LAYOUT
              + " only: use the version of Wattune that wrote it, or a newer one");
    }
  }

  private static Matcher name(Path file) {
    return NAME.matcher(String.valueOf(file.getFileName()));
  }

  private static byte[] bytes(Object value) throws JsonProcessingException {
    return (JSON.writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
