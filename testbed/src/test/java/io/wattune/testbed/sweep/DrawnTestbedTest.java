package io.wattune.testbed.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.testbed.gpu.Kernel;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class DrawnTestbedTest {

  @Test
  void theSameSeedDrawsTheSameTestbedAndAnotherAnother() throws IOException {
    Testbed base = Testbed.hd7970();

    assertThat(DrawnTestbed.draw(base, 7).gpu()).isEqualTo(DrawnTestbed.draw(base, 7).gpu());
    assertThat(DrawnTestbed.draw(base, 7).applications())
        .isEqualTo(DrawnTestbed.draw(base, 7).applications());
    assertThat(DrawnTestbed.draw(base, 7).gpu()).isNotEqualTo(DrawnTestbed.draw(base, 8).gpu());
  }

  /** Uniform within 10 %: 200 draws of one constant have both ends, and a mean within 1.2 %. */
  @Test
  void constantsAreDrawnFromTenPercentAroundTheirs() throws IOException {
    Testbed base = Testbed.hd7970();
    double board = base.gpu().power().boardWatts();

    double[] shares =
        LongStream.range(0, 200)
            .mapToDouble(seed -> DrawnTestbed.draw(base, seed).gpu().power().boardWatts() / board)
            .sorted()
            .toArray();

    assertThat(shares[0]).isBetween(0.9, 0.905);
    assertThat(shares[199]).isBetween(1.095, 1.1);
    assertThat(java.util.Arrays.stream(shares).average().orElseThrow()).isCloseTo(1, within(0.012));
  }

  @Test
  void whatIsKnownIsNotDrawnAndKernelsThatDoNotCrowdTheCacheStayLikeThat() throws IOException {
    Testbed base = Testbed.hd7970();
    Testbed drawn = DrawnTestbed.draw(base, 3);

    assertThat(drawn.gpu().power().voltages()).isEqualTo(base.gpu().power().voltages());
    assertThat(drawn.gpu().configurations()).isEqualTo(base.gpu().configurations());
    List<Kernel> before = kernels(base);
    List<Kernel> after = kernels(drawn);
    IntStream.range(0, before.size())
        .forEach(
            i -> {
              assertThat(after.get(i).vgprs()).isEqualTo(before.get(i).vgprs());
              assertThat(after.get(i).rowEfficiency() / before.get(i).rowEfficiency())
                  .isBetween(0.95, 1.05);
              if (before.get(i).missAlone() == before.get(i).missCrowded()) {
                assertThat(after.get(i).missCrowded()).isEqualTo(after.get(i).missAlone());
              }
            });
  }

  private static List<Kernel> kernels(Testbed testbed) {
    return testbed.applications().stream().flatMap(a -> a.workload().kernels().stream()).toList();
  }
}
