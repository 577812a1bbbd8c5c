/** What the components job is given of devices: what components cost, and where blocks lie. */
@NullMarked
package io.wattune.pipeline.component;

import org.jspecify.annotations.NullMarked;
