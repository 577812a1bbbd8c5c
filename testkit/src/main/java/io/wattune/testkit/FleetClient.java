package io.wattune.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Asks an instance, as a page or a program would. */
public final class FleetClient {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client;
  private final URI address;
  private final String token;

  public FleetClient(URI address, String token) {
    this(address, token, HttpClient.newHttpClient());
  }

  public FleetClient(URI address, String token, HttpClient client) {
    this.client = client;
    this.address = address;
    this.token = token;
  }

  public FleetClient(URI address) {
    this(address, "");
  }

  public HttpResponse<String> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(address.resolve(path));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  public JsonNode json(String path) throws Exception {
    HttpResponse<String> response = get(path);
    if (response.statusCode() != 200) {
      throw new IllegalStateException(path + ": " + response.statusCode() + " " + response.body());
    }
    return JSON.readTree(response.body());
  }

  /** The sums of a path, by {@code scope/name}. */
  public Map<String, FleetDay.Sum> sums(String path) throws Exception {
    Map<String, FleetDay.Sum> sums = new TreeMap<>();
    for (JsonNode sum : json(path).get("sums")) {
      JsonNode watts = sum.get("powerWatts");
      JsonNode energy = sum.get("energyMicrojoules");
      sums.put(
          sum.get("scope").asText() + "/" + sum.get("name").asText(),
          new FleetDay.Sum(
              watts.isNull() ? 0 : Math.round(watts.asDouble() * 1e3),
              energy.isNull() ? 0 : Long.parseLong(energy.asText()),
              sum.get("freshDevices").asInt()));
    }
    return sums;
  }

  /** All sums: of the cluster, of every rack and of every node. */
  public Map<String, FleetDay.Sum> allSums() throws Exception {
    Map<String, FleetDay.Sum> sums = new TreeMap<>(sums("/api/fleet/cluster"));
    sums.putAll(sums("/api/fleet/racks"));
    sums.putAll(sums("/api/fleet/nodes"));
    return sums;
  }

  public List<String> devices(String path) throws Exception {
    List<String> devices = new ArrayList<>();
    json(path).get("devices").forEach(device -> devices.add(device.get("device").asText()));
    return devices;
  }
}
