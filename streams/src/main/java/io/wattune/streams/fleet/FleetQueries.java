package io.wattune.streams.fleet;

import io.wattune.core.fleet.FleetGroup;
import io.wattune.core.fleet.FleetNode;
import io.wattune.core.fleet.FleetScope;
import io.wattune.core.fleet.FleetSum;
import io.wattune.http.Problem;
import io.wattune.streams.fleet.answer.Answer;
import io.wattune.streams.fleet.answer.DeviceAnswer;
import io.wattune.streams.fleet.answer.SumAnswer;
import io.wattune.streams.fleet.topology.FleetSettings;
import io.wattune.streams.fleet.topology.StoreNames;
import io.wattune.streams.fleet.topology.StoredMember;
import io.wattune.streams.fleet.topology.StoredNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The questions, each with where its answer lies and how it is made of what lies there. */
record FleetQueries(FleetSettings settings) {
  /**
   * A question.
   *
   * @param storeName where its answer lies
   * @param key which part of it has the answer; null for all parts
   * @param make makes the answer of what one instance has
   */
  record StoreQuestion(
      String storeName, @Nullable String key, Function<LocalStores, Answer> make) {}

  StoreQuestion cluster() {
    return new StoreQuestion(
        StoreNames.RACKS,
        FleetScope.ALL,
        stores -> {
          var racks = new FleetGroup();
          for (StoredMember rack : stores.members(StoreNames.RACKS, FleetScope.ALL)) {
            racks.put(rack.name(), rack.sum());
          }
          FleetSum sum = racks.sum(System.currentTimeMillis());
          return sums(List.of(SumAnswer.of(FleetScope.CLUSTER, FleetScope.ALL, null, sum)));
        });
  }

  StoreQuestion racks() {
    return new StoreQuestion(
        StoreNames.RACKS,
        FleetScope.ALL,
        stores ->
            sums(
                stores.members(StoreNames.RACKS, FleetScope.ALL).stream()
                    .map(rack -> SumAnswer.of(FleetScope.RACK, rack.name(), null, rack.sum()))
                    .toList()));
  }

  StoreQuestion nodes() {
    return new StoreQuestion(
        StoreNames.NODES,
        null,
        stores -> sums(stores.nodes().stream().map(FleetQueries::answer).toList()));
  }

  StoreQuestion nodesOfRack(String rack) {
    return new StoreQuestion(
        StoreNames.RACK_NODES,
        rack,
        stores ->
            sums(
                stores.members(StoreNames.RACK_NODES, rack).stream()
                    .map(
                        node ->
                            SumAnswer.of(
                                FleetScope.NODE,
                                node.name(),
                                rack.isEmpty() ? null : rack,
                                node.sum()))
                    .toList()));
  }

  StoreQuestion node(String name) {
    return new StoreQuestion(
        StoreNames.NODES,
        name,
        stores ->
            sums(
                List.of(
                    stores
                        .node(name)
                        .map(FleetQueries::answer)
                        .orElseThrow(
                            () ->
                                Problem.notFound(
                                    "there is no node '" + name + "'",
                                    "node",
                                    "see /api/fleet/nodes for those that are known")))));
  }

  StoreQuestion devices() {
    return new StoreQuestion(
        StoreNames.DEVICES,
        null,
        stores -> {
          List<DeviceAnswer> devices = new ArrayList<>();
          stores.devices().forEach(node -> devices.addAll(of(node)));
          return Answer.ofDevices(staleAfterSeconds(), devices);
        });
  }

  StoreQuestion devicesOfNode(String node) {
    return new StoreQuestion(
        StoreNames.DEVICES,
        node,
        stores -> Answer.ofDevices(staleAfterSeconds(), of(stores.devicesOf(node))));
  }

  private List<DeviceAnswer> of(FleetNode node) {
    return DeviceAnswer.ofNode(node, System.currentTimeMillis(), settings.staleAfter().toNanos());
  }

  private static SumAnswer answer(StoredNode node) {
    return SumAnswer.of(FleetScope.NODE, node.node(), node.rackOrNull(), node.sum());
  }

  private Answer sums(List<SumAnswer> sums) {
    return Answer.ofSums(staleAfterSeconds(), sums);
  }

  double staleAfterSeconds() {
    return settings.staleAfter().toMillis() / 1e3;
  }
}
