package io.graphkernel.runtime.internal.device;

import java.util.function.Supplier;

/**
 * A device found by a plugin, usable or not.
 *
 * @param properties known properties; null without a device
 * @param reason reason that it is unusable, as the end of a sentence; null if it is usable
 * @param opener opens the device; null if it is unusable
 */
public record DiscoveredDevice(DeviceProperties properties, String reason, Supplier<DeviceDriver> opener) {

    /** Returns a device that can be opened. */
    public static DiscoveredDevice usable(DeviceProperties properties, Supplier<DeviceDriver> opener) {
        return new DiscoveredDevice(properties, null, () -> SignalHandlers.preserve(opener));
    }

    /** Returns an unusable device; with null properties, a kind of device that is absent. */
    public static DiscoveredDevice unusable(DeviceProperties properties, String reason) {
        return new DiscoveredDevice(properties, reason, null);
    }
}
