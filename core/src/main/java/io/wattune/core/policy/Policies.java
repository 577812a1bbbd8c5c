package io.wattune.core.policy;

import java.util.List;
import java.util.Optional;

/** The policies by name. */
public final class Policies {
  private Policies() {}

  /** Their names, the harmless one first. */
  public static List<String> names() {
    return List.of(NonePolicy.NAME, FinePolicy.NAME);
  }

  /** The policy of this name with its default settings; empty for a name that is not known. */
  public static Optional<Policy> named(String name) {
    return switch (name) {
      case NonePolicy.NAME -> Optional.of(new NonePolicy());
      case FinePolicy.NAME -> Optional.of(new FinePolicy(FineSettings.DEFAULT));
      default -> Optional.empty();
    };
  }
}
