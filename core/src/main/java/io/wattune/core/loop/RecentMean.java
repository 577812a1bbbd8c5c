package io.wattune.core.loop;

/** The mean of what was seen last, of about the newest {@value #MOST} values. */
final class RecentMean {
  private static final int MOST = 20;

  private int count;
  private double mean;

  RecentMean() {}

  RecentMean(int count, double mean) {
    this.count = Math.max(0, Math.min(count, MOST));
    this.mean = mean;
  }

  void take(double value) {
    count = Math.min(count + 1, MOST);
    mean += (value - mean) / count;
  }

  void forget() {
    count = 0;
    mean = 0;
  }

  int count() {
    return count;
  }

  double mean() {
    return mean;
  }
}
