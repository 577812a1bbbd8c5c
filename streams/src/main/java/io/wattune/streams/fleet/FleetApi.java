package io.wattune.streams.fleet;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.wattune.http.Problem;
import io.wattune.streams.fleet.FleetQueries.StoreQuestion;
import io.wattune.streams.fleet.answer.AnswerJson;
import org.jspecify.annotations.Nullable;

/** The view's paths; described in docs/reference/fleet-api.md. Before the view runs, 503. */
final class FleetApi {
  private static final String BASE = "/api/fleet";

  private final FleetQueries queries;
  private volatile @Nullable Router router;

  FleetApi(FleetQueries queries) {
    this.queries = queries;
  }

  /** From now on there is who answers. */
  void use(Router newRouter) {
    router = newRouter;
  }

  void addTo(RoutesConfig routes) {
    routes.get(BASE + "/cluster", request -> answer(request, queries.cluster()));
    routes.get(BASE + "/racks", request -> answer(request, queries.racks()));
    routes.get(
        BASE + "/nodes",
        request -> {
          String rack = request.queryParam("rack");
          answer(request, rack == null ? queries.nodes() : queries.nodesOfRack(rack));
        });
    routes.get(
        BASE + "/nodes/{node}",
        request -> answer(request, queries.node(request.pathParam("node"))));
    routes.get(
        BASE + "/devices",
        request -> {
          String node = request.queryParam("node");
          answer(request, node == null ? queries.devices() : queries.devicesOfNode(node));
        });
  }

  private void answer(Context request, StoreQuestion question) {
    Router answering = router;
    if (answering == null) {
      throw Problem.unavailable("the view is starting", request.path(), "ask again in a second");
    }
    boolean isPassedOn = request.header(Peers.PASSED_ON) != null;
    byte[] json = AnswerJson.write(answering.answer(question, pathAndQuery(request), isPassedOn));
    request.contentType("application/json").result(json);
  }

  /** As it was sent, with its escapes. */
  private static String pathAndQuery(Context request) {
    String query = request.queryString();
    return request.req().getRequestURI() + (query == null ? "" : "?" + query);
  }
}
