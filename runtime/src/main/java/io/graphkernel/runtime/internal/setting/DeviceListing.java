package io.graphkernel.runtime.internal.setting;

import io.graphkernel.runtime.internal.device.AbstractDevice;

/**
 * Entry of the list of devices: a device, or a kind of device without any.
 *
 * @param name name such as {@code cuda:0}; without an index for a kind
 * @param device the device; null if it is unusable
 * @param description product name, or the reason why it is unusable
 */
public record DeviceListing(String name, AbstractDevice device, String description) {

    boolean isUsable() {
        return device != null;
    }
}
