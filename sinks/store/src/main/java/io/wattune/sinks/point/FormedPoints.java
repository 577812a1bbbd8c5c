package io.wattune.sinks.point;

import io.wattune.schemas.codec.UndecodableException;
import org.jspecify.annotations.Nullable;

/** Makes the points of another maker in a form. */
record FormedPoints(PointMaker maker, PointForm form) implements PointMaker {
  @Override
  public void make(byte @Nullable [] value, PointLines lines) throws UndecodableException {
    lines.form(form);
    maker.make(value, lines);
  }

  @Override
  public void make(@Nullable String key, byte @Nullable [] value, PointLines lines)
      throws UndecodableException {
    lines.form(form);
    maker.make(key, value, lines);
  }
}
