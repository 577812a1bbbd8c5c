package io.wattune.collectors.local;

import org.jspecify.annotations.Nullable;

/** A line that cannot be done: what is wrong with it and what would be right. */
final class RequestException extends Exception {
  private static final long serialVersionUID = 1L;

  private final @Nullable String ask;
  private final @Nullable String id;

  /**
   * Says what is wrong.
   *
   * @param ask what the line asks for, as far as it says so
   * @param id the activity that it is about, as far as it says so
   */
  RequestException(@Nullable String ask, @Nullable String id, String message) {
    super(message);
    this.ask = ask;
    this.id = id;
  }

  @Nullable String ask() {
    return ask;
  }

  @Nullable String id() {
    return id;
  }
}
