package io.wattune.testbed.dagee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.testbed.dagee.TaskGraph.Task;
import io.wattune.testbed.server.Mi50;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GraphRunTest {
  private static final TaskGraph STRASSEN = TaskGraph.strassen(4096);

  /** 7 products of halves are 7/8 of one; 15 sums beside. */
  @Test
  void strassensGraphHasSevenEighthsOfTheProducts() {
    double one = TaskGraph.product(4096).tasks().get(0).kernel().time().workSeconds();
    List<Task> products =
        STRASSEN.tasks().stream().filter(task -> task.name().startsWith("P")).toList();

    assertThat(products).hasSize(7);
    assertThat(products.stream().mapToDouble(task -> task.kernel().time().workSeconds()).sum())
        .isCloseTo(7 * one / 8, within(1e-9));
    assertThat(STRASSEN.tasks()).hasSize(22);
  }

  @Test
  void inSequenceTimesAddUp() {
    double sum =
        STRASSEN.tasks().stream().mapToDouble(task -> task.kernel().seconds(Mi50.all())).sum();
    GraphRun.Outcome outcome = GraphRun.of(STRASSEN, GraphPolicy.SEQUENTIAL);

    assertThat(outcome.seconds()).isCloseTo(sum, within(1e-9));
    assertThat(Arrays.stream(outcome.ofTasks()).sum()).isCloseTo(sum, within(1e-9));
    // 15 W of idle, 45 of active idle and 78 of 60 busy units at most.
    assertThat(outcome.watts()).isBetween(100.0, 138.0);
  }

  /** Nothing begins before what it waits for has ended, so that no run beats the longest way. */
  @ParameterizedTest
  @EnumSource(GraphPolicy.class)
  void noPolicyIsFasterThanTheLongestWay(GraphPolicy policy) {
    double[] alone =
        STRASSEN.tasks().stream().mapToDouble(task -> task.kernel().seconds(Mi50.all())).toArray();
    double longest = Arrays.stream(STRASSEN.remaining(alone)).max().orElseThrow();

    GraphRun.Outcome outcome = GraphRun.of(STRASSEN, policy);

    assertThat(outcome.seconds()).isGreaterThanOrEqualTo(longest);
    assertThat(outcome.ofTasks()).doesNotContain(0.0);
  }

  @Test
  void groupsAreEnginesOrSlicesOfAll() {
    assertThat(GraphPolicy.PACKED.groups())
        .allSatisfy(
            group ->
                assertThat(group.countsByEngine(Mi50.LAYOUT))
                    .containsExactlyInAnyOrder(15, 0, 0, 0));
    assertThat(GraphPolicy.DISTRIBUTED.groups())
        .allSatisfy(
            group ->
                assertThat(group.countsByEngine(Mi50.LAYOUT))
                    .containsExactlyInAnyOrder(4, 4, 4, 3));
  }

  /** The engine with three units decides: 4 x 3 units' speed of 15. */
  @Test
  void packedGroupsAreFasterThanDistributedOnes() {
    double packed = GraphRun.of(STRASSEN, GraphPolicy.PACKED).seconds();
    double distributed = GraphRun.of(STRASSEN, GraphPolicy.DISTRIBUTED).seconds();

    assertThat(distributed / packed).isBetween(1.1, 1.25);
  }

  /** Sums beside products, and one product at a time. */
  @Test
  void theLastRunsTimesMakeTheNextFaster() {
    double sequential = GraphRun.of(STRASSEN, GraphPolicy.SEQUENTIAL).seconds();

    assertThat(GraphRun.of(STRASSEN, GraphPolicy.HISTORY).seconds()).isLessThan(0.95 * sequential);
  }

  @Test
  void theCalibratedFigureAgrees() {
    assertThat(DageeFigures.speedUp(GraphPolicy.SEQUENTIAL)).isCloseTo(0.058, within(0.001));
  }

  @Test
  void whatStandsBeforeWhatItWaitsForIsRefused() {
    Task late = STRASSEN.tasks().get(1);
    assertThatThrownBy(() -> new TaskGraph(List.of(late)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("stands before");
  }
}
