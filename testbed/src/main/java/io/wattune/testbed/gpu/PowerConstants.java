package io.wattune.testbed.gpu;

import java.util.List;

/**
 * Constants of the power of a card, see {@link GpuEquations}.
 *
 * @param boardWatts what never changes: fan, regulators, the rest of the board
 * @param leakageWatts leakage outside the compute units, at nominal voltage
 * @param leakageWattsPerUnit leakage of one compute unit, at nominal voltage
 * @param clockTreeWattsPerGigaHertz clock distribution, at nominal voltage
 * @param unitWattsPerGigaHertz a compute unit that is in use and busy, at nominal voltage
 * @param unitIdleShare share of that which a unit in use takes when it has nothing to do
 * @param valuNanojoules energy of one wave instruction with all lanes active, at nominal voltage
 * @param laneIndependentShare share of that which inactive lanes do not save
 * @param l2WattsPerGigabytePerSecond L2 traffic, at nominal voltage
 * @param memoryWatts memory, at any clock
 * @param memoryClockWatts memory at its nominal clock, in proportion to it
 * @param trafficWattsPerGigabytePerSecond memory traffic, at the nominal clock
 * @param trafficSlowClockShare how much more a byte costs for each time that the clock fits into
 *     the nominal one beyond the first
 * @param nominalVolts voltage that the constants hold for
 * @param voltages core voltage by core clock, ascending; straight lines between the points
 */
public record PowerConstants(
    double boardWatts,
    double leakageWatts,
    double leakageWattsPerUnit,
    double clockTreeWattsPerGigaHertz,
    double unitWattsPerGigaHertz,
    double unitIdleShare,
    double valuNanojoules,
    double laneIndependentShare,
    double l2WattsPerGigabytePerSecond,
    double memoryWatts,
    double memoryClockWatts,
    double trafficWattsPerGigabytePerSecond,
    double trafficSlowClockShare,
    double nominalVolts,
    List<VoltagePoint> voltages) {

  /**
   * The core voltage at one core clock.
   *
   * @param megaHertz core clock
   * @param volts voltage
   */
  public record VoltagePoint(double megaHertz, double volts) {
    public VoltagePoint {
      Require.positive("megaHertz", megaHertz);
      Require.positive("volts", volts);
    }
  }

  public PowerConstants {
    Require.notNegative("boardWatts", boardWatts);
    Require.notNegative("leakageWatts", leakageWatts);
    Require.notNegative("leakageWattsPerUnit", leakageWattsPerUnit);
    Require.notNegative("clockTreeWattsPerGigaHertz", clockTreeWattsPerGigaHertz);
    Require.notNegative("unitWattsPerGigaHertz", unitWattsPerGigaHertz);
    Require.fraction("unitIdleShare", unitIdleShare);
    Require.notNegative("valuNanojoules", valuNanojoules);
    Require.fraction("laneIndependentShare", laneIndependentShare);
    Require.notNegative("l2WattsPerGigabytePerSecond", l2WattsPerGigabytePerSecond);
    Require.notNegative("memoryWatts", memoryWatts);
    Require.notNegative("memoryClockWatts", memoryClockWatts);
    Require.notNegative("trafficWattsPerGigabytePerSecond", trafficWattsPerGigabytePerSecond);
    Require.notNegative("trafficSlowClockShare", trafficSlowClockShare);
    Require.positive("nominalVolts", nominalVolts);
    voltages = List.copyOf(voltages);
    if (voltages.isEmpty()) {
      throw new IllegalArgumentException("voltages must have at least one point");
    }
    for (int i = 1; i < voltages.size(); i++) {
      if (voltages.get(i).megaHertz() <= voltages.get(i - 1).megaHertz()) {
        throw new IllegalArgumentException("voltages must ascend in megaHertz, were " + voltages);
      }
    }
  }

  /** Core voltage at a core clock. */
  public double volts(double megaHertz) {
    return nominalVolts * relativeVoltage(megaHertz);
  }

  /** Core voltage over the nominal one; that of the nearest point outside of the points. */
  double relativeVoltage(double megaHertz) {
    VoltagePoint below = voltages.get(0);
    for (VoltagePoint point : voltages) {
      if (megaHertz <= point.megaHertz()) {
        double width = point.megaHertz() - below.megaHertz();
        double share = width > 0 ? Math.max(0, megaHertz - below.megaHertz()) / width : 0;
        return (below.volts() + share * (point.volts() - below.volts())) / nominalVolts;
      }
      below = point;
    }
    return below.volts() / nominalVolts;
  }
}
