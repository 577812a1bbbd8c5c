package io.wattune.dashboard.hold;

import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.dashboard.state.LiveState;
import io.wattune.http.Problem;
import io.wattune.schemas.failure.EngineException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Checks what is asked for, orders it, and answers once the broker has it. Thread safe. */
public final class HoldService {
  private static final int LONGEST_TEXT = 500;
  private static final double NANOS_PER_SECOND = 1e9;

  private final LiveState state;
  private final HoldSender sender;

  /** Takes holds on their way; returns when they have arrived. */
  @FunctionalInterface
  public interface HoldSender {
    void send(List<Hold> holds) throws EngineException;
  }

  public HoldService(LiveState state, HoldSender sender) {
    this.state = state;
    this.sender = sender;
  }

  /**
   * Orders a hold.
   *
   * @param by who asks
   * @return the hold, which the broker has
   */
  public Hold order(HoldRequest request, String by, long nowNanos) {
    HoldScope scope = scope(request.scope());
    String name = name(scope, request.target(), nowNanos);
    Hold hold =
        Hold.ordered(
            UUID.randomUUID().toString().substring(0, 8),
            scope,
            name,
            nowNanos,
            duration(request.forSeconds()),
            by,
            reason(request.reason()));
    send(hold);
    return hold;
  }

  /** Ends a hold before its time. */
  public Hold release(String id, long nowNanos) {
    Hold held =
        state
            .hold(id)
            .filter(hold -> hold.isInForce(nowNanos))
            .orElseThrow(
                () ->
                    Problem.notFound(
                        "no hold with the id '" + id + "' is in force",
                        "/api/holds/" + id,
                        "it may have ended or been released; /api/control lists those in force"));
    Hold released = held.released();
    send(released);
    return released;
  }

  private void send(Hold hold) {
    try {
      sender.send(List.of(hold));
    } catch (EngineException e) {
      throw Problem.unavailable(
          String.valueOf(e.getMessage()),
          "the broker",
          "check that the broker runs, then look at /api/control whether the hold is there, and try"
              + " again");
    }
    state.hold(hold);
  }

  private static HoldScope scope(@Nullable String scope) {
    return switch (scope == null ? "" : scope.toLowerCase(Locale.ROOT)) {
      case "device" -> HoldScope.DEVICE;
      case "node" -> HoldScope.NODE;
      case "job" -> HoldScope.JOB;
      case "everything" -> HoldScope.ALL;
      default ->
          throw Problem.badRequest(
              "scope must be device, node, job or everything, was " + quoted(scope),
              "scope",
              "give one of these words");
    };
  }

  private String name(HoldScope scope, @Nullable String target, long nowNanos) {
    String name = target == null ? "" : target.strip();
    if (scope == HoldScope.ALL) {
      if (!name.isEmpty()) {
        throw Problem.badRequest(
            "a hold of everything has no target, had " + quoted(target),
            "target",
            "leave the target out, or give the scope that it belongs to");
      }
      return "";
    }
    if (name.isEmpty() || name.length() > LONGEST_TEXT) {
      throw Problem.badRequest(
          "target must name what is to be held, in 1.." + LONGEST_TEXT + " characters",
          "target",
          "give the id of the device, the node or the job");
    }
    if (scope == HoldScope.DEVICE && state.device(name, nowNanos).isEmpty()) {
      throw unknown("device", name);
    }
    if (scope == HoldScope.NODE
        && state.now(nowNanos).nodes().stream().noneMatch(node -> node.name().equals(name))) {
      throw unknown("node", name);
    }
    return name;
  }

  private static Problem unknown(String what, String name) {
    return Problem.badRequest(
        "no " + what + " is called '" + name + "'",
        "target",
        "take a name of /api/fleet; one that is yet to come is held with"
            + " ./wattune hold --force");
  }

  private static OptionalLong duration(@Nullable Double seconds) {
    if (seconds == null) {
      return OptionalLong.empty();
    }
    if (!(seconds >= 1 && seconds <= Hold.LONGEST_SECONDS)) {
      throw Problem.badRequest(
          "forSeconds must be in 1.." + Hold.LONGEST_SECONDS + ", was " + seconds,
          "forSeconds",
          "leave it out to hold until it is released");
    }
    return OptionalLong.of((long) (seconds * NANOS_PER_SECOND));
  }

  private static String reason(@Nullable String reason) {
    String why = reason == null ? "" : reason.strip();
    if (why.length() > LONGEST_TEXT) {
      throw Problem.badRequest(
          "reason must have at most " + LONGEST_TEXT + " characters, has " + why.length(),
          "reason",
          "say it shorter");
    }
    return why;
  }

  private static String quoted(@Nullable String text) {
    return text == null ? "missing" : "'" + text + "'";
  }
}
