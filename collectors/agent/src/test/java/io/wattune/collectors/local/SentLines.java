package io.wattune.collectors.local;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the answers as they are sent. */
final class SentLines implements LineSender {
  private final List<String> lines = new ArrayList<>();

  @Override
  public void answer(String json) {
    lines.add(json);
  }

  List<String> lines() {
    return lines;
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  @Override
  public @Nullable String user() {
    return "ann";
  }

  @Override
  public boolean stays() {
    return true;
  }
}
