package io.wattune.core.lease;

import static io.wattune.core.lease.LeaseFixture.SECOND;
import static io.wattune.core.lease.LeaseFixture.at;
import static io.wattune.core.lease.LeaseFixture.core;
import static io.wattune.core.lease.LeaseFixture.decision;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.lease.LeaseStateMachine.State;
import io.wattune.core.tunable.Configuration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every state with every event: the whole table. */
class LeaseStateMachineTransitionTest {
  private static final Obstacle HELD = new Obstacle(ActuationReason.HELD, "held");
  private static final LeaseTime SOON = at(SECOND);
  private static final LeaseTime LATE = at(5 * SECOND);
  private static final LeaseTime STEPPED =
      new LeaseTime(SOON.wallNanos() + 2 * SECOND, SOON.monotonicNanos());

  /**
   * One cell of the table.
   *
   * @param to the state afterwards; null where the event is not allowed
   */
  record Cell(State from, String event, Consumer<LeaseStateMachine> act, State to) {
    @Override
    public String toString() {
      return from + " on " + event + " -> " + (to == null ? "not allowed" : to);
    }
  }

  static Stream<Cell> table() {
    return Stream.of(
            row(
                "right decision",
                LeaseStateMachineTransitionTest::right,
                "LEASED LEASED RETURNING"),
            row("wrong decision", LeaseStateMachineTransitionTest::wrong, "OWN LEASED RETURNING"),
            row(
                "decision, obstacle",
                LeaseStateMachineTransitionTest::held,
                "OWN LEASED RETURNING"),
            row("claim", lease -> lease.claim(99), "OWN LEASED RETURNING"),
            row("time passes", lease -> lease.ending(SOON, null), "OWN LEASED RETURNING"),
            row("lease at its end", lease -> lease.ending(LATE, null), "OWN RETURNING RETURNING"),
            row("clock stepped", lease -> lease.ending(STEPPED, null), "OWN RETURNING RETURNING"),
            row("obstacle", lease -> lease.ending(SOON, HELD), "OWN RETURNING RETURNING"),
            row("abandon", lease -> lease.abandon(HELD), "RETURNING RETURNING RETURNING"),
            row("settled", lease -> lease.settled(false), "OWN LEASED RETURNING"),
            row("returned, verified", lease -> lease.returned(null), "- - OWN"),
            row("returned, not verified", lease -> lease.returned(HELD), "- - RETURNING"))
        .flatMap(List::stream);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void stateAfterTheEventIsAsTheTableSays(Cell cell) {
    LeaseStateMachine lease = in(cell.from());

    if (cell.to() == null) {
      assertThatThrownBy(() -> cell.act().accept(lease)).isInstanceOf(IllegalStateException.class);
      assertThat(lease.state()).isEqualTo(cell.from());
    } else {
      cell.act().accept(lease);
      assertThat(lease.state()).isEqualTo(cell.to());
    }
  }

  private static List<Cell> row(String event, Consumer<LeaseStateMachine> act, String states) {
    String[] to = states.split(" ");
    State[] from = State.values();
    return Stream.of(0, 1, 2)
        .map(i -> new Cell(from[i], event, act, to[i].equals("-") ? null : State.valueOf(to[i])))
        .toList();
  }

  private static LeaseStateMachine in(State state) {
    LeaseStateMachine lease = LeaseFixture.lease();
    if (state != State.OWN) {
      lease.judge(decision(1, 1, 0, 4 * SECOND, Configuration.of(core(600))), at(0), null);
    }
    if (state == State.RETURNING) {
      lease.ending(at(0), HELD);
    }
    assertThat(lease.state()).isEqualTo(state);
    return lease;
  }

  private static void right(LeaseStateMachine lease) {
    lease.judge(decision(1, 2, 0, 4 * SECOND, Configuration.of(core(700))), SOON, null);
  }

  private static void wrong(LeaseStateMachine lease) {
    lease.judge(decision(1, 2, 0, 4 * SECOND, Configuration.of(core(701))), SOON, null);
  }

  private static void held(LeaseStateMachine lease) {
    lease.judge(decision(1, 2, 0, 4 * SECOND, Configuration.of(core(700))), SOON, HELD);
  }
}
