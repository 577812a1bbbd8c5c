/**
 * The sensitivity job: counter readings and device descriptors in; sensitivities and rejects out.
 * Built by the launcher.
 */
@NullMarked
package io.wattune.streams.sensitivity;

import org.jspecify.annotations.NullMarked;
