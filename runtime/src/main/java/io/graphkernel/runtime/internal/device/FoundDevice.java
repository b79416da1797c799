package io.graphkernel.runtime.internal.device;

import java.util.function.Supplier;

/**
 * A device that a plugin has found, usable or not.
 *
 * @param properties what is known about it; null if there is no device at all
 * @param reason why it cannot be used, as the end of a sentence; null if it can
 * @param opener opens it; null if it cannot be used
 */
public record FoundDevice(DeviceProperties properties, String reason, Supplier<DeviceDriver> opener) {

    /** A device that can be opened. */
    public static FoundDevice usable(DeviceProperties properties, Supplier<DeviceDriver> opener) {
        return new FoundDevice(properties, null, opener);
    }

    /** A device that cannot be used, or with null properties a kind of which there is none. */
    public static FoundDevice unusable(DeviceProperties properties, String reason) {
        return new FoundDevice(properties, reason, null);
    }
}
