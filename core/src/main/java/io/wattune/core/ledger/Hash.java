package io.wattune.core.ledger;

/** FNV-1a, 64 bits: the same everywhere and for ever, as what is kept by it must be. */
public final class Hash {
  public static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private Hash() {}

  public static long of(String text) {
    return and(OFFSET, text);
  }

  /** Goes on with another text. */
  public static long and(long before, String text) {
    long hash = before;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * PRIME;
    }
    return hash;
  }
}
