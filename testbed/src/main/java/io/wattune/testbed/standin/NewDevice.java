package io.wattune.testbed.standin;

/**
 * A device to be made.
 *
 * @param kind how it is reached
 * @param uuid its uuid
 * @param model its equations
 */
record NewDevice(StandInKind kind, String uuid, CardModel model) {}
