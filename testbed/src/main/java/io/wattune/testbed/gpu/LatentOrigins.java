package io.wattune.testbed.gpu;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the values of a kernel come from. A value that no list names is an assumption.
 *
 * @param kernel name of the kernel
 * @param paper values that a publication states
 * @param figures values that follow from its characterisation of the hardware, as nearly as that
 *     can be read
 * @param predictors values chosen so that its sensitivity models fit the kernel
 * @param policies values chosen with the published results of its policies in view
 * @param note where it says so, for people
 */
public record LatentOrigins(
    String kernel,
    List<String> paper,
    List<String> figures,
    List<String> predictors,
    List<String> policies,
    String note) {

  /** The values of a kernel: all but its name. */
  public static final List<String> LATENTS =
      Stream.of(Kernel.class.getRecordComponents())
          .map(RecordComponent::getName)
          .filter(name -> !name.equals("name"))
          .toList();

  public LatentOrigins {
    paper = List.copyOf(paper);
    figures = List.copyOf(figures);
    predictors = List.copyOf(predictors);
    policies = List.copyOf(policies);
    List<String> named = new ArrayList<>();
    Stream.of(paper, figures, predictors, policies).forEach(named::addAll);
    for (String latent : named) {
      if (!LATENTS.contains(latent)) {
        throw new IllegalArgumentException(
            "origins must name values of a kernel, '" + latent + "' is none of " + LATENTS);
      }
    }
    if (named.stream().distinct().count() < named.size()) {
      throw new IllegalArgumentException(
          "each value of the kernel '" + kernel + "' must have one origin, were " + named);
    }
  }

  /** Whether a policy's published result had a part in it. */
  public boolean isCalibrated() {
    return !policies.isEmpty();
  }
}
