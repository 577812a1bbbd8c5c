package io.wattune.control;

import io.wattune.core.policy.NonePolicy;
import io.wattune.core.policy.Policy;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The policies, by name. */
public final class Policies {
  private static final Map<String, Supplier<Policy>> BY_NAME =
      new TreeMap<>(Map.of(NonePolicy.NAME, NonePolicy::new));

  private Policies() {}

  /** The names that there are, in alphabetical order. */
  public static Set<String> names() {
    return Set.copyOf(BY_NAME.keySet());
  }

  /**
   * The policy of a name.
   *
   * @throws IllegalArgumentException for an unknown name; its message lists the known ones
   */
  public static Policy byName(String name) {
    Supplier<Policy> policy = BY_NAME.get(name);
    if (policy == null) {
      throw new IllegalArgumentException(
          "there is no policy '" + name + "'; there are " + String.join(", ", BY_NAME.keySet()));
    }
    return policy.get();
  }
}
