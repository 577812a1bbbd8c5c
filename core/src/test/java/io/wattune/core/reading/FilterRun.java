package io.wattune.core.reading;

import io.wattune.core.simulated.Polls;
import java.util.ArrayList;
import java.util.List;

/** Runs polls through a filter and keeps what came of them. */
final class FilterRun {
  final SampleState state = new SampleState();
  final SampleFilter filter;
  final List<Sample> samples = new ArrayList<>();
  long repeats;
  long missing;
  long outOfOrder;

  FilterRun() {
    this(new SampleFilter());
  }

  FilterRun(SampleFilter filter) {
    this.filter = filter;
  }

  static FilterRun of(Polls polls) {
    var run = new FilterRun();
    run.take(polls);
    return run;
  }

  void take(Polls polls) {
    for (int i = 0; i < polls.size(); i++) {
      take(polls.timesNanos()[i], polls.values()[i]);
    }
  }

  SampleFilter.Outcome take(long timeNanos, int value) {
    SampleFilter.Outcome outcome = filter.accept(state, timeNanos, value);
    switch (outcome) {
      case SAMPLE -> samples.add(copy(filter.sample()));
      case REPEAT -> repeats++;
      case MISSING -> missing++;
      case OUT_OF_ORDER -> outOfOrder++;
    }
    return outcome;
  }

  Sample newest() {
    return samples.get(samples.size() - 1);
  }

  /** Samples at or after a time. */
  List<Sample> from(long timeNanos) {
    return samples.stream().filter(s -> s.timeNanos >= timeNanos).toList();
  }

  private static Sample copy(Sample sample) {
    var copy = new Sample();
    copy.timeNanos = sample.timeNanos;
    copy.value = sample.value;
    copy.fromNanos = sample.fromNanos;
    copy.toNanos = sample.toNanos;
    copy.spacing = sample.spacing;
    return copy;
  }
}
