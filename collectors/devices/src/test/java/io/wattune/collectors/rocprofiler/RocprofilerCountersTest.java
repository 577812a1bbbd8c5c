package io.wattune.collectors.rocprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import org.junit.jupiter.api.Test;

class RocprofilerCountersTest {

  @Test
  void percentBecomeFractionsAndKilobytesBytes() {
    assertThat(RocprofilerCounters.of("VALUBusy", 73.5))
        .contains(
            new CounterValue(CounterName.VALU_BUSY, CounterUnit.FRACTION, CounterKind.MEAN, 0.735));
    assertThat(RocprofilerCounters.of("FetchSize", 2.5))
        .contains(
            new CounterValue(
                CounterName.READ_BYTES, CounterUnit.BYTES, CounterKind.INCREASE, 2560));
    assertThat(RocprofilerCounters.of("SQ_WAVES", 1)).isEmpty();
  }

  @Test
  void everyNameThatIsOfferedIsUnderstood() {
    for (String architecture : new String[] {"gfx906", "gfx90a", "gfx942", "gfx1030"}) {
      assertThat(RocprofilerCounters.offers(architecture))
          .filteredOn(CounterDescriptor::isGiven)
          .allSatisfy(
              offer ->
                  assertThat(RocprofilerCounters.of(String.valueOf(offer.source()), 1))
                      .map(CounterValue::counter)
                      .contains(offer.counter()));
    }
  }

  @Test
  void whatAnArchitectureLacksIsSaid() {
    assertThat(RocprofilerCounters.offers("gfx942"))
        .filteredOn(offer -> !offer.isGiven())
        .extracting(CounterDescriptor::counter)
        .contains(CounterName.MEM_UNIT_BUSY, CounterName.WRITE_UNIT_STALLED);
    assertThat(RocprofilerCounters.offers("gfx1100"))
        .filteredOn(offer -> !offer.isGiven())
        .extracting(CounterDescriptor::counter)
        .contains(CounterName.VALU_BUSY);
  }
}
