package io.wattune.core.loop;

import java.util.Map;

/**
 * What became of everything that a loop has received since it was made.
 *
 * @param evidenceUsed counter readings that a policy was shown
 * @param evidenceDiscarded counter readings that it was not shown, by why
 * @param vetoed times that a guard has vetoed a decision, by guard
 * @param narrowed proposals that a guard has narrowed, by guard
 * @param refused answers of the node that refused or failed a decision, by reason
 * @param kernelsDropped kernels forgotten because there were too many, or because they became too
 *     short
 * @param relearned times that all was forgotten because the device's tunables had changed
 * @param sensitivitiesUnused kernels whose sensitivities were reported, and forgotten before the
 *     kernel was seen
 * @param serverAlarms times that an inference server was left at its own settings for a reason that
 *     a person should know, by state
 * @param servers inference servers that are set by their load now, by state
 */
public record LoopCounts(
    long evidenceUsed,
    Map<String, Long> evidenceDiscarded,
    Map<String, Long> vetoed,
    Map<String, Long> narrowed,
    Map<String, Long> refused,
    long kernelsDropped,
    long relearned,
    long sensitivitiesUnused,
    Map<String, Long> serverAlarms,
    Map<String, Long> servers) {

  public LoopCounts {
    evidenceDiscarded = Map.copyOf(evidenceDiscarded);
    vetoed = Map.copyOf(vetoed);
    narrowed = Map.copyOf(narrowed);
    refused = Map.copyOf(refused);
    serverAlarms = Map.copyOf(serverAlarms);
    servers = Map.copyOf(servers);
  }

  /** The same with other servers. */
  public LoopCounts withServers(Map<String, Long> others) {
    return new LoopCounts(
        evidenceUsed,
        evidenceDiscarded,
        vetoed,
        narrowed,
        refused,
        kernelsDropped,
        relearned,
        sensitivitiesUnused,
        serverAlarms,
        others);
  }
}
