package io.wattune.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.component.ComponentPower;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.fleet.EnergySum;
import io.wattune.core.fleet.FleetPower;
import io.wattune.core.fleet.FleetScope;
import io.wattune.core.fleet.FleetSum;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.thermal.live.HeatRecord;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;

@Domain(ControlValues.class)
class ControlRoundTripTest {

  @Property(tries = 300)
  void decisionComesBackAsItWas(@ForAll Decision decision) throws Exception {
    assertComesBack(new DecisionCodec(), decision);
  }

  @Property(tries = 300)
  void actuationComesBackAsItWas(@ForAll Actuation actuation) throws Exception {
    assertComesBack(new ActuationCodec(), actuation);
  }

  @Property(tries = 300)
  void holdComesBackAsItWas(@ForAll Hold hold) throws Exception {
    assertComesBack(new HoldCodec(), hold);
  }

  @Property(tries = 300)
  void counterReadingComesBackAsItWas(@ForAll CounterReading reading) throws Exception {
    assertComesBack(new CounterReadingCodec(), reading);
  }

  @Property(tries = 300)
  void deviceDescriptorComesBackAsItWas(@ForAll DeviceDescriptor device) throws Exception {
    assertComesBack(new DeviceDescriptorCodec(), device);
    assertThat(
            new DeviceDescriptorCodec()
                .decodeUnlessGone(new DeviceDescriptorCodec().encode(device)))
        .contains(device);
  }

  @Property(tries = 300)
  void heatComesBackAsItWas(@ForAll HeatRecord heat) throws Exception {
    assertComesBack(new HeatCodec(), heat);
  }

  @Property(tries = 300)
  void componentPowerComesBackAsItWas(@ForAll ComponentPower power) throws Exception {
    assertComesBack(new ComponentPowerCodec(), power);
  }

  @Property(tries = 300)
  void sensitivityComesBackAsItWas(@ForAll Sensitivity sensitivity) throws Exception {
    assertComesBack(new SensitivityCodec(), sensitivity);
  }

  @Property(tries = 300)
  void rightSizeTableComesBackAsItWas(@ForAll RightSizeTable table) throws Exception {
    assertComesBack(new RightSizeTableCodec(), table);
  }

  @Property(tries = 300)
  void servingReadingComesBackAsItWas(@ForAll ServingReading reading) throws Exception {
    assertComesBack(new ServingReadingCodec(), reading);
  }

  @Property(tries = 300)
  void fleetPowerComesBackAsItWas(@ForAll FleetPower power) throws Exception {
    assertComesBack(new FleetPowerCodec(), power);
  }

  @Test
  void ofAnEnergyThatDoesNotFitMicrojoulesWholeJoulesComeBack() throws Exception {
    var energy = new EnergySum(10_000_000_000_000L, 7);
    var sum = new FleetSum(1, 2, 3, null, energy, 0, 0, 1);
    var codec = new FleetPowerCodec();

    byte[] bytes = codec.encode(FleetPower.of(FleetScope.CLUSTER, "all", null, sum, 10));

    assertThat(codec.decode(bytes).energy()).isEqualTo(new EnergySum(10_000_000_000_000L, 0));
  }

  private static <C> void assertComesBack(RecordCodec<C> codec, C value) throws Exception {
    assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
  }
}
