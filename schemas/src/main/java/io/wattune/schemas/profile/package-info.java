/** Sensor profiles as a file. Written by reports and calibrations, read by replays and agents. */
@NullMarked
package io.wattune.schemas.profile;

import org.jspecify.annotations.NullMarked;
