package io.wattune.testbed.cofris;

import io.wattune.core.mask.CuPlacement;
import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingSetting;
import io.wattune.testbed.server.Gating;
import io.wattune.testbed.server.Mi50;
import io.wattune.testbed.server.ServerModel;
import io.wattune.testbed.server.ServerPower;
import java.util.List;

/**
 * A model on the simulated MI50 at each clock and number of units, placed by Conserved. A request
 * is an inference of table 3.3's time, which is table 4.1's.
 *
 * @param gating whose saving is in the power
 * @param isParking whether one unit only is in use while nothing is served
 * @param table seconds and busy units by clock, units and batch
 */
public record SimulatedProfile(Gating gating, boolean isParking, ProfileTable table)
    implements ServingProfile {
  /** The largest batch, in requests. */
  public static final int MOST = 8;

  private static final int UNITS = Mi50.LAYOUT.units();

  /** What does not depend on gating. */
  public static final class ProfileTable {
    private final double[][][] seconds = new double[Mi50.MEGA_HERTZ.size()][UNITS + 1][MOST + 1];
    private final double[][][] busy = new double[Mi50.MEGA_HERTZ.size()][UNITS + 1][MOST + 1];

    /** Of a model with batches of up to {@link #MOST} requests. */
    public ProfileTable(ServerModel model) {
      for (int batch = 1; batch <= MOST; batch++) {
        ServerModel ofBatch = batch == 1 ? model : model.ofBatch(batch * model.batch());
        for (int count = 1; count <= UNITS; count++) {
          List<Integer> units = Mi50.units(CuPlacement.CONSERVED, count);
          double work = ofBatch.busyUnits(units) * ofBatch.seconds(units);
          for (int clock = 0; clock < seconds.length; clock++) {
            double share = (double) Mi50.MEGA_HERTZ.get(clock) / Mi50.highestMegaHertz();
            seconds[clock][count][batch] = ofBatch.seconds(units, share);
            // The same work in a longer time.
            busy[clock][count][batch] = work / seconds[clock][count][batch];
          }
        }
      }
    }
  }

  @Override
  public List<Integer> megaHertz() {
    return Mi50.MEGA_HERTZ;
  }

  @Override
  public int units() {
    return UNITS;
  }

  private static int clock(ServingSetting setting) {
    return Mi50.MEGA_HERTZ.indexOf(setting.megaHertz());
  }

  @Override
  public double seconds(ServingSetting setting) {
    return table.seconds[clock(setting)][setting.units()][setting.batch()];
  }

  @Override
  public double busyWatts(ServingSetting setting) {
    double busy = table.busy[clock(setting)][setting.units()][setting.batch()];
    return watts(setting, setting.units(), busy);
  }

  /** A process that may launch at any time keeps the GPU in active idle (assumed). */
  @Override
  public double waitingWatts(ServingSetting setting) {
    return watts(setting, isParking ? 1 : setting.units(), 0);
  }

  private double watts(ServingSetting setting, int count, double busy) {
    return ServerPower.watts(
        Mi50.units(CuPlacement.CONSERVED, count), setting.megaHertz(), busy, gating);
  }
}
