package io.wattune.replay.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.meter.MeterCalibration;
import io.wattune.core.meter.MeterClock;
import io.wattune.core.meter.MeterFit;
import io.wattune.core.meter.MeterFitResult;
import io.wattune.core.meter.ResponseFit;
import io.wattune.core.meter.ResponseFitResult;
import java.util.Locale;

/** What a meter says of a sensor, in JSON. */
public final class MeterJson {
  private MeterJson() {}

  /** Puts the fields into the object of a device. */
  public static void put(ObjectNode device, MeterCalibration meter) {
    clock(device.putObject("meterClock"), meter.clock());
    response(device.putObject("meterResponse"), meter.response());
    scale(device.putObject("meterFit"), meter.scale());
  }

  private static void clock(ObjectNode node, MeterClock clock) {
    node.put("offsetSeconds", clock.offsetSeconds());
    node.put("offsetErrorSeconds", clock.offsetErrorSeconds());
    node.put("drift", clock.drift());
    node.put("driftError", clock.driftError());
    node.put("edges", clock.edges());
    node.put("takenOut", clock.isOff());
    node.put("explanation", clock.sentence());
  }

  private static void response(ObjectNode node, ResponseFitResult result) {
    ResponseFit fit = result.chosen();
    node.put("told", fit != null);
    if (fit != null) {
      node.put("class", fit.sensorClass().label());
      node.put("constantSeconds", fit.constantSeconds());
      node.put("constantErrorSeconds", fit.constantErrorSeconds());
      node.put("delaySeconds", fit.delaySeconds());
      node.put("delayErrorSeconds", fit.delayErrorSeconds());
      node.put("rmsWatts", fit.rmsWatts());
    }
    node.put("explanation", result.sentence());
  }

  private static void scale(ObjectNode node, MeterFitResult result) {
    if (result instanceof MeterFit fit) {
      node.put("kind", fit.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
      node.put("gain", fit.gain());
      node.put("gainError", fit.gainError());
      node.put("offsetWatts", fit.offsetWatts());
      node.put("offsetErrorWatts", fit.offsetErrorWatts());
    } else {
      node.put("kind", "none");
    }
    node.put("explanation", result.sentence());
  }
}
