/**
 * What a replay found, written for people and for programs. A {@link
 * io.wattune.replay.report.ReplayResult} in; text, JSON, CSV and a folder of files out; called by
 * the replay command. Pure but for {@link io.wattune.replay.report.ReportFolder}.
 */
@NullMarked
package io.wattune.replay.report;

import org.jspecify.annotations.NullMarked;
