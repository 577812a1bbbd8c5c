package io.wattune.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class LabelRowsTest {
  @Test
  void labelsThatWouldTouchGoOneRowUp() {
    var rows = new LabelRows(2);

    assertThat(rows.place(0, 100, 50)).isZero();
    assertThat(rows.place(90, 190, 140)).isEqualTo(1);
    assertThat(rows.place(210, 300, 250)).isZero();
  }

  @Test
  void aLabelWithoutRoomGetsNoRow() {
    var rows = new LabelRows(2);
    rows.place(0, 100, 50);
    rows.place(60, 200, 130);

    assertThat(rows.place(80, 220, 150)).isEqualTo(LabelRows.NO_ROW);
  }

  @Test
  void aLeaderNeverRunsThroughALabelBelow() {
    var rows = new LabelRows(3);
    rows.place(0, 100, 50);

    // Row 1 is free, but the way down from it is not.
    assertThat(rows.place(20, 80, 60)).isEqualTo(LabelRows.NO_ROW);
  }

  @Property
  void noTwoLabelsOfARowOverlap(
      @ForAll @Size(max = 60) List<@DoubleRange(min = 0, max = 1500) Double> anchors) {
    var rows = new LabelRows(3);
    var placed = new ArrayList<double[]>();
    for (double anchor : anchors) {
      int row = rows.place(anchor - 60, anchor + 60, anchor);
      if (row == LabelRows.NO_ROW) {
        continue;
      }
      for (double[] other : placed) {
        if (other[1] == row) {
          assertThat(Math.abs(other[0] - anchor)).isGreaterThanOrEqualTo(120);
        }
      }
      placed.add(new double[] {anchor, row});
    }
    assertThat(placed.isEmpty()).isEqualTo(anchors.isEmpty());
  }
}
