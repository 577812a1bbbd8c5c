package io.wattune.core.serving;

/**
 * A configuration of an inference server.
 *
 * @param units compute units in use
 * @param batch requests that are served at once, at most; fewer where fewer wait
 */
public record ServingSetting(int megaHertz, int units, int batch) {
  public ServingSetting {
    if (megaHertz < 1 || units < 1 || batch < 1) {
      throw new IllegalArgumentException(
          "clock, units and batch are at least 1, were " + megaHertz + ", " + units + ", " + batch);
    }
  }

  /** The same clock and units for another number of requests at once. */
  public ServingSetting ofBatch(int other) {
    return other == batch ? this : new ServingSetting(megaHertz, units, other);
  }
}
