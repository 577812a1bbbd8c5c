package io.wattune.core.decision;

import io.wattune.core.Quality;
import io.wattune.core.tunable.Configuration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a controller sends to a node: the wished settings of one device, or a claim to the node. */
public sealed interface Decision {
  /** Reason of a decision that carries out an operator's hold at settings. */
  String SET_BY_HAND = "set-by-hand";

  /** The node that it is sent to. */
  String node();

  /** Grows whenever a controller's task takes the node over; a lower one than seen is refused. */
  long epoch();

  /** Name of the policy that decided. */
  String policy();

  /** Epoch nanoseconds of the controller's clock; for people only. */
  long decidedAtNanos();

  /** What its answers have, too. */
  DecisionKey key();

  /**
   * From now on only this epoch counts, for every device of the node.
   *
   * @param node the node
   * @param epoch the epoch
   * @param policy name of the policy that will decide
   * @param decidedAtNanos epoch nanoseconds of the controller's clock
   */
  record Claim(String node, long epoch, String policy, long decidedAtNanos) implements Decision {
    @Override
    public DecisionKey key() {
      return new DecisionKey("", epoch, 0);
    }
  }

  /**
   * Wished settings of one device, under a lease.
   *
   * @param node the node
   * @param device device id
   * @param epoch the epoch of the claim that it stands on
   * @param sequence number among the device's decisions of this epoch
   * @param basedOnNanos time of the newest reading of the device that went in, on the node's own
   *     clock; the lease runs from here
   * @param leaseNanos how long the settings may stay without another decision
   * @param defaultConfiguration while nothing runs that has a configuration of its own; a tunable
   *     that is not named keeps its own setting
   * @param byActivityName between which the agent switches by itself; one for each name
   * @param policy name of the policy
   * @param reason short stable code, for counting
   * @param detail the reason in one sentence, for people
   * @param quality worst quality of what it was based on
   * @param decidedAtNanos epoch nanoseconds of the controller's clock
   * @param heat what the guard by temperature knew; null where none has a say
   */
  record ForDevice(
      String node,
      String device,
      long epoch,
      long sequence,
      long basedOnNanos,
      long leaseNanos,
      Configuration defaultConfiguration,
      List<ActivityConfiguration> byActivityName,
      String policy,
      String reason,
      String detail,
      Quality quality,
      long decidedAtNanos,
      @Nullable HeatGuard heat)
      implements Decision {

    public ForDevice {
      byActivityName = List.copyOf(byActivityName);
      Set<String> names = new HashSet<>();
      for (ActivityConfiguration each : byActivityName) {
        if (!names.add(each.activityName())) {
          throw new IllegalArgumentException(
              "a decision has one configuration for each activity name, has two for '"
                  + each.activityName()
                  + "'");
        }
      }
    }

    @Override
    public DecisionKey key() {
      return new DecisionKey(device, epoch, sequence);
    }

    /**
     * The wished settings while activities of this name run, the default's among them.
     *
     * @param activityName null while nothing runs
     */
    public Configuration configurationFor(@Nullable String activityName) {
      for (ActivityConfiguration each : byActivityName) {
        if (each.activityName().equals(activityName)) {
          return defaultConfiguration.overlaidBy(each.configuration());
        }
      }
      return defaultConfiguration;
    }

    /**
     * Whether nothing of it is to be in force, while no activity has used these of its
     * configurations.
     *
     * @param names activity names that are pending
     */
    public boolean isPendingWith(Collection<String> names) {
      return defaultConfiguration.isEmpty()
          && !byActivityName.isEmpty()
          && byActivityName.stream().allMatch(each -> names.contains(each.activityName()));
    }

    /** Whether it carries out an operator's hold at settings. */
    public boolean isSetByHand() {
      return reason.equals(SET_BY_HAND);
    }

    /** Whether another decision wishes for the same settings. */
    public boolean wishesTheSameAs(ForDevice other) {
      return defaultConfiguration.equals(other.defaultConfiguration)
          && Set.copyOf(byActivityName).equals(Set.copyOf(other.byActivityName));
    }
  }
}
