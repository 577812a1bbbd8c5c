package io.wattune.core.lease;

import static io.wattune.core.lease.LeaseFixture.LONGEST_LEASE;
import static io.wattune.core.lease.LeaseFixture.RESTORE_LEAD;
import static io.wattune.core.lease.LeaseFixture.SECOND;
import static io.wattune.core.lease.LeaseFixture.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random decisions, claims, holds, pauses and clock steps against the lease and a device that does
 * as it is told. What must be on the device is said by an oracle that keeps no state: it looks at
 * the whole history, newest first, each time, with lists of allowed values and unbounded integers.
 */
class LeaseStateMachineOraclePropertyTest {
  private static final int RUNS = 10;
  private static final int DECISIONS = 1_000;

  private static final Map<String, Set<Long>> ALLOWED =
      Map.of(
          "core.clock", Set.of(500L, 600L, 700L, 800L, 900L),
          "memory.clock", Set.of(475L, 925L, 1_375L));
  private static final Map<String, Long> OWN =
      new TreeMap<>(Map.of("core.clock", 850L, "memory.clock", 1_375L));

  /** What happened, in order: the oracle's only input. */
  private sealed interface Event {
    record Decided(Decision.ForDevice decision, long wall, long mono, boolean isHeld)
        implements Event {}

    record Claimed(long epoch) implements Event {}

    record Looked(long wall, long mono, boolean isHeld) implements Event {}
  }

  private final List<Event> history = new ArrayList<>();
  private final Map<String, Long> device = new TreeMap<>(OWN);
  private final Map<ActuationReason, Integer> refused = new HashMap<>();
  private int applied;
  private int renewed;

  @Test
  void whatIsOnTheDeviceIsWhatEveryRuleAllows() {
    for (long seed = 1; seed <= RUNS; seed++) {
      run(seed, LeaseFixture.lease());
    }

    assertThat(applied).as("decisions applied").isGreaterThan(RUNS * DECISIONS / 50);
    assertThat(renewed).as("decisions renewed").isGreaterThan(RUNS);
    assertThat(refused.keySet())
        .as("every rule was broken at least once")
        .contains(
            ActuationReason.OLD_EPOCH,
            ActuationReason.OLD_SEQUENCE,
            ActuationReason.LEASE_OUT_OF_BOUNDS,
            ActuationReason.LEASE_OVER,
            ActuationReason.FROM_THE_FUTURE,
            ActuationReason.HELD,
            ActuationReason.UNKNOWN_CONTROL,
            ActuationReason.NOT_LISTED,
            ActuationReason.WRONG_UNIT,
            ActuationReason.OUT_OF_BOUNDS,
            ActuationReason.OUT_OF_RANGE,
            ActuationReason.OFF_STEP);
  }

  @Test
  void oracleNoticesAGateWithWiderBounds() {
    var wide =
        new LeaseRules(
            LeaseFixture.DEVICE,
            List.of(
                ControlRule.listed(LeaseFixture.CORE, 300, 1_000, 850),
                ControlRule.listed(LeaseFixture.MEMORY, 0, 5_000, 1_375)),
            LONGEST_LEASE,
            RESTORE_LEAD);
    assertThat(isCaught(new LeaseStateMachine(wide, LeaseFixture.at(0), true))).isTrue();
  }

  @Test
  void oracleNoticesAGateThatComesHomeLate() {
    var late = new LeaseRules(LeaseFixture.DEVICE, LeaseFixture.RULES.controls(), LONGEST_LEASE, 0);
    assertThat(isCaught(new LeaseStateMachine(late, LeaseFixture.at(0), true))).isTrue();
  }

  private boolean isCaught(LeaseStateMachine broken) {
    try {
      run(1, broken);
      return false;
    } catch (AssertionError expected) {
      return true;
    }
  }

  private void run(long seed, LeaseStateMachine lease) {
    history.clear();
    device.putAll(OWN);
    var random = new Random(seed);
    long mono = 0;
    long wall = START;
    boolean isHeld = false;
    long epoch = 1;
    long sequence = 0;
    Configuration last = Configuration.EMPTY;
    for (int decisions = 0; decisions < DECISIONS; ) {
      long pause = (long) (SECOND * random.nextDouble() * (random.nextInt(20) == 0 ? 8 : 0.4));
      mono += pause;
      wall += pause;
      if (random.nextInt(200) == 0) {
        wall += (random.nextBoolean() ? 1 : -1) * random.nextInt(3_600) * SECOND;
      }
      if (random.nextInt(isHeld ? 5 : 60) == 0) {
        isHeld = !isHeld;
      }
      look(lease, wall, mono, isHeld);
      switch (random.nextInt(12)) {
        case 0 -> {
          long claimed = epoch + random.nextInt(3) - 1;
          lease.claim(claimed);
          history.add(new Event.Claimed(claimed));
          epoch = Math.max(epoch, claimed);
        }
        case 1, 2 -> {
          /* Time passes. */
        }
        default -> {
          sequence++;
          long sent = sequence - (random.nextInt(8) == 0 ? random.nextInt(3) : 0);
          long from = epoch - (random.nextInt(15) == 0 ? 1 : 0);
          last = random.nextInt(3) == 0 ? configuration(random) : last;
          decide(lease, decision(random, from, sent, wall, last), wall, mono, isHeld);
          decisions++;
        }
      }
      assertThat(device)
          .as("seed %s, after %s events, the newest %s", seed, history.size(), newest())
          .isEqualTo(expected());
    }
  }

  private void look(LeaseStateMachine lease, long wall, long mono, boolean isHeld) {
    history.add(new Event.Looked(wall, mono, isHeld));
    if (lease.ending(new LeaseTime(wall, mono), obstacle(isHeld)) != null) {
      write(lease);
      lease.returned(null);
    }
  }

  private void decide(
      LeaseStateMachine lease, Decision.ForDevice decision, long wall, long mono, boolean isHeld) {
    history.add(new Event.Decided(decision, wall, mono, isHeld));
    Verdict verdict = lease.judge(decision, new LeaseTime(wall, mono), obstacle(isHeld));
    if (verdict instanceof Verdict.Apply) {
      applied++;
      write(lease);
      lease.settled(true);
    } else if (verdict instanceof Verdict.Refuse refusal) {
      refused.merge(refusal.reason(), 1, Integer::sum);
    } else {
      renewed++;
    }
  }

  private void write(LeaseStateMachine lease) {
    lease.wished("busy").forEach(setting -> device.put(setting.tunable(), setting.value()));
  }

  private static Obstacle obstacle(boolean isHeld) {
    return isHeld ? new Obstacle(ActuationReason.HELD, "held") : null;
  }

  private static Configuration configuration(Random random) {
    Configuration configuration = Configuration.EMPTY;
    if (random.nextInt(4) > 0) {
      long core = random.nextInt(12) == 0 ? random.nextInt(1_500) : 500 + 100L * random.nextInt(5);
      configuration = configuration.with(LeaseFixture.core(core));
    }
    if (random.nextInt(2) == 0) {
      long memory =
          random.nextInt(12) == 0 ? random.nextInt(2_000) : 475 + 450L * random.nextInt(3);
      configuration = configuration.with(LeaseFixture.memory(memory));
    }
    configuration =
        switch (random.nextInt(40)) {
          case 0 -> configuration.with(new Setting("core.clock", TunableUnit.MILLIWATTS, 600));
          case 1 -> configuration.with(LeaseFixture.FAN.at(5));
          case 2 -> configuration.with(new Setting("unheard", TunableUnit.COUNT, 1));
          case 3 -> configuration.with(LeaseFixture.core(400));
          default -> configuration;
        };
    return configuration;
  }

  private static Decision.ForDevice decision(
      Random random, long epoch, long sequence, long wall, Configuration configuration) {
    long lease =
        switch (random.nextInt(25)) {
          case 0 -> -random.nextInt(5);
          case 1 -> LONGEST_LEASE + 1 + random.nextInt(5);
          default -> (long) ((0.2 + 4 * random.nextDouble()) * SECOND);
        };
    long age =
        switch (random.nextInt(25)) {
          case 0 -> -2 * SECOND;
          case 1 -> random.nextInt(2) * Long.MAX_VALUE;
          case 2 -> -(long) (SECOND * random.nextDouble());
          default -> (long) (SECOND * random.nextDouble());
        };
    List<ActivityConfiguration> byName =
        random.nextInt(10) == 0
            ? List.of(new ActivityConfiguration("busy", configuration(random)))
            : List.of();
    return LeaseFixture.decision(epoch, sequence, wall - START - age, lease, configuration, byName);
  }

  // The oracle.

  private Event newest() {
    return history.get(history.size() - 1);
  }

  /** What must be on the device after the newest event. */
  private Map<String, Long> expected() {
    for (int i = history.size() - 1; i >= 0; i--) {
      if (history.get(i) instanceof Event.Decided decided && isApplied(i, decided)) {
        return isStillInForce(i, decided) ? values(decided.decision()) : OWN;
      }
      if (history.get(i) instanceof Event.Looked looked && looked.isHeld()) {
        return OWN;
      }
    }
    return OWN;
  }

  private boolean isApplied(int index, Event.Decided decided) {
    return isRight(decided)
        && !decided.isHeld()
        && restoreLead(decided).compareTo(BigInteger.ZERO) > 0
        && isNewest(index, decided.decision());
  }

  private static boolean isRight(Event.Decided decided) {
    Decision.ForDevice decision = decided.decision();
    return decision.leaseNanos() > 0
        && decision.leaseNanos() <= LONGEST_LEASE
        && big(decision.basedOnNanos()).subtract(big(decided.wall())).compareTo(big(SECOND)) <= 0
        && settings(decision).stream().allMatch(LeaseStateMachineOraclePropertyTest::isAllowed);
  }

  private static boolean isAllowed(Setting setting) {
    return setting.unit() == TunableUnit.MEGAHERTZ
        && ALLOWED.getOrDefault(setting.tunable(), Set.of()).contains(setting.value());
  }

  private static List<Setting> settings(Decision.ForDevice decision) {
    var all = new ArrayList<>(decision.defaultConfiguration().settings());
    decision.byActivityName().forEach(each -> all.addAll(each.configuration().settings()));
    return all;
  }

  /** Time from the decision's coming to the restore. */
  private static BigInteger restoreLead(Event.Decided decided) {
    BigInteger age = big(decided.wall()).subtract(big(decided.decision().basedOnNanos()));
    return big(decided.decision().leaseNanos())
        .subtract(age.max(BigInteger.ZERO))
        .subtract(big(RESTORE_LEAD));
  }

  /** No right decision, whatever became of it, and no claim that came before is newer. */
  private boolean isNewest(int index, Decision.ForDevice decision) {
    for (int i = index - 1; i >= 0; i--) {
      Event event = history.get(i);
      if (event instanceof Event.Claimed claimed && claimed.epoch() > decision.epoch()) {
        return false;
      }
      if (event instanceof Event.Decided other
          && isRight(other)
          && (other.decision().epoch() > decision.epoch()
              || (other.decision().epoch() == decision.epoch()
                  && other.decision().sequence() >= decision.sequence()))) {
        return false;
      }
    }
    return true;
  }

  /** Nothing that was seen since has ended it: time, a hold, a step of the clock. */
  private boolean isStillInForce(int index, Event.Decided decided) {
    for (int i = index + 1; i < history.size(); i++) {
      if (history.get(i) instanceof Event.Looked looked
          && (looked.isHeld()
              || big(looked.mono() - decided.mono()).compareTo(restoreLead(decided)) >= 0
              || isApart(looked, decided))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isApart(Event.Looked looked, Event.Decided decided) {
    long wallPassed = looked.wall() - decided.wall();
    long monoPassed = looked.mono() - decided.mono();
    return Math.abs(wallPassed - monoPassed) > SECOND;
  }

  private static Map<String, Long> values(Decision.ForDevice decision) {
    var values = new TreeMap<>(OWN);
    decision.defaultConfiguration().settings().forEach(s -> values.put(s.tunable(), s.value()));
    decision.byActivityName().stream()
        .filter(each -> each.activityName().equals("busy"))
        .flatMap(each -> each.configuration().settings().stream())
        .forEach(s -> values.put(s.tunable(), s.value()));
    return values;
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }
}
