package io.wattune.core.energymodel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
    double[][] rates = table.rates();
    double[] watts = table.watts();
    if (watts.length < FEWEST_KERNELS) {
      throw new IllegalArgumentException(
          "needs " + FEWEST_KERNELS + " kernels at least, had " + watts.length);
    }
    List<Member> members = members(rates, watts, choices());
    if (watts.length > MOST_FOR_EVIDENCE) {
      int[] some = spaced(watts.length);
      members = members(rows(rates, some), values(watts, some), choices());
      List<Choice> best = members.stream().limit(MOST_FOR_ALL).map(Member::choice).toList();
      members = members(rates, watts, best);
    }
    return new ResponseModel(members);
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
  private static List<Member> members(double[][] rates, double[] watts, List<Choice> choices) {
    List<Member> fitted = new ArrayList<>();
    @Nullable ScaledRates scaled = null;
    double best = Double.NEGATIVE_INFINITY;
    for (Choice choice : choices) {
      if (scaled == null || !scaled.shape().equals(choice.shape())) {
        scaled = ScaledRates.of(rates, choice.shape());
      }
      ResponseProcess process =
          ResponseProcess.fit(scaled.covariances(), watts, choice.kind(), choice.noise());
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

  private static int[] spaced(int n) {
    int[] some = new int[MOST_FOR_EVIDENCE];
    for (int i = 0; i < some.length; i++) {
      some[i] = (int) ((long) i * n / some.length);
    }
    return some;
  }

  private static double[][] rows(double[][] all, int[] which) {
    double[][] rows = new double[which.length][];
    for (int i = 0; i < which.length; i++) {
      rows[i] = all[which[i]];
    }
    return rows;
  }

  private static double[] values(double[] all, int[] which) {
    double[] values = new double[which.length];
    for (int i = 0; i < which.length; i++) {
      values[i] = all[which[i]];
    }
    return values;
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
