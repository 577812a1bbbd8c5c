package io.wattune.core.thermal.image;

/**
 * Silicon under a camera: power q at its lower face, coolant and camera at its upper one, a
 * Gaussian blur by the lens. Steady; T in kelvin above the coolant, q in W/m^2. For waves of
 * curvature {@code c = s^2}: {@code q = (h cosh(s t) + k s sinh(s t)) T}, the solution of Laplace's
 * equation in a slab. For waves longer than the slab is thick that is the thin sheet's {@code q = h
 * T - k t laplacian(T)}. Exact for a chip whose rims let no heat through. Test: {@code
 * PowerMapTest}.
 *
 * @param conductivity of the silicon, W/(m K)
 * @param thickness of the silicon, metres
 * @param toCoolant W/(m^2 K)
 * @param blur standard deviation of the lens's blur, metres on the chip
 */
public record ImagedSheet(double conductivity, double thickness, double toCoolant, double blur) {
  public ImagedSheet {
    if (!(conductivity > 0 && thickness > 0 && toCoolant > 0 && blur >= 0)) {
      throw new IllegalArgumentException(
          "a sheet needs a conductivity, a thickness and a way to the coolant above 0");
    }
  }

  /**
   * Kelvin that the camera shows for a W/m^2.
   *
   * @param curvature c, eigenvalue of the negative Laplacian, 1/m^2
   */
  double response(double curvature) {
    double wave = Math.sqrt(curvature);
    return StrictMath.exp(-blur * blur * curvature / 2)
        / (toCoolant * StrictMath.cosh(wave * thickness)
            + conductivity * wave * StrictMath.sinh(wave * thickness));
  }
}
