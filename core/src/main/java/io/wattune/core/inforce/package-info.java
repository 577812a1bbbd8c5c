/**
 * What was in force at a device and when, by what was read back: kept at the node ({@link
 * io.wattune.core.inforce.InForceLog}), and wherever something is concluded from it ({@link
 * io.wattune.core.inforce.ReadBacks}).
 */
@NullMarked
package io.wattune.core.inforce;

import org.jspecify.annotations.NullMarked;
