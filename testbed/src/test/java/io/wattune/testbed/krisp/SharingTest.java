package io.wattune.testbed.krisp;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.mask.CuMask;
import io.wattune.testbed.server.Mi50;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharingTest {
  /** A model of 40 units, whose two kernels need 10 and 60. */
  private static final ModelSizes SIZES = new ModelSizes(40, new int[] {10, 60});

  private static Sharing of(PartitionPolicy policy, int workers) {
    return new Sharing(policy, Collections.nCopies(workers, SIZES), policy.overlapLimit(60));
  }

  @Test
  void staticEqualGivesEachWorkerUnitsOfItsOwn() {
    Sharing sharing = of(PartitionPolicy.STATIC_EQUAL, 4);
    BigInteger all = BigInteger.ZERO;
    for (int worker = 0; worker < 4; worker++) {
      CuMask mask = sharing.begin(worker, 0);
      assertThat(mask.count()).isEqualTo(15);
      assertThat(mask.bits().and(all)).isEqualTo(BigInteger.ZERO);
      all = all.or(mask.bits());
      assertThat(mask.countsByEngine(Mi50.LAYOUT)).contains(15);
    }
    assertThat(all.bitCount()).isEqualTo(60);
  }

  @Test
  void modelsThatDoNotFitShareTheLeastLoadedUnits() {
    Sharing sharing = of(PartitionPolicy.MODEL_RIGHT_SIZE, 2);
    CuMask first = sharing.begin(0, 0);
    CuMask second = sharing.begin(1, 1);

    assertThat(first.count()).isEqualTo(40);
    assertThat(second.count()).isEqualTo(40);
    assertThat(first.bits().and(second.bits()).bitCount()).isLessThan(40);
  }

  @Test
  void kernelsHaveWhatTheyNeedOrWhatIsLeft() {
    Sharing shared = of(PartitionPolicy.KRISP_O, 2);
    Sharing isolated = of(PartitionPolicy.KRISP_I, 2);
    for (Sharing sharing : List.of(shared, isolated)) {
      assertThat(sharing.begin(0, 0).count()).isEqualTo(10);
    }

    assertThat(shared.begin(1, 1).count()).isEqualTo(60);
    assertThat(isolated.begin(1, 1).count()).isEqualTo(50);
  }

  @Test
  void whatFindsNothingWaitsAndOneOfThemWaitsForEnough() {
    Sharing isolated = of(PartitionPolicy.KRISP_I, 2);
    Sharing patient = of(PartitionPolicy.KRISP_W, 2);
    CuMask ten = isolated.begin(0, 0);
    patient.begin(0, 0);
    assertThat(isolated.mayBegin(1, 1)).isTrue();
    assertThat(patient.mayBegin(1, 1)).isFalse();
    assertThat(patient.mayBegin(1, 0)).isTrue();

    isolated.begin(1, 1);
    assertThat(isolated.mayBegin(0, 0)).isFalse();
    isolated.end(ten);
    assertThat(isolated.mayBegin(0, 0)).isTrue();
    assertThat(of(PartitionPolicy.MPS_DEFAULT, 2).mayBegin(1, 1)).isTrue();
  }
}
