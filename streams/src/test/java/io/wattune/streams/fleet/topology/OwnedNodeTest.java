package io.wattune.streams.fleet.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.fleet.DeviceFacts;
import io.wattune.core.fleet.FleetNode;
import io.wattune.core.fleet.FleetSum;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnedNodeTest {
  private final FleetNode node = new FleetNode("n");

  @Test
  void theRackThatANodeLeavesIsTold() {
    var owned = new OwnedNode(node, null);
    assertThat(move(owned, "r1")).isEmpty();

    assertThat(move(owned, "r2")).containsExactly("r1");
    assertThat(owned.rack()).isEqualTo("r2");
    assertThat(move(owned, "r2")).isEmpty();
  }

  @Test
  void whoeverTakesANodeOverTellsItsFormerRacksAgain() {
    var first = new OwnedNode(node, null);
    move(first, "r1");
    move(first, "r2");

    var second = new OwnedNode(node, first.stored(FleetSum.EMPTY));

    assertThat(second.move(false)).as("the word of the first may be lost").containsExactly("r1");
    assertThat(second.move(false)).isEmpty();
  }

  @Test
  void aRackThatANodeComesBackToIsNotToldThatItLeft() {
    var first = new OwnedNode(node, null);
    move(first, "r1");
    move(first, "r2");
    move(first, "r1");

    var second = new OwnedNode(node, first.stored(FleetSum.EMPTY));

    assertThat(second.move(false)).containsExactly("r2");
    assertThat(second.rack()).isEqualTo("r1");
  }

  @Test
  void theRackOfANodeThatIsGoneIsTold() {
    var owned = new OwnedNode(node, null);
    move(owned, "r1");

    assertThat(owned.move(true)).containsExactly("r1");
    assertThat(owned.isSent()).isFalse();
  }

  private List<String> move(OwnedNode owned, String rack) {
    node.describe("n/a", new DeviceFacts(rack, null, 1), 0);
    return owned.move(false);
  }
}
