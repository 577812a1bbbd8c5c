package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PoliciesTest {

  @Test
  void everyNameGivesThePolicyOfThatName() {
    assertThat(Policies.names())
        .containsExactly(
            "none",
            "fine",
            "baseline",
            "dvfs-only",
            "harmonia-cg",
            "harmonia",
            "thermal",
            "cofris",
            "krisp")
        .allSatisfy(
            name ->
                assertThat(Policies.named(name)).get().extracting(Policy::name).isEqualTo(name));
    assertThat(Policies.named("oracle")).isEmpty();
  }

  @Test
  void everyPolicyUnderstandsTheMemoryThatItBeginsWith() {
    for (String name : Policies.names()) {
      Policies.named(name)
          .orElseThrow()
          .begin("kernel", 0)
          .ifPresent(
              memory -> {
                assertThat(memory.policyName()).isEqualTo(name);
                assertThat(memory.activityName()).isEqualTo("kernel");
                assertThat(memory.rungs()).isEmpty();
                assertThat(memory.hasGivenUp()).isFalse();
              });
    }
  }
}
