package io.graphkernel.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Report on a device, or on a kind of device without any.
 *
 * @param name name such as {@code cuda:0}; without an index for a kind
 * @param device the device; null if it is unusable
 * @param description product name, or the reason why it is unusable
 */
public record DeviceReport(String name, @Nullable Device device, String description) {

    /** Returns true if the device is usable. */
    public boolean isUsable() {
        return device != null;
    }

    /** Formatted as {@code opencl:0: not usable: …}. */
    @Override
    public String toString() {
        return name + ": " + (isUsable() ? "" : "not usable: ") + description;
    }
}
