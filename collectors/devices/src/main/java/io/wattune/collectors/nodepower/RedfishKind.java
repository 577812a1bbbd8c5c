package io.wattune.collectors.nodepower;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The meter of a node by its management controller's Redfish service. It is not found by itself: a
 * node's file names it.
 *
 * <p>Settings: {@code url}; {@code user} and {@code passwordFile}; {@code certificate}, the
 * controller's own as PEM, where no authority that Java knows has signed it; {@code chassis};
 * {@code powerControl}; {@code pollPeriodMillis}, 5000 without it. A password goes over TLS or
 * stays on this machine.
 */
public final class RedfishKind implements DeviceKind {
  /** The kind's name. */
  public static final String NAME = "redfish";

  private static final String URL = "url";
  private static final String USER = "user";
  private static final String PASSWORD = "passwordFile";
  private static final String CERTIFICATE = "certificate";
  private static final String CHASSIS = "chassis";
  private static final String CONTROL = "powerControl";

  public RedfishKind() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos)
      throws DeviceException {
    settings.allowOnly(
        Set.of(URL, USER, PASSWORD, CERTIFICATE, CHASSIS, CONTROL, MeterSource.PERIOD));
    URI service = service(settings);
    Map<String, String> values = settings.values();
    var client =
        HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(5))
            .followRedirects(HttpClient.Redirect.NEVER);
    if (values.containsKey(CERTIFICATE)) {
      client.sslContext(PinnedCertificate.context(settings.requiredPath(CERTIFICATE)));
    }
    String password = null;
    if (values.containsKey(USER)) {
      password = SecretFile.read(settings.requiredPath(PASSWORD));
    }
    return MeterSource.start(
        settings,
        "redfish meter",
        "redfish.power",
        new RedfishMeter(
            new RedfishService(
                client.build(), service, values.get(USER), password, RedfishMeter.LIMIT),
            values.get(CHASSIS),
            new PowerControls(values.get(CONTROL))),
        epochNanos);
  }

  private static URI service(DeviceSettings settings) throws DeviceException {
    String url = settings.required(URL);
    try {
      URI service = URI.create(url);
      boolean isSafe =
          "https".equals(service.getScheme())
              || ("http".equals(service.getScheme()) && isThisMachine(service.getHost()));
      if (isSafe && service.getHost() != null) {
        return service;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw DeviceException.ofTheFile(
        "setting 'url' of device '"
            + settings.device()
            + "' must be https://host, since a password goes there; was '"
            + url
            + "'");
  }

  private static boolean isThisMachine(String host) {
    try {
      return host != null && InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  @Override
  public DeviceControls openControls(DeviceSettings settings) {
    return new NoControls(settings.device());
  }
}
