package io.wattune.collectors.meter;

/**
 * A job that has ended, on one device.
 *
 * @param activityId the job, as whoever reported it names it
 * @param user whose it is; {@link MeteredEnergy#NOBODY} where it names nobody
 * @param joules its energy
 */
public record MeteredJob(String activityId, String user, double joules) {}
