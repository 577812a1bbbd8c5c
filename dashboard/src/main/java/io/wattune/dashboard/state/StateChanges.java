package io.wattune.dashboard.state;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Hold;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has happened between two looks.
 *
 * @param next where the reader stands now
 * @param decisions decisions that came or were answered, the oldest first; the newest state of each
 * @param actuations actuations, the oldest first
 * @param holds the holds in force; null where none came or went
 */
public record StateChanges(
    Cursor next,
    List<DecisionNow> decisions,
    List<Actuation> actuations,
    @Nullable List<Hold> holds) {}
