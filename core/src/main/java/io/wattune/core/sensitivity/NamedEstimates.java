package io.wattune.core.sensitivity;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is remembered of the activities of one name. Mutable, plain fields. */
public final class NamedEstimates {
  /** The name; null for the device as a whole. */
  public @Nullable String activityName;

  /** Number of the newest reading that went in, among the device's that counted. */
  public long lastUsed;

  /** By model, in the order in which they were first ready. */
  public List<ModelEstimate> models = new ArrayList<>();

  public NamedEstimates() {}
}
