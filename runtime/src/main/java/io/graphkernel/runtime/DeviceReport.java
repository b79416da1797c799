package io.graphkernel.runtime;

/**
 * A device, or a kind of device of which there is none.
 *
 * @param name such as {@code cuda:0}; without a number for a kind
 * @param device the device; null if it cannot be used
 * @param description what it is, or why it cannot be used
 */
public record DeviceReport(String name, Device device, String description) {

    /** Whether the device can be used. */
    public boolean isUsable() {
        return device != null;
    }

    /** As in {@code opencl:0: not usable: …}. */
    @Override
    public String toString() {
        return name + ": " + (isUsable() ? "" : "not usable: ") + description;
    }
}
