package io.wattune.archive;

/**
 * Something about an archive that is not as it should be.
 *
 * @param kind what kind of thing
 * @param detail where, and what it means, in one sentence
 */
public record ArchiveFinding(Kind kind, String detail) {

  /** Kinds of findings. */
  public enum Kind {
    /** A commit is not there, or is not the one that the next one was written after. */
    MISSING_COMMIT,
    /** A file that a commit names is not there. */
    MISSING_FILE,
    /** A file is not as it was written. */
    BAD_CHECKSUM,
    /** A file that is there and cannot be read, such as for want of permission. */
    UNREADABLE_FILE,
    /** A file's rows or records are not as many as the manifest says. */
    WRONG_COUNT,
    /** Offsets that no commit holds, and of which none says that they are lost. */
    OFFSET_GAP,
    /** Offsets that two commits hold. */
    OFFSET_DOUBLE,
    /** Offsets of which a commit says that they are lost. */
    LOST,
    /** Blocks of a device that its agent numbered and that are not there. */
    BLOCK_GAP,
    /** Blocks of a device that came more than once. */
    BLOCK_DOUBLE,
    /** Records that could not be read when they came; their bytes are kept. */
    UNREADABLE,
    /** A file that no commit names. */
    UNKNOWN_FILE;

    /**
     * Whether the archive itself has lost something or is damaged; the others are about what it was
     * given.
     */
    public boolean isDamage() {
      return switch (this) {
        case MISSING_COMMIT,
            MISSING_FILE,
            BAD_CHECKSUM,
            UNREADABLE_FILE,
            WRONG_COUNT,
            OFFSET_GAP,
            OFFSET_DOUBLE,
            LOST ->
            true;
        case BLOCK_GAP, BLOCK_DOUBLE, UNREADABLE, UNKNOWN_FILE -> false;
      };
    }
  }
}
