package io.wattune.core.masktime;

/**
 * How the largest share of a unit and the limits that units do not move make a time, as a share of
 * the work. Test: {@code KneeTest}.
 */
public enum Knee {
  /** The larger alone: a limit that is met is all that matters. */
  SHARP {
    @Override
    double meet(double one, double other) {
      return Math.max(one, other);
    }
  },
  /**
   * {@code (a^4 + b^4)^(1/4)}, at most 19 % above the larger: waiting hides behind work in part.
   */
  ROUND {
    @Override
    double meet(double one, double other) {
      double a = one * one;
      double b = other * other;
      return Math.sqrt(Math.sqrt(a * a + b * b));
    }
  },
  /** {@code (a^2 + b^2)^(1/2)}, at most 41 % above the larger. */
  SOFT {
    @Override
    double meet(double one, double other) {
      return Math.sqrt(one * one + other * other);
    }
  },
  /**
   * Engines share the device's limit in proportion to their rates for as long as they have work;
   * the one with the fewest units goes on alone. Exact for work that flows.
   */
  SHARED {
    @Override
    double meet(double one, double other) {
      return Math.max(one, other);
    }

    @Override
    boolean isOfEachEngine() {
      return true;
    }

    @Override
    double join(int[] units, double[] shares, double device, double engine) {
      if (device == 0) {
        return super.join(units, shares, device, engine);
      }
      double[] left = new double[units.length];
      double[] rates = new double[units.length];
      for (int i = 0; i < units.length; i++) {
        left[i] = shares[i] * units[i];
        rates[i] = engine > 0 ? Math.min(units[i], 1 / engine) : units[i];
      }
      double time = 0;
      for (int ended = 0; ended < units.length; ended++) {
        double rate = 0;
        double next = Double.MAX_VALUE;
        int first = -1;
        for (int i = 0; i < units.length; i++) {
          if (left[i] > 0) {
            rate += rates[i];
            if (left[i] / rates[i] < next) {
              next = left[i] / rates[i];
              first = i;
            }
          }
        }
        if (first < 0) {
          break;
        }
        double slowness = Math.max(1, rate * device);
        time += next * slowness;
        for (int i = 0; i < units.length; i++) {
          left[i] -= next * rates[i];
        }
        left[first] = 0;
      }
      return time;
    }
  };

  /** Two limits. */
  abstract double meet(double one, double other);

  /** Whether more than the largest share counts, where the device has a limit. */
  boolean isOfEachEngine() {
    return false;
  }

  /**
   * All of them.
   *
   * @param units units in use of each engine
   * @param shares the largest share of a unit of each
   * @param device least time that the device lets it be; 0 for no limit
   * @param engine the same, had one engine all of the work; 0 for no limit
   */
  double join(int[] units, double[] shares, double device, double engine) {
    double largest = 0;
    int engines = 0;
    for (double share : shares) {
      largest = Math.max(largest, share);
      engines += share > 0 ? 1 : 0;
    }
    return join(largest, engines, device, engine);
  }

  /** The same, by the largest share and the number of engines in use. */
  double join(double largest, int engines, double device, double engine) {
    double joined = device > 0 ? meet(largest, device) : largest;
    return engine > 0 ? meet(joined, engine / engines) : joined;
  }
}
