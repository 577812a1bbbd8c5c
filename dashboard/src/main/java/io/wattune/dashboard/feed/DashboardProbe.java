package io.wattune.dashboard.feed;

import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.decision.HeatGuard;
import io.wattune.core.device.DeviceId;
import io.wattune.core.saving.FleetSaving;
import io.wattune.core.saving.Saving;
import io.wattune.core.serving.LatencyBound;
import io.wattune.core.thermal.sensor.SensorDoubt;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.dashboard.state.DeviceNow;
import io.wattune.dashboard.state.ServerNow;
import io.wattune.dashboard.state.SettingNow;
import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Looks at a dashboard, which says itself how it does: here are its numbers, and those of devices
 * that nobody else has: what is set, and what that has saved.
 */
public final class DashboardProbe implements PartProbe {
  private static final String PART = "dashboard";
  private static final double WATTS = 1e-3;
  private static final double HERTZ = 1e6;
  private static final double SHARES = 1e-6;

  private static final MetricTable<FeedStatus> FEED =
      MetricTable.<FeedStatus>of(PART)
          .flag(
              "caught_up",
              "1 once everything has been read that was there at its start.",
              FeedStatus::hasCaughtUp)
          .gauge(
              "topics_missing", "Topics that the broker does not have.", FeedStatus::missingTopics)
          .counter("records_read", "Records taken from the topics.", FeedStatus::recordsRead)
          .counter(
              "records_rejected",
              "Of those, records that could not be read.",
              FeedStatus::recordsUndecodable);

  private static final MetricTable<DeviceNow> SETTINGS =
      MetricTable.<DeviceNow>of(PART, "node", "device")
          .gauges(
              "device_setting",
              "watts",
              "Limits of power as they are set: as read back last, or the own ones where nothing"
                  + " was; absent where neither is known.",
              "tunable",
              of -> settings(of, TunableUnit.MILLIWATTS, WATTS))
          .gauges(
              "device_setting",
              "hertz",
              "Clocks as they are set, likewise.",
              "tunable",
              of -> settings(of, TunableUnit.MEGAHERTZ, HERTZ))
          .gauges(
              "device_setting",
              "ratio",
              "Shares as they are set, likewise.",
              "tunable",
              of -> settings(of, TunableUnit.PARTS_PER_MILLION, SHARES))
          .gauges(
              "device_setting",
              "",
              "Numbers of things as they are set, such as compute units, likewise.",
              "tunable",
              of -> settings(of, TunableUnit.COUNT, 1))
          .gauge(
              "device_tuned",
              "1 while a setting differs from the device's own, else 0.",
              of -> of.settings().stream().anyMatch(SettingNow::isTuned) ? 1 : 0);

  private static final MetricTable<Saving> SAVED =
      MetricTable.<Saving>of(PART, "node", "device")
          .gauge(
              "device_saved",
              "joules",
              "Energy that other settings than the own ones have saved since this process looks, by"
                  + " comparison of the same work; below 0 where more was used, absent while nothing"
                  + " was compared.",
              Saving::joules)
          .gauge("device_saved_error", "joules", "Its standard error.", Saving::standardErrorJoules)
          .gauge(
              "device_saved_expected",
              "joules",
              "What own settings would have used for the work that was compared.",
              Saving::expectedJoules);

  private static final MetricTable<HeatGuard> HEAT =
      MetricTable.<HeatGuard>of(PART, "node", "device")
          .gauge(
              "device_heat_limit",
              "celsius",
              "Temperature below which the guard keeps the device, in the decision in force.",
              HeatGuard::limitCelsius)
          .gauge(
              "device_heat_sensor",
              "celsius",
              "Temperature at its sensor when that was decided, delay and steps undone; absent while"
                  + " it is doubtful.",
              of -> of.now() == null ? Double.NaN : of.now().celsius())
          .gauge(
              "device_heat_stated_error",
              "celsius",
              "By how much it may be above its limit until the next decision, whatever begins;"
                  + " absent while that is not bounded.",
              of -> of.statedErrorKelvin() == null ? Double.NaN : of.statedErrorKelvin())
          .flag(
              "device_heat_doubtful",
              "1 while its temperature is not relied on, so that its settings are the lowest.",
              of -> of.doubt() != SensorDoubt.NONE);

  private static final MetricTable<ComponentPower> COMPONENTS =
      MetricTable.<ComponentPower>of(PART, "node", "device")
          .gauges(
              "device_component",
              "watts",
              "Power of each component and idle power, as of the newest interval; absent where none"
                  + " of the last minute is known.",
              "component",
              of -> components(of, ComponentWatts::watts))
          .gauges(
              "device_component_error",
              "watts",
              "Its standard error.",
              "component",
              of -> components(of, ComponentWatts::errorWatts));

  private static final MetricTable<ServerNow> SERVERS =
      MetricTable.<ServerNow>of(PART, "node", "server")
          .flag(
              "server_silent",
              "1 while the newest reading of an inference server is older than a fresh one may be,"
                  + " else 0.",
              ServerNow::isSilent)
          .gauge(
              "server_requests_per_second",
              "Requests that came to it, over the last seconds that are known; absent where it is"
                  + " not known.",
              ServerNow::comePerSecond)
          .gauge(
              "server_answers_per_second",
              "Requests that it answered, likewise.",
              ServerNow::answeredPerSecond)
          .gauge(
              "server_waiting",
              "Requests that wait; absent where it does not say it.",
              of -> count(of.newest().waiting()))
          .gauge(
              "server_running",
              "Requests that are served; absent where it does not say it.",
              of -> count(of.newest().running()))
          .gauges(
              "server_latency_at_least",
              "seconds",
              "What a percentile of latency is at least, over the last minute.",
              "percentile",
              of -> bounds(of, LatencyBound::lowSeconds))
          .gauges(
              "server_latency_at_most",
              "seconds",
              "What it is at most; absent where it is beyond the server's last bound.",
              "percentile",
              of -> bounds(of, LatencyBound::highSeconds));

  /** All that a dashboard has. */
  public static final List<Metric> METRICS =
      Stream.of(FEED, SETTINGS, SERVERS, SAVED, HEAT, COMPONENTS)
          .flatMap(table -> table.metrics().stream())
          .toList();

  private final Supplier<DashboardStatus> status;

  public DashboardProbe(Supplier<DashboardStatus> status) {
    this.status = status;
  }

  private static Map<String, Double> settings(DeviceNow device, TunableUnit unit, double factor) {
    Map<String, Double> settings = new TreeMap<>();
    for (SettingNow setting : device.settings()) {
      Long value = setting.value();
      if (setting.unit() == unit && value != null) {
        settings.put(setting.tunable(), value * factor);
      }
    }
    return settings;
  }

  private static Map<String, Double> components(
      ComponentPower power, ToDoubleFunction<ComponentWatts> value) {
    Map<String, Double> components = new TreeMap<>();
    ComponentWatts idle = power.idle();
    if (idle != null) {
      components.put(idle.name(), value.applyAsDouble(idle));
    }
    power.components().forEach(each -> components.put(each.name(), value.applyAsDouble(each)));
    return components;
  }

  private static double count(OptionalLong count) {
    return count.isPresent() ? (double) count.getAsLong() : Double.NaN;
  }

  private static Map<String, Double> bounds(
      ServerNow server, ToDoubleFunction<LatencyBound> seconds) {
    Map<String, Double> bounds = new TreeMap<>();
    for (LatencyBound each : server.quantiles()) {
      double value = seconds.applyAsDouble(each);
      if (Double.isFinite(value)) {
        bounds.put(Long.toString(Math.round(100 * each.quantile())), value);
      }
    }
    return bounds;
  }

  @Override
  public String part() {
    return PART;
  }

  @Override
  public void read(MetricValues values) {
    DashboardStatus now = status.get();
    FEED.read(values, now.feed());
    Map<String, String> nodes = new HashMap<>();
    for (DeviceNow device : now.fleet().devices()) {
      nodes.put(device.id(), device.node());
      SETTINGS.read(values, device, device.node(), device.id());
      HeatGuard heat = device.heat();
      if (heat != null) {
        HEAT.read(values, heat, device.node(), device.id());
      }
    }
    for (ComponentPower power : now.components()) {
      COMPONENTS.read(values, power, DeviceId.nodeOf(power.device()), power.device());
    }
    for (ServerNow server : now.servers()) {
      SERVERS.read(values, server, server.newest().node(), server.newest().server());
    }
    for (FleetSaving.NamedSaving part : now.saving().byDevice()) {
      String node = nodes.get(part.name());
      if (node != null && part.saving().isKnown()) {
        SAVED.read(values, part.saving(), node, part.name());
      }
    }
  }

  @Override
  public List<HealthCheck> checks() {
    return List.of();
  }
}
