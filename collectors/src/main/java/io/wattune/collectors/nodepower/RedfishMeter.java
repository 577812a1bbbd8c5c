package io.wattune.collectors.nodepower;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.wattune.collectors.device.DeviceException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Power of a node by Redfish. The first answer finds out where it is:
 *
 * <pre>
 * /redfish/v1/Chassis              Members[].@odata.id, one for each chassis
 *   {chassis}                      EnvironmentMetrics.@odata.id, Power.@odata.id: links
 *   {chassis}/EnvironmentMetrics   PowerWatts.Reading                        newer services
 *   {chassis}/Power                PowerControl[0].PowerConsumedWatts        older ones
 *                                  or its PowerMetrics.AverageConsumedWatts
 * </pre>
 *
 * Where more than one chassis has a power, the node's file must say which. After an error it is
 * looked for again. Used by one thread.
 */
final class RedfishMeter implements NodeMeter {
  static final Duration LIMIT = Duration.ofSeconds(10);
  private static final double MILLIWATTS = 1_000;
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String ID = "@odata.id";

  private final HttpClient client;
  private final URI service;
  private final @Nullable String authorization;
  private final @Nullable String chassis;
  private final Duration limit;
  private @Nullable Place place;

  /** A resource, and which of its values is read: it stays the same one. */
  private record Place(URI uri, Value value) {}

  /** Where a power may stand in a resource, the ones to prefer first. */
  @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable.
  private enum Value {
    READING("PowerWatts", "Reading"),
    CONSUMED("PowerControl", "PowerConsumedWatts"),
    /** Over minutes, on some services: no substitute for a value that is missing for a moment. */
    AVERAGE("PowerControl", "PowerMetrics", "AverageConsumedWatts");

    private final List<String> path;

    Value(String... path) {
      this.path = List.of(path);
    }

    OptionalDouble of(JsonNode resource) {
      JsonNode node = resource;
      for (String name : path) {
        node = node.path(name);
        node = node.isArray() ? node.path(0) : node;
      }
      return node.isNumber() ? OptionalDouble.of(node.asDouble()) : OptionalDouble.empty();
    }
  }

  /**
   * A service.
   *
   * @param chassis id of the chassis; null where there is only one with a power
   */
  RedfishMeter(
      HttpClient client,
      URI service,
      @Nullable String user,
      @Nullable String password,
      @Nullable String chassis) {
    this(client, service, user, password, chassis, LIMIT);
  }

  /**
   * A service.
   *
   * @param limit from a question to the last byte of its answer
   */
  RedfishMeter(
      HttpClient client,
      URI service,
      @Nullable String user,
      @Nullable String password,
      @Nullable String chassis,
      Duration limit) {
    this.limit = limit;
    this.client = client;
    this.service = service;
    this.chassis = chassis;
    this.authorization =
        user == null || password == null
            ? null
            : "Basic "
                + Base64.getEncoder()
                    .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public int milliwatts() throws DeviceException, InterruptedException {
    try {
      Place known = place;
      if (known == null) {
        known = find();
        place = known;
      }
      OptionalDouble watts = known.value().of(get(known.uri()));
      if (watts.isEmpty()) {
        throw new DeviceException(known.uri() + " shows no power now");
      }
      return checked(known.uri(), watts.getAsDouble());
    } catch (DeviceException e) {
      place = null;
      throw e;
    }
  }

  private static int checked(URI from, double watts) throws DeviceException {
    double milliwatts = watts * MILLIWATTS;
    if (!(milliwatts > 0 && milliwatts <= Integer.MAX_VALUE)) {
      throw new DeviceException(
          from + " says " + watts + " W; a controller without a meter does, and a node takes more");
    }
    return (int) Math.round(milliwatts);
  }

  private Place find() throws DeviceException, InterruptedException {
    List<Place> places = new ArrayList<>();
    for (JsonNode member : get(service.resolve("/redfish/v1/Chassis")).path("Members")) {
      String path = member.path(ID).asText();
      if (!path.isEmpty() && (chassis == null || path.endsWith("/Chassis/" + chassis))) {
        Place found = place(get(link(path)));
        if (found != null) {
          places.add(found);
        }
      }
    }
    if (places.size() != 1) {
      throw new DeviceException(
          places.isEmpty()
              ? "no chassis"
                  + (chassis == null ? "" : " '" + chassis + "'")
                  + " of "
                  + service
                  + " shows a power"
              : "several chassis show a power: "
                  + places.stream().map(Place::uri).toList()
                  + "; name the node's by the setting 'chassis'");
    }
    return places.get(0);
  }

  private @Nullable Place place(JsonNode chassis) throws DeviceException, InterruptedException {
    for (String link : List.of("EnvironmentMetrics", "Power")) {
      String path = chassis.path(link).path(ID).asText();
      if (!path.isEmpty()) {
        URI uri = link(path);
        JsonNode resource = get(uri);
        for (Value value : Value.values()) {
          if (value.of(resource).isPresent()) {
            return new Place(uri, value);
          }
        }
      }
    }
    return null;
  }

  /** A link that leads away from the service is not followed: the password would go with it. */
  private URI link(String path) throws DeviceException {
    if (!path.startsWith("/") || path.startsWith("//")) {
      throw new DeviceException(
          service + " links to '" + path + "', which is not a path of its own");
    }
    try {
      return service.resolve(path);
    } catch (IllegalArgumentException e) {
      throw new DeviceException(service + " links to '" + path + "', which is no path", e);
    }
  }

  private JsonNode get(URI uri) throws DeviceException, InterruptedException {
    var request = HttpRequest.newBuilder(uri).header("Accept", "application/json");
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    HttpResponse<byte[]> response = send(uri, request.GET().build());
    if (response.statusCode() != 200) {
      throw new DeviceException(uri + " answers " + status(response.statusCode()));
    }
    try {
      return JSON.readTree(response.body());
    } catch (JacksonException e) {
      throw new DeviceException(uri + " answers no JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new DeviceException(uri + " does not answer: " + e, e);
    }
  }

  /** A client's own time limit ends with the head of an answer: this one is for all of it. */
  private HttpResponse<byte[]> send(URI uri, HttpRequest request)
      throws DeviceException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> sent =
        client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    try {
      return sent.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new DeviceException(
          uri + " has not answered whole within " + limit.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw new DeviceException(uri + " does not answer: " + e.getCause(), e);
    } finally {
      boolean unused = sent.cancel(true);
    }
  }

  private static String status(int code) {
    return switch (code) {
      case 401, 403 -> code + "; check user and passwordFile, and that the user may log in";
      case 404 -> "404; this is no Redfish service, or has no such chassis";
      case 503 -> "503; its service is busy or starts; it is asked again";
      default -> Integer.toString(code);
    };
  }
}
