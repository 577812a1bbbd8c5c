package io.wattune.evaluation.live;

/**
 * One invocation of a kernel as the pipeline saw it.
 *
 * @param device the GPU
 * @param activityId its id
 * @param name name of the kernel
 * @param startNanos its start
 * @param endNanos its end
 */
record Invoked(String device, String activityId, String name, long startNanos, long endNanos) {
  double seconds() {
    return (endNanos - startNanos) * 1e-9;
  }
}
