package io.wattune.core.energymodel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Power of a kernel from the rates of its counters: a mean over processes ({@link ResponseProcess})
 * of every shape, kind and size of noise, each weighted by how well it predicts each measured
 * kernel from the others. Nothing is chosen by hand or by a kernel that is not in the fit. The
 * error includes how far the processes differ. Test: {@code ResponseModelTest}.
 */
public final class ResponseModel implements PowerModel {
  /** Fewer kernels say nothing of what a kernel differs by. */
  public static final int FEWEST_KERNELS = 4;

  /**
   * Of more kernels, so many, evenly spaced, are used to compare the processes; the best processes
   * are fitted to all kernels.
   */
  static final int MOST_FOR_EVIDENCE = 120;

  private static final int MOST_FOR_ALL = 6;

  /** A process with less than this share of the best one's weight changes no digit that counts. */
  private static final double LEAST_SHARE = 1e-4;

  private static final double[] NOISES = {
    1e-6, 1e-4, 1e-3, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6
  };

  private final List<Member> members;

  private ResponseModel(List<Member> members) {
    this.members = members;
  }

  private record Choice(ResponseShape shape, NoiseKind kind, double noise) {}

  private record Member(Choice choice, ScaledRates rates, ResponseProcess process, double share) {}

  /** Fits to all kernels of a table. */
  public static ResponseModel fit(KernelTable table) {
    if (table.size() < FEWEST_KERNELS) {
      throw new IllegalArgumentException(
          "needs " + FEWEST_KERNELS + " kernels at least, had " + table.size());
    }
    if (table.size() <= MOST_FOR_EVIDENCE) {
      return new ResponseModel(members(table, choices()));
    }
    List<Choice> best =
        members(spaced(table), choices()).stream().limit(MOST_FOR_ALL).map(Member::choice).toList();
    return new ResponseModel(members(table, best));
  }

  private static List<Choice> choices() {
    List<Choice> choices = new ArrayList<>();
    for (ResponseShape shape : ResponseShape.ALL) {
      for (NoiseKind kind : NoiseKind.values()) {
        for (double noise : NOISES) {
          choices.add(new Choice(shape, kind, noise));
        }
      }
    }
    return choices;
  }

  /** The choices that count, the best first. */
  private static List<Member> members(KernelTable table, List<Choice> choices) {
    List<Member> fitted = new ArrayList<>();
    @Nullable ScaledRates scaled = null;
    double best = Double.NEGATIVE_INFINITY;
    for (Choice choice : choices) {
      if (scaled == null || !scaled.shape().equals(choice.shape())) {
        scaled = ScaledRates.of(table.rates(), choice.shape());
      }
      ResponseProcess process =
          ResponseProcess.fit(scaled.covariances(), table.watts(), choice.kind(), choice.noise());
      if (process != null && Double.isFinite(process.evidence())) {
        fitted.add(new Member(choice, scaled, process, process.evidence()));
        best = Math.max(best, process.evidence());
      }
    }
    List<Member> kept = new ArrayList<>();
    double sum = 0;
    for (Member each : fitted) {
      double share = StrictMath.exp(each.share() - best);
      if (share >= LEAST_SHARE) {
        kept.add(new Member(each.choice(), each.rates(), each.process(), share));
        sum += share;
      }
    }
    List<Member> members = new ArrayList<>();
    for (Member each : kept) {
      members.add(new Member(each.choice(), each.rates(), each.process(), each.share() / sum));
    }
    members.sort(Comparator.comparingDouble(Member::share).reversed());
    return List.copyOf(members);
  }

  private static KernelTable spaced(KernelTable table) {
    Set<Integer> some = new HashSet<>();
    for (int i = 0; i < MOST_FOR_EVIDENCE; i++) {
      some.add((int) ((long) i * table.size() / MOST_FOR_EVIDENCE));
    }
    return table.where(some::contains);
  }

  @Override
  public PowerPrediction predict(double[] rates) {
    double watts = 0;
    double squares = 0;
    for (Member member : members) {
      PowerPrediction one =
          member.process().predict(member.rates().with(rates), member.rates().own(rates));
      double error = one.standardErrorWatts();
      watts += member.share() * one.watts();
      squares += member.share() * (error * error + one.watts() * one.watts());
    }
    return new PowerPrediction(watts, Math.sqrt(Math.max(0, squares - watts * watts)));
  }
}
