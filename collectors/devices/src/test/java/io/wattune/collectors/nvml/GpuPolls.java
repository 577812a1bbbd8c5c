package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.FieldValues;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Polls all powers that a GPU gives, and its energy counter, as quickly as a millisecond allows,
 * while a load goes through its phases. A question that fails leaves a gap and is counted.
 */
final class GpuPolls {
  static final long POLL_NANOS = 1_000_000L;

  /** A series, and how it is asked: by its place among the fields, or by a call of its own. */
  private record QueryParameters(PolledSeries series, int field, @Nullable NvmlNumber number) {}

  private final Nvml nvml;
  private final long gpu;
  private final List<QueryParameters> asked = new ArrayList<>();
  private final List<PolledSeries> powers = new ArrayList<>();
  private final PolledSeries callMicros = new PolledSeries("one call for all fields");
  private final FieldValues fields;
  private @Nullable PolledSeries energy;

  GpuPolls(Nvml nvml, long gpu, PowerOffer offer) {
    this.nvml = nvml;
    this.gpu = gpu;
    List<Integer> ids = new ArrayList<>();
    if (offer.powers().contains(PowerChoice.INSTANT)) {
      power(PowerChoice.INSTANT, ids.size(), null);
      ids.add(Nvml.FIELD_POWER_INSTANT);
    }
    if (offer.powers().contains(PowerChoice.AVERAGE)) {
      power(PowerChoice.AVERAGE, ids.size(), null);
      ids.add(Nvml.FIELD_POWER_AVERAGE);
    }
    if (offer.powers().contains(PowerChoice.USAGE)) {
      power(PowerChoice.USAGE, -1, NvmlNumber.POWER);
    }
    if (offer.energy() != EnergyQuestion.NONE) {
      boolean isField = offer.energy() != EnergyQuestion.CALL;
      energy = new PolledSeries("energy counter");
      asked.add(
          new QueryParameters(
              energy, isField ? ids.size() : -1, isField ? null : NvmlNumber.ENERGY));
      if (isField) {
        ids.add(offer.energy().field());
      }
    }
    fields = new FieldValues(ids.stream().mapToInt(id -> id).toArray());
  }

  private void power(PowerChoice choice, int field, @Nullable NvmlNumber number) {
    var series = new PolledSeries(choice.label());
    powers.add(series);
    asked.add(new QueryParameters(series, field, number));
  }

  /** The powers, the one that is read by default first. */
  List<PolledSeries> powers() {
    return powers;
  }

  /** The energy counter; null where there is none. */
  @Nullable PolledSeries energy() {
    return energy;
  }

  /** How long a call for all fields took, in microseconds. */
  PolledSeries callMicros() {
    return callMicros;
  }

  /** Polls for as long as the phases last. */
  void take(GpuLoad load, LoadPhases phases, GpuTime time) {
    var follows = new LoadSwitch(load, phases);
    long start = time.nanos();
    for (long since = 0; since < phases.endNanos(); since = time.nanos() - start) {
      follows.at(since);
      poll(start, time);
      time.await(start + (since / POLL_NANOS + 1) * POLL_NANOS);
    }
  }

  private void poll(long start, GpuTime time) {
    long at = time.nanos() - start;
    boolean isAnswered = fields.size() > 0 && askFields();
    callMicros.add(at, (time.nanos() - start - at) / 1_000);
    for (QueryParameters one : asked) {
      if (one.number() != null) {
        ask(one, time.nanos() - start);
      } else if (isAnswered && fields.code(one.field()) == 0) {
        one.series().add(at, fields.value(one.field()));
      } else {
        one.series().fail();
      }
    }
  }

  private boolean askFields() {
    try {
      nvml.fields(gpu, fields);
      return true;
    } catch (NvmlException e) {
      return false;
    }
  }

  private void ask(QueryParameters one, long at) {
    try {
      one.series().add(at, nvml.number(gpu, one.number(), 0));
    } catch (NvmlException e) {
      one.series().fail();
    }
  }
}
