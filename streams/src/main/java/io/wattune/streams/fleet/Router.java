package io.wattune.streams.fleet;

import io.wattune.http.Problem;
import io.wattune.streams.fleet.FleetQueries.StoreQuestion;
import io.wattune.streams.fleet.Instances.Owners;
import io.wattune.streams.fleet.Instances.RebalancingException;
import io.wattune.streams.fleet.answer.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Gets the answer to a question from whichever instances have it. A question with a key has one
 * owner; where that one does not answer there is no answer. Of a question to all, those that did
 * not answer are named.
 *
 * @param nodesTopic the topic whose partitions divide the nodes
 * @param parts how many there are
 */
record Router(
    Instances instances,
    LocalStores stores,
    Peers peers,
    FleetQueries queries,
    String nodesTopic,
    int parts) {
  /**
   * Answers.
   *
   * @param pathAndQuery the question, for other instances
   * @param isPassedOn whether another instance asks: then only what is here is answered
   */
  Answer answer(StoreQuestion question, String pathAndQuery, boolean isPassedOn) {
    try {
      String key = question.key();
      return key == null
          ? fromAll(question, pathAndQuery, isPassedOn)
          : fromOwner(
              question, instances.ownerOf(question.storeName(), key), pathAndQuery, isPassedOn);
    } catch (RebalancingException | InvalidStateStoreException e) {
      throw Problem.unavailable(
          "the parts of the fleet change hands, or are read back: " + e.getMessage(),
          pathAndQuery,
          "ask again in a second");
    }
  }

  private Answer fromOwner(
      StoreQuestion question, HostInfo owner, String pathAndQuery, boolean isPassedOn) {
    if (instances.isSelf(owner)) {
      return question.make().apply(stores);
    }
    if (isPassedOn) {
      throw new RebalancingException(owner + " owns it now");
    }
    try {
      return peers.ask(owner, pathAndQuery).join();
    } catch (CompletionException e) {
      throw refused(owner, e, pathAndQuery);
    }
  }

  /** That there is no such thing is an answer. */
  private static Problem refused(HostInfo owner, CompletionException e, String pathAndQuery) {
    if (e.getCause() instanceof Peers.NotFoundException) {
      return Problem.notFound("there is none of this name", pathAndQuery, "ask for the list");
    }
    return Problem.unavailable(
        "the instance " + name(owner) + " has it and did not answer: " + why(e),
        pathAndQuery,
        "ask again: if that instance is gone, another one takes its part over within its session"
            + " timeout");
  }

  private Answer fromAll(StoreQuestion question, String pathAndQuery, boolean isPassedOn) {
    if (isPassedOn) {
      return question.make().apply(stores);
    }
    Owners owners = instances.ownersOf(question.storeName(), nodesTopic, parts);
    if (owners.hosts().isEmpty()) {
      throw new RebalancingException("nobody owns any part");
    }
    List<Answer> answers = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    if (owners.unowned() > 0) {
      missing.add(owners.unowned() + " of " + parts + " parts: nobody owns them right now");
    }
    Map<HostInfo, CompletableFuture<Answer>> asked = new LinkedHashMap<>();
    for (HostInfo host : owners.hosts()) {
      if (!instances.isSelf(host)) {
        asked.put(host, peers.ask(host, pathAndQuery));
      }
    }
    if (owners.hosts().stream().anyMatch(instances::isSelf)) {
      answers.add(question.make().apply(stores));
    }
    asked.forEach(
        (host, answer) -> {
          try {
            answers.add(answer.join());
          } catch (CompletionException e) {
            missing.add(name(host) + ": " + why(e));
          }
        });
    return Answer.merged(queries.staleAfterSeconds(), answers, missing);
  }

  private static String name(HostInfo host) {
    return host.host() + ":" + host.port();
  }

  private static String why(CompletionException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
