package io.wattune.dashboard.state;

import io.wattune.core.counter.WorkSignal;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Hold;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.noisefloor.PowerRange;
import io.wattune.core.saving.FleetSaving;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.thermal.live.HeatRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one device, but its power over time and its activities.
 *
 * @param device how it stands
 * @param descriptor what it is; null where it has not been described
 * @param profiles its sensor profiles, the newest first
 * @param sensitivities the newest of each activity and tunable
 * @param counters the newest of each
 * @param workSignal where its work is known from; null where nothing has reported any for a minute
 * @param inForce what is in force, as read back; null where no lease runs
 * @param lease the lease in force; null where none is
 * @param holds the holds in force that cover it
 * @param decisions the newest decisions, the newest first
 * @param actuations the newest actuations, the newest first
 * @param range between which powers its readings went up and down, outwards in steps of a tenth;
 *     null where they have not
 * @param saving what its kernels have saved; null where nothing of it is known
 * @param components which components took its energy; null where nothing says it
 * @param heat how hot its chip was in the last half minute, the oldest first
 */
public record DeviceDetail(
    DeviceNow device,
    @Nullable DeviceDescriptor descriptor,
    List<SensorProfile> profiles,
    List<Sensitivity> sensitivities,
    List<CounterNow> counters,
    @Nullable WorkSignal workSignal,
    @Nullable InForceDetail inForce,
    @Nullable LeaseNow lease,
    List<Hold> holds,
    List<DecisionNow> decisions,
    List<Actuation> actuations,
    @Nullable PowerRange range,
    @Nullable FleetSaving saving,
    @Nullable ComponentsNow components,
    List<HeatRecord> heat) {}
