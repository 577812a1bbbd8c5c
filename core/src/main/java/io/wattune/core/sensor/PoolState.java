package io.wattune.core.sensor;

/**
 * What the short edges of one device say together: see {@link EdgePool}. Mutable, plain fields: the
 * host keeps it; only the pool writes it.
 */
public final class PoolState {
  /** Evidence for each response of {@link ResponseGrid}; empty before the first edge. */
  public float[] evidence = new float[0];

  /** Edges pooled so far. */
  public long edges;

  /** The same, old ones fading: the weight that the evidence stands for. */
  public double weight;

  /** Weight of edges that no response fits. */
  public double oddWeight;

  /** Weight of edges that came another number of updates after the one before than that one had. */
  public double freshWeight;

  /** Edges in a row of which the response was over within one update. */
  public int shortRow;

  /** Time of the newest edge. */
  public long edgeNanos = Long.MIN_VALUE;

  /** Updates between the two newest edges. */
  public long interval;
}
