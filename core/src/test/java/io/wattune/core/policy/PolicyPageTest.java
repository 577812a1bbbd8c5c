package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** The page docs/policies.md. That its tables are right is shown where policies are walked. */
class PolicyPageTest {
  /** They wish nothing of kernels. */
  private static final Set<String> WITHOUT_A_LAW =
      Set.of(NonePolicy.NAME, NonePolicy.THERMAL, NonePolicy.COFRIS, NonePolicy.KRISP);

  @Test
  void everyPolicyHasADrawingAndATransition() {
    assertThat(Policies.names())
        .filteredOn(name -> !WITHOUT_A_LAW.contains(name))
        .allSatisfy(
            name -> {
              assertThat(PolicyPage.drawing(name)).as(name).contains("begin ->");
              assertThat(PolicyPage.edges(name, true)).as(name).isNotEmpty();
            });
  }

  @Test
  void theDrawingsAreThoseOfTheClasses() {
    assertThat(PolicyPage.drawing("baseline"))
        .isEqualTo(PolicyPage.drawingOf(BaselinePolicy.class));
    assertThat(PolicyPage.drawing("fine")).isEqualTo(PolicyPage.drawingOf(FinePolicy.class));
    assertThat(PolicyPage.drawing("harmonia"))
        .isEqualTo(PolicyPage.drawingOf(HarmoniaPolicy.class));
  }
}
