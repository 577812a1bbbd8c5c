/**
 * What a replay found, written for people and for programs. A {@link
 * io.wattune.launcher.report.ReplayResult} in; text, JSON, CSV and a folder of files out; called by
 * the replay command. Pure but for {@link io.wattune.launcher.report.ReportFolder}.
 */
@NullMarked
package io.wattune.launcher.report;

import org.jspecify.annotations.NullMarked;
