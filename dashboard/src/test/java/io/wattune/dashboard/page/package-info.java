/**
 * Tests of the page. In: the page's files and a made-up fleet. Out: pictures for the README. Called
 * by the build.
 */
@NullMarked
package io.wattune.dashboard.page;

import org.jspecify.annotations.NullMarked;
